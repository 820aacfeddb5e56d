import { resolveAlertByRule } from '#commands/fraud/resolve-alert-by-rule.ts'
import { alerts } from '#domain/fraud/alerts/decider.ts'
import { alertStreams } from '#domain/fraud/alerts/events.ts'
import { isAlert } from '#domain/fraud/alerts/state.ts'
import { outcomes, standingReport } from '#domain/fraud/outcomes/decider.ts'
import { isFraud, outcomeStreams } from '#domain/fraud/outcomes/events.ts'
import type { DomainEvent, Recorded } from '#event-sourcing/decider.ts'
import type { StepOutcome } from '#reactions/due-runner.ts'
import { type Arming, type Claimed, causeOf } from '#reactions/due-work.ts'
import type { Reaction, Struck } from '#reactions/reaction.ts'
import { systemContext } from '#reactions/system-context.ts'
import type { Service } from '#service.ts'

export const RESOLVING_QUEUE = 'fraud-resolving'

/** What a transaction turned out to be decides its alert, whichever of the two comes first. */
export const resolveAlertOnOutcomeReported: Reaction = {
  name: 'fraud-outcomes',
  prefixes: [outcomeStreams.prefix, alertStreams.prefix],
  due(event): Arming[] {
    const arming = (id: string) => [{ ...causeOf(event), queue: RESOLVING_QUEUE, id, dueInMs: 0 }]
    if (!outcomeStreams.has(event)) return event.type === 'AlertOpened' ? arming(alertStreams.idOf(event)) : []
    const { client_id, transaction_id } = outcomeStreams.parse(event).data
    return arming(alertStreams.id(client_id, transaction_id))
  },
  // Only an analyst's word settles what was reported before it: the rule may not have known of an outcome that came while it resolved the alert.
  strikes: (event): Struck[] => (isByAnalyst(event) ? [{ queue: RESOLVING_QUEUE, id: alertStreams.idOf(event) }] : []),
}

function isByAnalyst(event: Recorded<DomainEvent>): boolean {
  if (!alertStreams.has(event)) return false
  const { type, data } = alertStreams.parse(event)
  return type === 'AlertResolved' && data.rule === null
}

/** The step of the queue. */
export function createResolving(service: Service) {
  return async function resolve(claim: Claimed): Promise<StepOutcome> {
    const { state: alert } = await service.execute.load(alerts, claim.id)
    if (!isAlert(alert)) return { done: true }
    const { client_id, transaction_id } = alert
    const { state } = await service.execute.load(outcomes, outcomes.id(client_id, transaction_id))
    const report = standingReport(state.reports)
    if (report === undefined) return { done: true }
    const cause = { correlation_id: claim.correlation_id, causation_id: report.id }
    const context = systemContext('fraud-outcomes', client_id, cause, service.now())
    const outcome = isFraud(report.outcome) ? 'confirmed_fraud' : 'legitimate'
    await resolveAlertByRule(service, context, { client_id, transaction_id }, { rule: 'outcome_reported', outcome })
    return { done: true }
  }
}
