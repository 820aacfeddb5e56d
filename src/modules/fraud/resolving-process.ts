import { resolveAlertByRule } from '#commands/fraud/resolve-alert-by-rule.ts'
import { alerts } from '#domain/fraud/alerts/decider.ts'
import { isAlert } from '#domain/fraud/alerts/state.ts'
import { latestReport, outcomes } from '#domain/fraud/outcomes/decider.ts'
import { isFraud } from '#domain/fraud/outcomes/events.ts'
import type { Process } from '#reactions/process.ts'
import { systemContext } from '#reactions/system-context.ts'
import type { Service } from '#service.ts'

const CONCURRENCY = 8
/** People wait for alerts. */
const LAG_MS_MAX = 60_000

export const resolvingProcess: Process<Service> = {
  queue: 'fraud-resolving',
  concurrency: CONCURRENCY,
  lagMsMax: LAG_MS_MAX,

  schedule(event) {
    if (!outcomes.has(event)) return event.type === 'AlertOpened' ? [{ id: alerts.idOf(event), dueInMs: 0 }] : []
    const { client_id, transaction_id } = outcomes.parse(event).data
    return [{ id: alerts.id(client_id, transaction_id), dueInMs: 0 }]
  },

  /** The rule may have missed an outcome that came while it resolved the alert. */
  cancel(event) {
    if (!alerts.has(event)) return []
    const { type, data } = alerts.parse(event)
    return type === 'AlertResolved' && data.rule === null ? [{ id: alerts.idOf(event) }] : []
  },

  handler: service => async claim => {
    const { state: alert } = await service.execute.load(alerts, claim.id)
    if (!isAlert(alert)) return { done: true }
    const { client_id, transaction_id } = alert
    const { state } = await service.execute.load(outcomes, outcomes.id(client_id, transaction_id))
    const report = latestReport(state.reports)
    if (report === undefined) return { done: true }
    const cause = { correlation_id: claim.correlation_id, causation_id: report.id }
    const context = systemContext('fraud-outcomes', client_id, cause, service.now())
    const outcome = isFraud(report.outcome) ? 'confirmed_fraud' : 'legitimate'
    await resolveAlertByRule(service, context, { client_id, transaction_id }, { rule: 'outcome_reported', outcome })
    return { done: true }
  },
}
