import { allFields, historyView } from '#declarations/history-view.ts'
import { type TransactionEvent, transactionStreams } from '#domain/transactions/events.ts'

/** What the history shows of transactions: all but the device, which is a person's. */
export const transactionHistoryView = historyView<TransactionEvent>({
  streams: transactionStreams,
  plural: 'transactions',
  version: 1,
  owner: ({ type, data }) => (type === 'TransactionRecorded' ? { client_id: data.client_id } : null),
  subject: ({ type, data }) => (type === 'TransactionRecorded' ? data.user_id : null),
  fields: {
    TransactionRecorded({ transaction_id, user_id, account_id, amount_minor, currency, operation_type, ...data }) {
      const { merchant, timestamp } = data
      return { transaction_id, user_id, account_id, amount_minor, currency, operation_type, merchant, timestamp }
    },
    RefundReserved: allFields,
    RefundReleased: allFields,
  },
})
