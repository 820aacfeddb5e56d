import { audited } from '#declarations/history-view.ts'
import { alerts } from '#domain/fraud/alerts/decider.ts'
import { alertRecord } from '#domain/fraud/alerts/record.ts'
import { isAlert } from '#domain/fraud/alerts/state.ts'
import { alertFacts } from '#projections/fraud/alert-facts.ts'

const UNREAD = { escalation: null, resolution: null, reopening: null }

/** What the audit tells of alerts: the record without what analysts wrote. */
export const auditedAlerts = audited(alertFacts, {
  family: alerts,
  state(alert_id, state) {
    if (!isAlert(state)) return null
    const { escalation, resolution, reopening, ...record } = alertRecord(alert_id, state, UNREAD)
    return {
      client_id: state.client_id,
      ...record,
      escalation: withoutNote(escalation),
      resolution: withoutNote(resolution),
      reopening: withoutNote(reopening),
    }
  },
  // By its own id, or by its transaction's.
  idsOf: (asked, client_id) => [asked, alerts.id(client_id, asked)],
})

function withoutNote<T extends { note: string | null }>(told: T | null) {
  if (told === null) return null
  const { note: _, ...rest } = told
  return rest
}
