import { type CommonQueryMethods, sql } from 'slonik'
import type { Day } from '#edge/postgres/day-partitions.ts'
import { bucketOf } from '#values/duration-histogram.ts'
import type { DeliveryOutcome } from './dispatch/leased-delivery.ts'

/** States that a delivery enters. `waiting`: a request was made first, which failed, and another one follows. */
type StatisticsEntry = 'first_try' | 'after_retries' | 'given_up' | 'waiting'

/** The duration of a replay is the age of its event. */
export function statisticsEntry(outcome: DeliveryOutcome): [entry: StatisticsEntry | null, bucketMs: number] {
  const { delivery, at, durationMs } = outcome
  const entry = entryOf(outcome)
  if ((entry !== 'first_try' && entry !== 'after_retries') || delivery.replay) return [entry, 0]
  return [entry, bucketOf(at.getTime() + durationMs - Date.parse(delivery.created_at))]
}

/** Test events do not count, nor do manual attempts that change no state. */
function entryOf({ delivery, state, attempts, error }: DeliveryOutcome): StatisticsEntry | null {
  const wasAttempted = attempts > delivery.attempts
  if (delivery.test || !wasAttempted) return null
  if (state === 'succeeded') return successOf(delivery.delivered || error !== null, attempts)
  if (delivery.manual) return null
  if (state === 'failed') return 'given_up'
  return attempts === 1 && error !== 'endpoint_disabled' ? 'waiting' : null
}

function successOf(isKnown: boolean, attempts: number): StatisticsEntry | null {
  if (isKnown) return null
  return attempts === 1 ? 'first_try' : 'after_retries'
}

/** Months are sums of days: each row of an outcome's statement delays the deliveries behind it. */
const COUNTED_PERIODS = ['day', 'hour'] as const

/** From the written outcomes `done`. Sorted, so that processes that count the same endpoints lock rows in one order. */
export const addToStatistics = sql.fragment`
  insert into ops.webhook_statistics as s (webhook, period, start, entry, bucket_ms, count)
  select webhook, period, date_trunc(period, at, 'UTC'), entry, bucket_ms, count(*)
  from done cross join unnest(${sql.array([...COUNTED_PERIODS], 'text')}) as period
  where entry is not null group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
  on conflict (webhook, period, start, entry, bucket_ms) do update set count = s.count + excluded.count`

/** A month stays until all of it is older. */
export async function deleteStatisticsBefore(db: CommonQueryMethods, day: Day): Promise<void> {
  await db.query(sql.unsafe`
    delete from ops.webhook_statistics where start < ${day}::timestamp at time zone 'UTC'
      and (start at time zone 'UTC') + ('1 ' || period)::interval <= ${day}::timestamp`)
}
