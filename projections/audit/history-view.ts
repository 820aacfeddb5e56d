import { allFields, historyView } from '#declarations/history-view.ts'
import { type ReadEvent, readStreams } from '#domain/audit/reads/events.ts'

/** A read belongs to the client whose records were read, whichever client read them. */
export const readHistoryView = historyView<ReadEvent>({
  streams: readStreams,
  plural: 'reads',
  version: 2,
  subject({ type, data }) {
    if (type === 'RecordRead') return data.subject
    // A search in all clients does not tell whose user is meant.
    return type === 'HistorySearched' && data.client_id !== null ? (data.filters.subject ?? null) : null
  },
  object: ({ type, data }) => (type === 'RecordRead' ? data.id : null),
  on: { RecordRead: allFields, HistorySearched: allFields, EventsExported: allFields },
})
