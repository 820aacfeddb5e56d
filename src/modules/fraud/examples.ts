import type { Examples } from '#http/openapi/examples.ts'

export const fraudExamples: Examples = {
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
    answers: {
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
}
