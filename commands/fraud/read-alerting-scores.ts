import { WINDOW_MS_MAX } from '#domain/fraud/history.ts'
import { type ProfileEvent, profileStreams } from '#domain/fraud/profile/events.ts'
import type { Recorded } from '#event-sourcing/decider.ts'
import type { EventStore } from '#event-sourcing/event-store.ts'
import type { ScoredEvent } from '#services/fraud/find-score.ts'

type RecentProfile = { profile: Recorded<ProfileEvent>[]; alerting: ScoredEvent[] }

/** A user's recent events, and those scores of the last 30 days that raise an alert, the newest last. */
export async function readAlertingScores({ store }: { store: EventStore }, profileId: string): Promise<RecentProfile> {
  // Back to where all transactions are 60 days older than the newest: the first of 30 days needs a window of 30 days.
  const tail = await store.readTail(profileStreams.stream(profileId), (older, newest) => {
    const [front, back] = [older, newest].map(event => timeOf(profileStreams.parse(event).data.totals.newest))
    return front! <= back! - 2 * WINDOW_MS_MAX
  })
  const profile = tail.map(profileStreams.parse)
  const newest = timeOf(profile.at(-1)?.data.totals.newest ?? null)
  const alerting = profile
    .filter(isAlerting)
    .filter(({ data }) => timeOf(data.transaction.timestamp) > newest - WINDOW_MS_MAX)
  return { profile, alerting }
}

function isAlerting(event: Recorded<ProfileEvent>): event is ScoredEvent {
  return event.type === 'TransactionScored' && event.data.is_alert
}

function timeOf(time: string | null): number {
  return time === null ? Number.NEGATIVE_INFINITY : Date.parse(time)
}
