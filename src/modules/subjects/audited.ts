import { audited } from '#declarations/history-view.ts'
import { subjects } from '#domain/subjects/decider.ts'
import { subjectFacts } from '#projections/subjects/facts.ts'

/** What the audit tells of erasures: why and how far, neither whose nor of what. */
export const auditedSubjects = audited(subjectFacts, {
  family: subjects,
  state(_, state) {
    if (state.status === 'absent') return null
    const { status, legal_basis, retain, requested_at, requested_by } = state
    const { retained_until, keys_deleted_at, shredded_at } = state
    return { status, legal_basis, retain, requested_at, requested_by, retained_until, keys_deleted_at, shredded_at }
  },
  // By whose it is, as its own operations go, or by its stream's.
  idsOf: (asked, client_id) => [subjects.id({ client_id, user_id: asked }), asked],
})
