import type { Examples } from '#http/openapi/examples.ts'

const ENTRY = {
  entry_id: 'fle_0199e3a5-7c1e-7d43-9a51-5f0c2f3f9b10',
  list: 'block',
  kind: 'device',
  value: 'f3a9',
  reason: 'stolen phone',
  expires_at: '2027-01-01T00:00:00.000Z',
  added_at: '2026-01-01T12:00:00.000Z',
  added_by: 'usr_0199e3a5-7c1e-7d43-9a51-5f0c2f3f9b11',
}

const POLICY = {
  alert_thresholds: { default: null, by_operation: { transfer: 0.5 }, by_category: { gambling: 0.4 } },
  recommendations: { medium: 'challenge' },
  escalation_threshold: null,
  version: 1,
  set_at: '2026-01-01T12:00:00.000Z',
  set_by: 'usr_0199e3a5-7c1e-7d43-9a51-5f0c2f3f9b11',
}

const MODEL = {
  version: 'v1.0.0',
  sha256: 'd1a9f64c1e796bd62677c2c83a45b6224a96ba60cf2fd32194cc774f1c6a1415',
  status: 'live',
  is_shipped: true,
  is_held: true,
  days: [
    {
      ...{ day: '2026-01-01', role: 'live', scores: 48_213, alerts: 391, differing: 0 },
      drift: { score: 0.0312, features: [{ name: 'count_1h', drift: 0.0541 }] },
    },
  ],
}

export const fraudExamples: Examples = {
  listFraudModels: { responses: { 200: { data: [MODEL] } } },
  promoteFraudModel: { responses: { 200: MODEL } },
  shadowFraudModel: { responses: { 200: { ...MODEL, version: 'v1.1.0', status: 'shadow', is_shipped: false } } },
  retireFraudModel: { responses: { 200: { ...MODEL, version: 'v1.1.0', status: 'retired', is_shipped: false } } },
  scoreTransaction: {
    body: {
      transaction: {
        transaction_id: 'tx_1',
        user_id: 'user_1',
        amount: 125.5,
        currency: 'EUR',
        operation_type: 'payment',
        merchant: { id: 'm_77', name: 'Corner shop', category: 'grocery' },
        device: { ip: '203.0.113.7', fingerprint: 'f3a9' },
        timestamp: '2026-01-01T12:00:00Z',
      },
    },
    responses: {
      200: {
        transaction_id: 'tx_1',
        fraud_score: 0.0213,
        fraud_level: 'low',
        is_alert: false,
        recommendation: 'approve',
        confidence: 0.4787,
        processing_time_ms: 9,
        risk_factors: [],
        velocity_check: { transactions_1h: 1, transactions_24h: 1, amount_24h: 125.5, is_unusual: false },
        model_version: 'v1.0.0',
        request_id: 'req_0199e3a5-7c1e-7d43-9a51-5f0c2f3f9b10',
      },
    },
  },
  getFraudDecision: {
    responses: {
      200: {
        transaction_id: 'tx_1',
        user_id: 'user_1',
        scored_at: '2026-01-01T12:00:00.214Z',
        timestamp: '2026-01-01T12:00:00.000Z',
        fraud_score: 0.0213,
        fraud_level: 'low',
        is_alert: false,
        threshold_applied: 0.6,
        recommendation: 'approve',
        confidence: 0.4787,
        risk_factors: [],
        decided_by: 'model',
        model_version: 'v1.0.0',
        model: {
          probability: 0.0213,
          margin: -3.8275,
          bias: -4.2,
          contributions: { amount: 0.2, velocity: 0.1, merchant: 0, device: 0.05, time: 0.0225, profile: 0 },
        },
        features: { version: 1, as_of: '48213', values: { amount: 125.5, count_1h: 1 } },
        rules: { version: 1, fired: [] },
        lists: [],
        policy_version: 0,
        outcome: { outcome: 'legitimate', reported_at: '2026-01-09T08:15:00.000Z' },
      },
    },
  },
  reportFraudOutcomes: {
    body: [
      { transaction_id: 'tx_1', outcome: 'legitimate', reported_at: '2026-01-09T08:15:00Z' },
      { transaction_id: 'tx_2', outcome: 'chargeback' },
    ],
    responses: { 201: { recorded: 2, duplicates: 0 } },
  },
  listFraudLists: { responses: { 200: { data: [ENTRY], next_cursor: null } } },
  addFraudListEntry: {
    body: { list: 'block', kind: 'device', value: 'f3a9', reason: 'stolen phone', expires_at: '2027-01-01T00:00:00Z' },
    responses: { 201: ENTRY },
  },
  removeFraudListEntry: { responses: { 200: { entry_id: ENTRY.entry_id, removed: true } } },
  getFraudPolicy: { responses: { 200: POLICY } },
  setFraudPolicy: {
    body: {
      alert_thresholds: { by_operation: { transfer: 0.5 }, by_category: { gambling: 0.4 } },
      recommendations: { medium: 'challenge' },
      version: 0,
    },
    responses: { 200: POLICY },
  },
}
