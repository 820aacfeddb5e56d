import { auditDeclaration } from '#declarations/history-view.ts'
import { alerts } from '#domain/fraud/alerts/decider.ts'
import { alertRecord } from '#domain/fraud/alerts/record.ts'
import { isAlert } from '#domain/fraud/alerts/state.ts'
import { alertHistoryView } from '#projections/fraud/alert-history-view.ts'

const NO_NOTES = { escalation: null, resolution: null, reopening: null }

/** Without the notes of analysts. */
export const alertAudit = auditDeclaration(alertHistoryView, {
  family: alerts,
  state(alert_id, state) {
    if (!isAlert(state)) return null
    const { escalation, resolution, reopening, ...record } = alertRecord(alert_id, state, NO_NOTES)
    return {
      client_id: state.client_id,
      ...record,
      escalation: withoutNote(escalation),
      resolution: withoutNote(resolution),
      reopening: withoutNote(reopening),
    }
  },
  // By the alert's or by the transaction's id.
  idsOf: (requestedId, client_id) => [requestedId, alerts.id(client_id, requestedId)],
})

function withoutNote<T extends { note: string | null }>(change: T | null) {
  if (change === null) return null
  const { note: _, ...rest } = change
  return rest
}
