import type { Examples } from '#http/openapi/examples.ts'

export const batchExamples: Examples = {
  scoreBatch: {
    body: {
      filters: {
        user_id: 'user_1',
        date_from: '2026-01-01T00:00:00Z',
        date_to: '2026-02-01T00:00:00Z',
        operation_types: ['transfer', 'payment'],
      },
      options: { threshold_policy: 'per_category', include_reasons: true, limit: 500 },
      pagination: { cursor: null, page_size: 100 },
    },
    responses: {
      200: {
        summary: {
          ...{ total: 2, returned: 2, alerts: 1, alert_rate: 0.5 },
          ...{ processing_time_ms: 31, model_version: 'v1.0.0' },
        },
        transactions: [
          {
            ...{ transaction_id: 'tx_2', fraud_score: 0.7411, fraud_level: 'high', is_alert: true },
            ...{ threshold_applied: 0.6, risk_factors: ['amount_unusual', 'device_risk'] },
          },
          {
            ...{ transaction_id: 'tx_1', fraud_score: 0.0213, fraud_level: 'low', is_alert: false },
            ...{ threshold_applied: 0.6, risk_factors: [] },
          },
        ],
        pagination: { next_cursor: null, has_more: false, total_pages: 1 },
      },
    },
  },
}
