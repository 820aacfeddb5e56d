import { facts, whole } from '#declarations/history-view.ts'
import { type ListEvent, listStreams } from '#domain/fraud/lists/events.ts'
import { type PolicyEvent, policyStreams } from '#domain/fraud/policy/events.ts'

/** What the history shows of a client's lists: all but the value, which may name a person or their device. */
export const listFacts = facts<ListEvent>({
  streams: listStreams,
  plural: 'fraud-lists',
  version: 1,
  owner: ({ data }) => ({ client_id: data.client_id }),
  object: ({ data }) => data.entry_id,
  shown: {
    ListEntryAdded: ({ client_id: _, value: __, ...entry }) => ({ ...entry, not_shown: ['value'] }),
    ListEntryRemoved: ({ entry_id }) => ({ entry_id }),
  },
})

export const policyFacts = facts<PolicyEvent>({
  streams: policyStreams,
  plural: 'fraud-policies',
  version: 1,
  owner: ({ data }) => ({ client_id: data.client_id }),
  shown: { PolicySet: whole },
})
