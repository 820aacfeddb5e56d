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
    answers: { 201: { recorded: 1, duplicates: 0 } },
  },
}
