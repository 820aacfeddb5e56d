import { allFields, historyView } from '#declarations/history-view.ts'
import { type ListEvent, listStreams } from '#domain/fraud/lists/events.ts'
import { type PolicyEvent, policyStreams } from '#domain/fraud/policy/events.ts'

/** Without the value, which may name a person or their device. */
export const listHistoryView = historyView<ListEvent>({
  streams: listStreams,
  plural: 'fraud-lists',
  version: 1,
  owner: ({ data }) => ({ client_id: data.client_id }),
  object: ({ data }) => data.entry_id,
  on: {
    ListEntryAdded: ({ client_id: _, value: __, ...entry }) => ({ ...entry, not_shown: ['value'] }),
    ListEntryRemoved: ({ entry_id }) => ({ entry_id }),
  },
})

export const policyHistoryView = historyView<PolicyEvent>({
  streams: policyStreams,
  plural: 'fraud-policies',
  version: 1,
  owner: ({ data }) => ({ client_id: data.client_id }),
  on: { PolicySet: allFields },
})
