import { auditDeclaration } from '#declarations/history-view.ts'
import { subjects } from '#domain/subjects/decider.ts'
import { subjectHistoryView } from '#projections/subjects/history-view.ts'

/** What the audit tells of erasures: why and how far, neither whose nor of what. */
export const subjectAudit = auditDeclaration(subjectHistoryView, {
  family: subjects,
  state(_, state) {
    if (state.status === 'absent') return null
    const { status, legal_basis, retain, requested_at, requested_by } = state
    const { retained_until, keys_deleted_at, shredded_at } = state
    return { status, legal_basis, retain, requested_at, requested_by, retained_until, keys_deleted_at, shredded_at }
  },
  // By whose it is, as its own operations go, or by its stream's.
  idsOf: (id, client_id) => [subjects.id({ client_id, user_id: id }), id],
})
