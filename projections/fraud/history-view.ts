import { historyView } from '#declarations/history-view.ts'
import { type OutcomeEvent, outcomeStreams } from '#domain/fraud/outcomes/events.ts'
import { type ProfileEvent, type ProfileTransaction, profileStreams } from '#domain/fraud/profile/events.ts'

/** Transactions, scores and their reasons, without devices and addresses. */
export const profileHistoryView = historyView<ProfileEvent>({
  streams: profileStreams,
  plural: 'fraud-profiles',
  version: 1,
  owner: ({ data }) => ({ client_id: data.client_id }),
  subject: ({ data }) => data.user_id,
  on: {
    TransactionEntered: ({ transaction_id, user_id, transaction }) => ({
      ...{ transaction_id, user_id },
      ...visibleFields(transaction),
    }),
    TransactionScored({ client_id: _, totals: __, transaction_id, user_id, transaction, features, ...score }) {
      const { version, as_of } = features
      return { transaction_id, user_id, ...visibleFields(transaction), ...score, features: { version, as_of } }
    },
  },
})

export const outcomeHistoryView = historyView<OutcomeEvent>({
  streams: outcomeStreams,
  plural: 'fraud-outcomes',
  version: 1,
  owner: ({ data }) => ({ client_id: data.client_id }),
  subject: ({ data }) => data.user_id,
  on: { OutcomeReported: ({ client_id: _, merchant: __, ...visible }) => visible },
})

function visibleFields({ timestamp, amount_minor, currency, operation_type, category }: ProfileTransaction) {
  return { amount_minor, currency, operation_type, category, timestamp }
}
