import { LRUCache } from 'lru-cache'
import { sql } from 'slonik'
import { z } from 'zod'
import { type Day, ensureDay } from '#edge/postgres/day-partitions.ts'
import type { Database } from '#edge/postgres/pool.ts'

/** The tables of the delivery queue that are partitioned by day. */
export const DELIVERY_TABLES = ['webhook_events', 'webhook_deliveries', 'webhook_attempts'] as const

/** The follower that turns public events into deliveries. */
export const ENQUEUER = 'webhooks'
/** Raised, in a migration too, when it tells of what it did not tell of before (`FollowerOptions`). */
export const ENQUEUER_VERSION = 1

/** Channel that tells dispatchers that something is due. */
export const DUE_CHANNEL = 'webhook_due'
/** Channel that names an endpoint (UUID) whose row changed. */
export const ENDPOINT_CHANNEL = 'webhook_endpoint'

/** The UUID behind a prefixed id: how the tables of `ops` name things. */
export function uuidOf(prefixedId: string): string {
  return prefixedId.slice(prefixedId.indexOf('_') + 1)
}

/** What time it is for the queue: the database's clock decides what is due, because those of the processes differ. */
export async function queueTime(db: Database): Promise<Date> {
  return new Date(await db.oneFirst(sql.type(z.object({ now: z.string() }))`select now() as now`))
}

const ensuredDays = new WeakMap<Database, LRUCache<Day, true>>()
const DAYS_CACHED = 64

/** Makes sure that the queue can take rows of `day`; asks the database once per day and process. */
export async function ensureQueueDay(db: Database, day: Day): Promise<void> {
  const days = ensuredDays.get(db) ?? new LRUCache<Day, true>({ max: DAYS_CACHED })
  ensuredDays.set(db, days)
  if (days.has(day)) return
  await ensureDay(db, DELIVERY_TABLES, day)
  days.set(day, true)
}

/** Does `work`, which writes rows of `day`. After a failure the database is asked again: one that was restored has fewer days. */
export async function withQueueDay<T>(db: Database, day: Day, work: () => Promise<T>): Promise<T> {
  await ensureQueueDay(db, day)
  try {
    return await work()
  } catch (error) {
    ensuredDays.get(db)?.delete(day)
    throw error
  }
}
