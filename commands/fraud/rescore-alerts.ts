import { alerts } from '#domain/fraud/alerts/decider.ts'
import type { AlertEventData } from '#domain/fraud/alerts/events.ts'
import { isAlert } from '#domain/fraud/alerts/state.ts'
import { WINDOW_MS_MAX } from '#domain/fraud/history.ts'
import { type ProfileEvent, profileStreams } from '#domain/fraud/profile/events.ts'
import { transactionStreams } from '#domain/transactions/events.ts'
import type { Context } from '#event-sourcing/context.ts'
import type { Recorded } from '#event-sourcing/decider.ts'
import { getAccessStatus } from '#privacy/access-status.ts'
import type { ScoredEvent } from '#services/fraud/find-score.ts'
import type { FraudService } from '#services/fraud/scoring.ts'
import { recomputeScore } from './recompute-score.ts'
import { rescoreAlert } from './rescore-alert.ts'

/** The newest unresolved alerts of a user: analysts already look into a user who has more. */
const ALERTS_MAX = 50

/** Returns false if an alert may have yet to be opened, which after an outage can take long. */
export async function rescoreAlerts(
  service: FraudService,
  contextFor: (clientId: string) => Context,
  profileId: string,
  cause: AlertEventData<'AlertRescored'>['cause'],
): Promise<boolean> {
  const profile = await readRecentEvents(service, profileId)
  const newest = timeOf(profile.at(-1)?.data.totals.newest ?? null)
  const recent = profile
    .filter(isAlerting)
    .filter(({ data }) => timeOf(data.transaction.timestamp) > newest - WINDOW_MS_MAX)
  let isAll = true
  let remaining = ALERTS_MAX
  for (const scored of recent.reverse()) {
    const { client_id, user_id, transaction_id } = scored.data
    const transaction = transactionStreams.stream(transactionStreams.id(client_id, transaction_id))
    // No alert of a person under erasure is opened or changed.
    if ((await getAccessStatus(service, { client_id, user_id }, transaction)) !== 'free') continue
    const { state } = await service.execute.load(alerts, alerts.id(client_id, transaction_id))
    if (!isAlert(state)) isAll = false
    if (!isAlert(state) || state.status === 'resolved') continue
    const assessed = await recomputeScore(service, scored, profile)
    const context = contextFor(client_id)
    if (assessed !== null) await rescoreAlert(service, context, { client_id, transaction_id }, { cause, ...assessed })
    remaining -= 1
    if (remaining === 0) break
  }
  return isAll
}

/** Back to where all transactions are 60 days older than the newest: the first of 30 days needs a window of 30 days. */
async function readRecentEvents({ store }: FraudService, profileId: string): Promise<Recorded<ProfileEvent>[]> {
  const tail = await store.readTail(profileStreams.stream(profileId), (older, newest) => {
    const [front, back] = [older, newest].map(event => timeOf(profileStreams.parse(event).data.totals.newest))
    return front! <= back! - 2 * WINDOW_MS_MAX
  })
  return tail.map(profileStreams.parse)
}

function isAlerting(event: Recorded<ProfileEvent>): event is ScoredEvent {
  return event.type === 'TransactionScored' && event.data.is_alert
}

function timeOf(time: string | null): number {
  return time === null ? Number.NEGATIVE_INFINITY : Date.parse(time)
}
