import type { Examples } from '#http/openapi/examples.ts'

export const transactionExamples: Examples = {
  recordTransactions: {
    body: {
      transaction_id: 'tx_1',
      user_id: 'user_1',
      amount: 125.5,
      currency: 'EUR',
      operation_type: 'payment',
      timestamp: '2026-01-01T12:00:00Z',
    },
    responses: { 201: { recorded: 1, duplicates: 0 } },
  },
  getTransaction: {
    responses: {
      200: {
        transaction_id: 'tx_1',
        user_id: 'user_1',
        account_id: null,
        amount: 125.5,
        currency: 'EUR',
        operation_type: 'payment',
        merchant: null,
        device: null,
        timestamp: '2026-01-01T12:00:00.000Z',
        refunded_amount: 100.25,
        refundable_amount: 25.25,
        refunds: [
          {
            refund_id: 'rf_16a0e931-dd36-539c-9d54-ef8a65eb5d70',
            status: 'completed',
            amount: 100.25,
            currency: 'EUR',
            reason: 'confirmed_fraud',
            created_at: '2026-11-21T03:31:30.497Z',
          },
        ],
        has_more_refunds: false,
      },
    },
  },
}
