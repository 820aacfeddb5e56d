import { sql } from 'slonik'
import type { DeliveryLimits } from '#delivery/limits.ts'
import { databaseMs } from '#edge/postgres/database-clock.ts'
import type { Database } from '#edge/postgres/pool.ts'

/** A smaller difference is a late response. */
const SET_BACK_MS_MIN = 5_000

type Reading = { databaseMs: number; readAtMs: number }

/**
 * Deliveries that a clock scheduled before it was set back would wait until it shows that time again, and no metric
 * would call them late. A new leader checks for them, so does every observed step back; and a periodic check finds a
 * clock that was ahead only between two readings. Returns the number of rescheduled rows.
 */
export function createClockSetBackHandler(db: Database, limits: DeliveryLimits): () => Promise<number> {
  let last: Reading | undefined
  let checkedAtMs = Number.NEGATIVE_INFINITY
  return async () => {
    const readAtMs = performance.now()
    const reading = { databaseMs: await databaseMs(db), readAtMs }
    let rows = 0
    if (last === undefined || isSetBack(reading, last) || readAtMs - checkedAtMs >= limits.clockCheckMs) {
      for (let found = 1; found > 0; rows += found) found = await rescheduleChunk(db, limits)
      checkedAtMs = readAtMs
    }
    // Only now, so that a failure is repeated.
    last = reading
    return rows
  }
}

function isSetBack(now: Reading, last: Reading): boolean {
  return now.databaseMs < last.databaseMs + (now.readAtMs - last.readAtMs) - SET_BACK_MS_MIN
}

/**
 * Deliveries that were due at once are due now, retries keep their delay, and leases end after one more lease: a living
 * process renews its own before. One due before its last attempt is left as it is: the attempt began before the step
 * back and was recorded after it.
 */
async function rescheduleChunk(db: Database, { leaseMs, recoverChunk }: DeliveryLimits): Promise<number> {
  const now = sql.fragment`statement_timestamp()`
  const ms = (value: number) => sql.fragment`${value}::float8 * interval '1 millisecond'`
  const isTriedAhead = sql.fragment`d.last_at > ${now} + ${ms(SET_BACK_MS_MIN)}`
  const isImmediate = sql.fragment`(d.tries = 0 or d.manual)`
  const { rowCount } = await db.query(sql.unsafe`
    with ahead as (
      select d.day, d.delivery from ops.webhook_deliveries d
      where d.state = 'pending' and case
        -- A lease that ends later than two leases from now is from before the step back.
        when d.lease is not null then d.due_at > ${now} + ${ms(2 * leaseMs)}
        when ${isImmediate} then d.due_at > ${now} + ${ms(SET_BACK_MS_MIN)}
        else ${isTriedAhead} end
      limit ${recoverChunk} for update skip locked)
    update ops.webhook_deliveries d set
      due_at = case
        when d.lease is not null then ${now} + ${ms(leaseMs)}
        when ${isImmediate} then ${now}
        when d.due_at < d.last_at then d.due_at
        else ${now} + (d.due_at - d.last_at) end,
      resume_at = case when ${isTriedAhead} then ${now} + (d.resume_at - d.last_at) else d.resume_at end,
      -- Marks the row as rescheduled.
      last_at = case when ${isTriedAhead} then ${now} else d.last_at end
    from ahead where d.day = ahead.day and d.delivery = ahead.delivery`)
  return rowCount
}
