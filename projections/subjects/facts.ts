import { facts, whole } from '#declarations/history-view.ts'
import { type SubjectEvent, subjectStreams } from '#domain/subjects/events.ts'

const nothing = () => ({})

/** What the history shows of erasures: why and how far, neither whose nor of what. */
export const subjectFacts = facts<SubjectEvent>({
  streams: subjectStreams,
  plural: 'subjects',
  version: 1,
  owner: ({ type, data }) => (type === 'SubjectErasureRequested' ? { client_id: data.client_id } : null),
  shown: {
    SubjectErasureRequested: ({ legal_basis, retain }) => ({ legal_basis, retain }),
    SubjectRestricted: nothing,
    SubjectRetained: whole,
    SubjectShreddingStarted: whole,
    SubjectErased: nothing,
    SubjectKeysDeleted: whole,
    SubjectShredded: whole,
  },
})
