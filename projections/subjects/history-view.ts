import { allFields, historyView } from '#declarations/history-view.ts'
import { type SubjectEvent, subjectStreams } from '#domain/subjects/events.ts'

const nothing = () => ({})

export const subjectHistoryView = historyView<SubjectEvent>({
  streams: subjectStreams,
  plural: 'subjects',
  version: 1,
  owner: ({ type, data }) => (type === 'SubjectErasureRequested' ? { client_id: data.client_id } : null),
  on: {
    SubjectErasureRequested: ({ legal_basis, retain }) => ({ legal_basis, retain }),
    SubjectRestricted: nothing,
    SubjectRetained: allFields,
    SubjectShreddingStarted: allFields,
    SubjectErased: nothing,
    SubjectKeysDeleted: allFields,
    SubjectShredded: allFields,
  },
})
