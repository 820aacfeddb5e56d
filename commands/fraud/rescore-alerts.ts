import { alerts } from '#domain/fraud/alerts/decider.ts'
import type { AlertEventData } from '#domain/fraud/alerts/events.ts'
import { isAlert } from '#domain/fraud/alerts/state.ts'
import { KEPT_MS } from '#domain/fraud/history.ts'
import { type ProfileEvent, profileStreams } from '#domain/fraud/profile/events.ts'
import { transactionStreams } from '#domain/transactions/events.ts'
import type { Context } from '#event-sourcing/context.ts'
import type { Recorded } from '#event-sourcing/decider.ts'
import { standingOf } from '#privacy/access-status.ts'
import type { ScoredEvent } from '#services/fraud/score-of.ts'
import type { FraudService } from '#services/fraud/scoring.ts'
import { rescoreAlert } from './rescore-alert.ts'
import { scoreAnew } from './score-anew.ts'

/** The newest unresolved ones of a user: who has more of them is looked into already. */
const ALERTS_MAX = 50

/**
 * Scores the transactions of a user anew whose alerts nobody has resolved: those of the last 30 days, by the user's newest transaction. Answers
 * whether that was all of them: an alert may have yet to be opened, which after an outage can take long.
 */
export async function rescoreAlerts(
  service: FraudService,
  contextFor: (clientId: string) => Context,
  profileId: string,
  cause: AlertEventData<'AlertRescored'>['cause'],
): Promise<boolean> {
  const profile = await newestOf(service, profileId)
  const newest = timeOf(profile.at(-1)?.data.totals.newest ?? null)
  const recent = profile.filter(isAlerting).filter(({ data }) => timeOf(data.transaction.timestamp) > newest - KEPT_MS)
  let isAll = true
  let left = ALERTS_MAX
  for (const scored of recent.reverse()) {
    const { client_id, user_id, transaction_id } = scored.data
    const transaction = transactionStreams.stream(transactionStreams.id(client_id, transaction_id))
    // No alert is opened of somebody who is being erased, and none changes.
    if ((await standingOf(service, { client_id, user_id }, transaction)) !== 'free') continue
    const { state } = await service.execute.load(alerts, alerts.id(client_id, transaction_id))
    if (!isAlert(state)) isAll = false
    if (!isAlert(state) || state.status === 'resolved') continue
    const assessed = await scoreAnew(service, scored, profile)
    const context = contextFor(client_id)
    if (assessed !== null) await rescoreAlert(service, context, { client_id, transaction_id }, { cause, ...assessed })
    left -= 1
    if (left === 0) break
  }
  return isAll
}

/** A profile's events back to where all transactions are 60 days older than the newest: windows of 30 days end with those of 30 days. */
async function newestOf({ store }: FraudService, profileId: string): Promise<Recorded<ProfileEvent>[]> {
  const tail = await store.readTail(profileStreams.stream(profileId), (older, newest) => {
    const [front, back] = [older, newest].map(event => timeOf(profileStreams.parse(event).data.totals.newest))
    return front! <= back! - 2 * KEPT_MS
  })
  return tail.map(profileStreams.parse)
}

function isAlerting(event: Recorded<ProfileEvent>): event is ScoredEvent {
  return event.type === 'TransactionScored' && event.data.is_alert
}

function timeOf(time: string | null): number {
  return time === null ? Number.NEGATIVE_INFINITY : Date.parse(time)
}
