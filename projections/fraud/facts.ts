import { facts } from '#declarations/history-view.ts'
import { type OutcomeEvent, outcomeStreams } from '#domain/fraud/outcomes/events.ts'
import { type EnteredTransaction, type ProfileEvent, profileStreams } from '#domain/fraud/profile/events.ts'

/** What the history shows of fraud profiles: the transactions, what they were scored and by what, without what they were made with. */
export const profileFacts = facts<ProfileEvent>({
  streams: profileStreams,
  plural: 'fraud-profiles',
  version: 1,
  owner: ({ data }) => ({ client_id: data.client_id }),
  subject: ({ data }) => data.user_id,
  shown: {
    TransactionEntered: ({ transaction_id, user_id, transaction }) => ({
      ...{ transaction_id, user_id },
      ...shownOf(transaction),
    }),
    TransactionScored({ client_id: _, totals: __, transaction_id, user_id, transaction, features, ...score }) {
      const { version, as_of } = features
      return { transaction_id, user_id, ...shownOf(transaction), ...score, features: { version, as_of } }
    },
  },
})

export const outcomeFacts = facts<OutcomeEvent>({
  streams: outcomeStreams,
  plural: 'fraud-outcomes',
  version: 1,
  owner: ({ data }) => ({ client_id: data.client_id }),
  subject: ({ data }) => data.user_id,
  shown: { OutcomeReported: ({ client_id: _, merchant: __, ...shown }) => shown },
})

function shownOf({ timestamp, amount_minor, currency, operation_type, category }: EnteredTransaction) {
  return { amount_minor, currency, operation_type, category, timestamp }
}
