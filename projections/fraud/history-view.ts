import { allFields, byClass, historyView } from '#declarations/history-view.ts'
import { alertStreams } from '#domain/fraud/alerts/events.ts'
import { type ListEvent, listStreams } from '#domain/fraud/lists/events.ts'
import { type ModelEvent, modelStreams } from '#domain/fraud/models/events.ts'
import { outcomeStreams } from '#domain/fraud/outcomes/events.ts'
import { type PolicyEvent, policyStreams } from '#domain/fraud/policy/events.ts'
import { type ProfileEvent, type ProfileTransaction, profileStreams } from '#domain/fraud/profile/events.ts'

export const alertHistoryView = historyView({ streams: alertStreams, plural: 'fraud-alerts', version: 1 })

export const outcomeHistoryView = historyView({ streams: outcomeStreams, plural: 'fraud-outcomes', version: 1 })

export const profileHistoryView = historyView<ProfileEvent>({
  streams: profileStreams,
  plural: 'fraud-profiles',
  version: 1,
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

function visibleFields({ timestamp, amount_minor, currency, operation_type, category }: ProfileTransaction) {
  return { amount_minor, currency, operation_type, category, timestamp }
}

/** Without the value, which may name a person or their device. */
export const listHistoryView = historyView<ListEvent>({
  streams: listStreams,
  plural: 'fraud-lists',
  version: 1,
  object: ({ data }) => data.entry_id,
  on: {
    ListEntryAdded: ({ client_id: _, value: __, ...entry }) => ({ ...entry, not_shown: ['value'] }),
    ListEntryRemoved: byClass,
  },
})

export const policyHistoryView = historyView<PolicyEvent>({
  streams: policyStreams,
  plural: 'fraud-policies',
  version: 1,
  on: { PolicySet: allFields },
})

export const modelHistoryView = historyView<ModelEvent>({
  streams: modelStreams,
  plural: 'fraud-models',
  version: 1,
  object: ({ data }) => data.version,
})
