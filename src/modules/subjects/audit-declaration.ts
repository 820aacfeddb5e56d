import { auditDeclaration } from '#declarations/history-view.ts'
import { subjects } from '#domain/subjects/decider.ts'
import { subjectHistoryView } from '#projections/subjects/history-view.ts'

/** Contains neither the person nor the streams. */
export const subjectAudit = auditDeclaration(subjectHistoryView, {
  family: subjects,
  state(_, state) {
    if (state.status === 'absent') return null
    const { status, legal_basis, retain, requested_at, requested_by } = state
    const { retained_until, keys_deleted_at, shredded_at } = state
    return { status, legal_basis, retain, requested_at, requested_by, retained_until, keys_deleted_at, shredded_at }
  },
  // The person's id, as in the other operations, or the stream's.
  idsOf: (id, client_id) => [subjects.id({ client_id, user_id: id }), id],
})
