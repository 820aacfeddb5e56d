import { auditDeclaration } from '#declarations/history-view.ts'
import { reconciliations } from '#domain/refunds/reconciliation/decider.ts'
import { flagRecord } from '#domain/refunds/reconciliation/record.ts'
import { reconciliationHistoryView } from '#projections/refunds/reconciliation-history-view.ts'

/** All flags of a refund, by the id of a flag or of the refund. */
export const reconciliationAudit = auditDeclaration(reconciliationHistoryView, {
  family: reconciliations,
  state(id, { flags }) {
    const [first] = flags
    if (first === undefined) return null
    return { client_id: first.client_id, refund_id: first.refund_id, flags: flags.map(flag => flagRecord(id, flag)) }
  },
  idsOf: (requested_id, client_id) => [
    reconciliations.parseFlagId(requested_id)?.id ?? reconciliations.id(client_id, requested_id),
    requested_id,
  ],
})
