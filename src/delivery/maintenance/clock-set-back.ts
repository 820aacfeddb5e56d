import { sql } from 'slonik'
import type { DeliveryLimits } from '#delivery/limits.ts'
import { databaseMs } from '#edge/postgres/database-clock.ts'
import type { Database } from '#edge/postgres/pool.ts'

/** A clock that is so much behind what it said before was set back; less is an answer that came late. */
const SET_BACK_MS_MIN = 5_000

/** What the database's clock said, and when it was asked here. */
type Reading = { databaseMs: number; askedMs: number }

/**
 * What was put off by a clock that has been set back since would be due only when it says that time again, and nobody would call it late until
 * then. It is looked for by whoever begins to lead, who can't know what the clock did before, and whenever the clock is seen to go back; and now and
 * then, because one that was ahead between two looks alone, as while a long round went on, is not seen. Answers how many rows were found.
 */
export function createClockSetBackHandler(db: Database, limits: DeliveryLimits): () => Promise<number> {
  let last: Reading | undefined
  let checkedAtMs = Number.NEGATIVE_INFINITY
  return async () => {
    const askedMs = performance.now()
    const reading = { databaseMs: await databaseMs(db), askedMs }
    let rows = 0
    if (last === undefined || isSetBack(reading, last) || askedMs - checkedAtMs >= limits.clockCheckMs) {
      for (let found = 1; found > 0; rows += found) found = await rescheduleChunk(db, limits)
      checkedAtMs = askedMs
    }
    // Only now: what failed is done again.
    last = reading
    return rows
  }
}

function isSetBack(now: Reading, last: Reading): boolean {
  return now.databaseMs < last.databaseMs + (now.askedMs - last.askedMs) - SET_BACK_MS_MIN
}

/**
 * What was due at once is due now, and what waits for another attempt waits as long as it was to wait then. What is leased is free after one lease
 * more: a process that lives lengthens its own before. Rows that others write just then have their time from the clock as it is now, and so has one
 * that is due before it was tried: its attempt began before the clock was set back, and was put on record after that.
 */
async function rescheduleChunk(db: Database, { leaseMs, recoverChunk }: DeliveryLimits): Promise<number> {
  const now = sql.fragment`statement_timestamp()`
  const ms = (of: number) => sql.fragment`${of}::float8 * interval '1 millisecond'`
  const isTriedAhead = sql.fragment`d.last_at > ${now} + ${ms(SET_BACK_MS_MIN)}`
  const isImmediate = sql.fragment`(d.tries = 0 or d.manual)`
  const { rowCount } = await db.query(sql.unsafe`
    with ahead as (
      select d.day, d.delivery from ops.webhook_deliveries d
      where d.state = 'pending' and case
        -- One that ends later than two leases from now was not given by this clock.
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
      -- By which it is told that this was done.
      last_at = case when ${isTriedAhead} then ${now} else d.last_at end
    from ahead where d.day = ahead.day and d.delivery = ahead.delivery`)
  return rowCount
}
