import type { TRANSACTION_STREAM_PREFIX, TransactionEvent } from '#domain/transactions/events.ts'
import { facts, whole } from '#projections/audit/facts.ts'

const PREFIX = 'transaction-' satisfies typeof TRANSACTION_STREAM_PREFIX

/** What the history shows of transactions: all but the device, which is a person's. */
export const transactionFacts = facts<TransactionEvent>({
  prefix: PREFIX,
  version: 1,
  owner: ({ type, data }) => (type === 'TransactionRecorded' ? { client_id: data.client_id } : null),
  shown: {
    TransactionRecorded({ transaction_id, user_id, account_id, amount_minor, currency, operation_type, ...data }) {
      const { merchant, timestamp } = data
      return { transaction_id, user_id, account_id, amount_minor, currency, operation_type, merchant, timestamp }
    },
    RefundReserved: whole,
    RefundReleased: whole,
  },
})
