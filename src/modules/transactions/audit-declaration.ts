import { auditDeclaration } from '#declarations/history-view.ts'
import { reservedMinor, transactions } from '#domain/transactions/decider.ts'
import { transactionHistoryView } from '#projections/transactions/history-view.ts'
import { toMajor } from '#values/money.ts'

/** Without the device, which is personal. */
export const transactionAudit = auditDeclaration(transactionHistoryView, {
  family: transactions,
  state(_, state) {
    const { recorded } = state
    if (recorded === null) return null
    const { device: __, device_sealed: ___, amount_minor, ...transaction } = recorded
    const reserved = reservedMinor(state)
    return {
      ...transaction,
      amount: toMajor(amount_minor, recorded.currency),
      refunded_amount: toMajor(reserved, recorded.currency),
      refundable_amount: toMajor(amount_minor - reserved, recorded.currency),
    }
  },
  // A client's own id may be a UUID, like a stream's.
  idsOf: (requested_id, client_id) => [transactions.id(client_id, requested_id), requested_id],
})
