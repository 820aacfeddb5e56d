import type { Logger } from 'pino'
import { sql } from 'slonik'
import { z } from 'zod'
import { PLATFORMS, type PushPlatform } from '#domain/notifications/devices/events.ts'
import type { Database } from '#edge/postgres/pool.ts'
import type { Migration } from '#edge/postgres/schema.ts'
import { type Reason, reasonStored } from '#edge/push/reasons.ts'

/** Which push networks take nothing, as whoever sends last found them, for the processes that answer callers. */
export const networkMigrations: Migration[] = [
  {
    name: 'push-networks-001',
    statements: [
      sql.unsafe`create table ops.push_networks (
        platform text primary key,
        reason text not null,
        shut_until timestamptz not null
      )`,
    ],
  },
]

export type NetworkStanding = {
  shut(platform: PushPlatform, trouble: { reason: Reason; forMs: number }): void
  opened(platform: PushPlatform): void
  /** It took a message: whoever had found it shut, and may have been killed since, is right no more. */
  reached(platform: PushPlatform): void
  /** Those that take nothing now, with the reason. */
  shutNow(): Promise<ReadonlyMap<PushPlatform, Reason>>
}

const Row = z.object({ platform: z.enum(PLATFORMS), reason: z.string() })
/** Callers are many, and networks change seldom. */
const REMEMBERED_MS = 500
/** Messages are many, too. */
const REACHED_GAP_MS = 1_000

export function createNetworkStanding(db: Database, log: Logger): NetworkStanding {
  let known: { at: number; answer: Promise<ReadonlyMap<PushPlatform, Reason>> } | undefined
  /** Reached a moment ago, and whether again since. */
  const reached = new Map<PushPlatform, boolean>()
  /** In the order in which it was found. */
  let writing = Promise.resolve<unknown>(undefined)

  function write(work: () => Promise<unknown>) {
    writing = writing.then(work).catch(err => log.warn({ err }, 'how a push network stands was not stored'))
  }

  async function look() {
    const rows = await db.any(sql.type(Row)`
      select platform, reason from ops.push_networks where shut_until > clock_timestamp()`)
    return new Map(rows.map(({ platform, reason }) => [platform, reasonStored(reason)]))
  }

  function open(platform: PushPlatform) {
    write(() => db.query(sql.unsafe`delete from ops.push_networks where platform = ${platform}`))
  }

  function reach(platform: PushPlatform) {
    reached.set(platform, false)
    open(platform)
    const later = () => {
      const isAgain = reached.get(platform)
      reached.delete(platform)
      if (isAgain) reach(platform)
    }
    setTimeout(later, REACHED_GAP_MS).unref()
  }

  return {
    shut(platform, { reason, forMs }) {
      // What it took before that says nothing of now.
      if (reached.has(platform)) reached.set(platform, false)
      write(() =>
        db.query(sql.unsafe`
          insert into ops.push_networks (platform, reason, shut_until)
          values (${platform}, ${reason}, clock_timestamp() + ${forMs} * interval '1 millisecond')
          on conflict (platform) do update set reason = excluded.reason, shut_until = excluded.shut_until`),
      )
    },
    opened: open,
    reached(platform) {
      if (reached.has(platform)) reached.set(platform, true)
      else reach(platform)
    },
    shutNow() {
      const at = performance.now()
      if (known === undefined || at - known.at > REMEMBERED_MS) {
        known = { at, answer: look() }
        known.answer.catch(() => (known = undefined))
      }
      return known.answer
    },
  }
}
