import { sql } from 'slonik'
import { z } from 'zod'
import type { Database } from '#edge/postgres/pool.ts'
import type { LoggedEvent } from '#event-sourcing/event-store.ts'
import { readModels } from '../harness/every-module.ts'

const READ_TABLES = [
  ...['refunds', 'refund_counts', 'refund_user_counts', 'refund_statistics', 'history', 'reservations', 'events'],
] as const

/** Every row with every column of the live tables, as PostgreSQL writes them as text, in a fixed order. */
export async function tableContents(db: Database): Promise<Record<string, readonly string[]>> {
  const contents: Record<string, readonly string[]> = {}
  for (const table of READ_TABLES)
    contents[table] = await db.anyFirst(sql.type(z.object({ line: z.string() }))`
      select to_jsonb(t)::text as line from ${sql.identifier(['read', table])} as t order by 1`)
  return contents
}

/** The counters as they would be if they were counted from the rows now. */
export async function recounted(db: Database): Promise<Record<string, readonly string[]>> {
  const line = z.object({ line: z.string() })
  return {
    refund_counts: await db.anyFirst(sql.type(line)`
      select to_jsonb(t)::text as line from (
        select client_id, period, date_trunc(period, created_at, 'UTC') as start, status, count(*)
        from read.refunds cross join unnest(array['month', 'day', 'hour']) as period group by 1, 2, 3, 4) as t order by 1`),
    refund_user_counts: await db.anyFirst(sql.type(line)`
      select to_jsonb(t)::text as line from (
        select client_id, user_id, status, count(*) from read.refunds group by 1, 2, 3) as t order by 1`),
  }
}

/** Waits until every read model has taken the last of `events` that it is told of: each follows on its own. */
export async function shown(db: Database, events: readonly LoggedEvent[], ms?: number): Promise<void> {
  const last = readModels.flatMap(({ name, prefixes }) => {
    const told = events.filter(({ stream }) => prefixes.some(prefix => stream.startsWith(prefix)))
    return told.length === 0 ? [] : [{ name, place: Math.max(...told.map(({ position }) => Number(position.commit))) }]
  })
  await eventually(
    'every read model has taken the last event',
    async () => {
      const places = await db.any(sql.type(z.object({ name: z.string(), last_event: z.number().nullable() }))`
        select name, last_event from ops.checkpoints`)
      const taken = new Map(places.map(({ name, last_event }) => [name, last_event ?? -1]))
      return last.every(({ name, place }) => (taken.get(name) ?? -1) >= place)
    },
    ms,
  )
}

/** Waits until `what` holds, asking again every 20 ms; fails by name after `ms`. */
export async function eventually(what: string, holds: () => Promise<boolean> | boolean, ms = 30_000): Promise<void> {
  const deadline = Date.now() + ms
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`not within ${ms} ms: ${what}`)
    await new Promise(resolve => setTimeout(resolve, 20))
  }
}
