import { openAlert } from '#commands/fraud/open-alert.ts'
import { alertStreams } from '#domain/fraud/alerts/events.ts'
import { profileStreams } from '#domain/fraud/profile/events.ts'
import type { StepOutcome } from '#reactions/due-runner.ts'
import { type Arming, type Claimed, causeOf } from '#reactions/due-work.ts'
import type { Reaction, Struck } from '#reactions/reaction.ts'
import { systemContext } from '#reactions/system-context.ts'
import type { Service } from '#service.ts'

export const ALERT_QUEUE = 'fraud-alert'

/** Every score that reached its alert threshold becomes an alert. */
export const openAlertOnTransactionScored: Reaction = {
  name: 'fraud-alerts',
  prefixes: [profileStreams.prefix, alertStreams.prefix],
  due(recorded): Arming[] {
    if (!profileStreams.has(recorded)) return []
    const { type, data, revision } = profileStreams.parse(recorded)
    if (type !== 'TransactionScored' || !data.is_alert) return []
    const alertId = alertStreams.id(data.client_id, data.transaction_id)
    return [{ ...causeOf(recorded), queue: ALERT_QUEUE, id: openingId(alertId, revision), dueInMs: 0 }]
  },
  strikes: (event): Struck[] =>
    event.type === 'AlertOpened' ? [{ queue: ALERT_QUEUE, idsFrom: `${alertStreams.idOf(event)}:` }] : [],
}

/** With the place of the score in its profile, which the step reads again. */
export function openingId(alertId: string, revision: number): string {
  return `${alertId}:${revision}`
}

/** The step of the queue. */
export function createOpening(service: Service) {
  return async function open(claim: Claimed): Promise<StepOutcome> {
    const contextFor = (clientId: string) => systemContext('fraud-alerts', clientId, claim, service.now())
    const revision = Number(claim.id.slice(claim.id.indexOf(':') + 1))
    await openAlert(service, contextFor, profileStreams.idOf(claim), revision)
    return { done: true }
  }
}
