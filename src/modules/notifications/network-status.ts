import type { Logger } from 'pino'
import { sql } from 'slonik'
import { z } from 'zod'
import { PLATFORMS, type PushPlatform } from '#domain/notifications/devices/events.ts'
import type { Database } from '#edge/postgres/pool.ts'
import type { Migration } from '#edge/postgres/schema.ts'
import { type PushReason, parseReason } from '#edge/push/reasons.ts'

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

export type NetworkStatusStore = {
  markDown(platform: PushPlatform, outage: { reason: PushReason; forMs: number }): void
  markUp(platform: PushPlatform): void
  /** It took a message: whoever had found it shut, and may have been killed since, is right no more. */
  recordSuccess(platform: PushPlatform): void
  /** Those that take nothing now, with the reason. */
  listDown(): Promise<ReadonlyMap<PushPlatform, PushReason>>
}

const Row = z.object({ platform: z.enum(PLATFORMS), reason: z.string() })
/** Callers are many, and networks change seldom. */
const CACHE_MS = 500
/** Messages are many, too. */
const SUCCESS_WRITE_MS_MIN = 1_000

export function createNetworkStatusStore(db: Database, log: Logger): NetworkStatusStore {
  let cached: { at: number; statuses: Promise<ReadonlyMap<PushPlatform, PushReason>> } | undefined
  /** Reached a moment ago, and whether again since. */
  const recentSuccesses = new Map<PushPlatform, boolean>()
  /** In the order in which it was found. */
  let writing = Promise.resolve<unknown>(undefined)

  function write(work: () => Promise<unknown>) {
    writing = writing.then(work).catch(err => log.warn({ err }, 'how a push network stands was not stored'))
  }

  async function load() {
    const rows = await db.any(sql.type(Row)`
      select platform, reason from ops.push_networks where shut_until > clock_timestamp()`)
    return new Map(rows.map(({ platform, reason }) => [platform, parseReason(reason)]))
  }

  function deleteRow(platform: PushPlatform) {
    write(() => db.query(sql.unsafe`delete from ops.push_networks where platform = ${platform}`))
  }

  function writeSuccess(platform: PushPlatform) {
    recentSuccesses.set(platform, false)
    deleteRow(platform)
    const rewriteIfRepeated = () => {
      const isRepeated = recentSuccesses.get(platform)
      recentSuccesses.delete(platform)
      if (isRepeated) writeSuccess(platform)
    }
    setTimeout(rewriteIfRepeated, SUCCESS_WRITE_MS_MIN).unref()
  }

  return {
    markDown(platform, { reason, forMs }) {
      // What it took before that says nothing of now.
      if (recentSuccesses.has(platform)) recentSuccesses.set(platform, false)
      write(() =>
        db.query(sql.unsafe`
          insert into ops.push_networks (platform, reason, shut_until)
          values (${platform}, ${reason}, clock_timestamp() + ${forMs} * interval '1 millisecond')
          on conflict (platform) do update set reason = excluded.reason, shut_until = excluded.shut_until`),
      )
    },
    markUp: deleteRow,
    recordSuccess(platform) {
      if (recentSuccesses.has(platform)) recentSuccesses.set(platform, true)
      else writeSuccess(platform)
    },
    listDown() {
      const at = performance.now()
      if (cached === undefined || at - cached.at > CACHE_MS) {
        cached = { at, statuses: load() }
        cached.statuses.catch(() => (cached = undefined))
      }
      return cached.statuses
    },
  }
}
