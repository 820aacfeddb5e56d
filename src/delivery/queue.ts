import { LRUCache } from 'lru-cache'
import { sql } from 'slonik'
import { z } from 'zod'
import { type Day, ensureDay } from '#edge/postgres/day-partitions.ts'
import type { Database } from '#edge/postgres/pool.ts'

/** Partitioned by day. */
export const DELIVERY_TABLES = ['webhook_events', 'webhook_deliveries', 'webhook_attempts'] as const

/** The subscription that turns public events into deliveries. */
export const ENQUEUER = 'webhooks'
/** Raise it, in a migration too, to enqueue events that were skipped before (`LogSubscriptionOptions`). */
export const ENQUEUER_VERSION = 2

export const DUE_CHANNEL = 'webhook_due'
/** Payload: the UUID of an endpoint whose row changed. */
export const ENDPOINT_CHANNEL = 'webhook_endpoint'

/** The tables of `ops` store ids without their prefix. */
export function uuidOf(prefixedId: string): string {
  return prefixedId.slice(prefixedId.indexOf('_') + 1)
}

/** The database's clock decides what is due, because those of the processes differ. */
export async function queueTime(db: Database): Promise<Date> {
  return new Date(await db.oneFirst(sql.type(z.object({ now: z.string() }))`select now() as now`))
}

const ensuredDays = new WeakMap<Database, LRUCache<Day, true>>()
const DAYS_CACHED = 64

/** Asks the database once per day and process. */
export async function ensureQueueDay(db: Database, day: Day): Promise<void> {
  const days = ensuredDays.get(db) ?? new LRUCache<Day, true>({ max: DAYS_CACHED })
  ensuredDays.set(db, days)
  if (days.has(day)) return
  await ensureDay(db, DELIVERY_TABLES, day)
  days.set(day, true)
}

/** For work that writes rows of `day`. After a failure the cache is dropped: a restored database has fewer days. */
export async function withQueueDay<T>(db: Database, day: Day, work: () => Promise<T>): Promise<T> {
  await ensureQueueDay(db, day)
  try {
    return await work()
  } catch (error) {
    ensuredDays.get(db)?.delete(day)
    throw error
  }
}
