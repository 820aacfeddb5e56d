import { auditDeclaration } from '#declarations/history-view.ts'
import { refunds } from '#domain/refunds/decider.ts'
import { reconciliations } from '#domain/refunds/reconciliation/decider.ts'
import { flagRecord } from '#domain/refunds/reconciliation/record.ts'
import { refundRecord } from '#domain/refunds/record.ts'
import { isRefund } from '#domain/refunds/state.ts'
import { reconciliationHistoryView, refundHistoryView } from '#projections/refunds/history-view.ts'

/** The record without names and free text, with where the money is and what the network contradicted. */
export const refundAudit = auditDeclaration(refundHistoryView, {
  family: refunds,
  state(refund_id, state) {
    if (state.status === 'absent') return null
    if (!isRefund(state)) return { refund_id, status: state.status }
    const { description: _, void_details: __, ...record } = refundRecord(refund_id, state, null)
    const { client_id, created_by, attempt, transfer, contradictions } = state
    const { user_id, account_id, account_masked, bank_code } = state.beneficiary
    return {
      ...record,
      beneficiary: { user_id, account_id, account_masked, bank_code },
      ...{ client_id, created_by, attempt, transfer, contradictions },
    }
  },
})

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
