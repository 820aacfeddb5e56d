import type { Examples } from '#http/openapi/examples.ts'

const alert_id = 'alr_7c4f1a52-0c35-5f0e-9f43-6b1d6f7a9f11'
const analyst = 'usr_0199a7f1-3a52-7c35-8f0e-6b1d6f7a9f11'
const brief = {
  alert_id,
  status: 'escalated' as const,
  transaction_id: 'tx_1',
  user_id: 'user_1',
  amount: 1250.5,
  currency: 'EUR',
  fraud_score: 0.9134,
  fraud_level: 'critical' as const,
  recommendation: 'deny' as const,
  risk_factors: ['new_device_large_transfer', 'amount_unusual'],
  assigned_to: null,
  opened_at: '2026-11-21T03:31:30.512Z',
  updated_at: '2026-11-21T03:31:30.512Z',
}
const escalated = {
  ...brief,
  operation_type: 'transfer' as const,
  transaction_timestamp: '2026-11-21T03:31:29.000Z',
  threshold_applied: 0.6,
  model_version: 'v1.0.0',
  detected_at: '2026-11-21T03:31:30.497Z',
  age_seconds: 754,
  escalation: { by: 'score' as const, note: null, escalated_at: brief.opened_at, escalated_by: 'fraud-alerts' },
  resolution: null,
  reopening: null,
  refunds: [],
  has_more_refunds: false,
}
const open = { ...escalated, status: 'open' as const, escalation: null }
const note = {
  escalate: 'the user does not answer',
  resolve: 'the user knows nothing of it',
  reopen: 'the user called',
}
const resolved = {
  ...escalated,
  status: 'resolved' as const,
  assigned_to: analyst,
  updated_at: '2026-11-21T03:44:05.003Z',
  resolution: {
    ...{ outcome: 'confirmed_fraud' as const, rule: null, note: note.resolve },
    ...{ resolved_at: '2026-11-21T03:44:05.003Z', resolved_by: analyst },
  },
}

export const alertExamples: Examples = {
  listFraudAlerts: {
    responses: {
      200: {
        data: [{ ...brief, resolved_at: null, outcome: null, age_seconds: 754 }],
        pagination: { next_cursor: null, has_more: false },
      },
    },
  },
  getFraudAlert: {
    responses: {
      200: {
        ...resolved,
        refunds: [
          {
            refund_id: 'rf_16a0e931-dd36-539c-9d54-ef8a65eb5d70',
            ...{ status: 'completed' as const, amount: 1250.5, currency: 'EUR', reason: 'confirmed_fraud' },
            created_at: '2026-11-21T03:45:30.497Z',
          },
        ],
      },
    },
  },
  assignFraudAlert: {
    body: { assigned_to: analyst },
    responses: { 200: { ...escalated, assigned_to: analyst, updated_at: '2026-11-21T03:40:02.770Z' } },
  },
  escalateFraudAlert: {
    body: { note: note.escalate },
    responses: {
      200: {
        ...open,
        ...{ status: 'escalated' as const, fraud_score: 0.71, fraud_level: 'high' as const },
        recommendation: 'challenge' as const,
        updated_at: '2026-11-21T03:41:00.120Z',
        escalation: {
          ...{ by: 'analyst' as const, note: note.escalate },
          ...{ escalated_at: '2026-11-21T03:41:00.120Z', escalated_by: analyst },
        },
      },
    },
  },
  resolveFraudAlert: {
    body: { outcome: 'confirmed_fraud', note: note.resolve },
    responses: { 200: resolved },
  },
  reopenFraudAlert: {
    body: { note: note.reopen },
    responses: {
      200: {
        ...open,
        ...{ status: 'reopened' as const, assigned_to: analyst, updated_at: '2026-11-21T09:12:40.007Z' },
        reopening: { note: note.reopen, reopened_at: '2026-11-21T09:12:40.007Z', reopened_by: analyst },
      },
    },
  },
}
