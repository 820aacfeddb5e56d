import { audited } from '#declarations/history-view.ts'
import { reconciliations } from '#domain/refunds/reconciliation/decider.ts'
import { flagRecord } from '#domain/refunds/reconciliation/record.ts'
import { reconciliationFacts } from '#projections/refunds/reconciliation-facts.ts'

/** What the audit tells of a refund's discrepancies: all its flags, by any of their ids or by the refund's. */
export const auditedReconciliations = audited(reconciliationFacts, {
  family: reconciliations,
  state(id, { flags }) {
    const [first] = flags
    if (first === undefined) return null
    return { client_id: first.client_id, refund_id: first.refund_id, flags: flags.map(flag => flagRecord(id, flag)) }
  },
  idsOf: (asked, client_id) => [reconciliations.placeOf(asked)?.id ?? reconciliations.id(client_id, asked), asked],
})
