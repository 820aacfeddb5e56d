import type { Logger } from 'pino'
import { sql } from 'slonik'
import { z } from 'zod'
import { PLATFORMS, type PushPlatform } from '#domain/notifications/devices/events.ts'
import type { Database } from '#edge/postgres/pool.ts'
import type { Migration } from '#edge/postgres/schema.ts'
import { type PushReason, parseReason } from '#edge/push/reasons.ts'

/** Outages of push networks, written by the sending process for the processes that serve requests. */
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

export type NetworkStatusStore = ReturnType<typeof createNetworkStatusStore>

const Row = z.object({ platform: z.enum(PLATFORMS), reason: z.string() })
const CACHE_MS = 500
/** At most one write per network in this time. */
const SUCCESS_WRITE_MS_MIN = 1_000

export function createNetworkStatusStore(db: Database, log: Logger) {
  let cached: { at: number; statuses: Promise<ReadonlyMap<PushPlatform, PushReason>> } | undefined
  /** Networks with a recent success; true = with another one since the last write. */
  const recentSuccesses = new Map<PushPlatform, boolean>()
  let writing = Promise.resolve<unknown>(undefined)

  function write(work: () => Promise<unknown>) {
    writing = writing.then(work).catch(err => log.warn({ err }, 'writing the status of a push network failed'))
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
    markDown(platform: PushPlatform, { reason, forMs }: { reason: PushReason; forMs: number }): void {
      // Earlier successes do not end a later outage.
      if (recentSuccesses.has(platform)) recentSuccesses.set(platform, false)
      write(() =>
        db.query(sql.unsafe`
          insert into ops.push_networks (platform, reason, shut_until)
          values (${platform}, ${reason}, clock_timestamp() + ${forMs} * interval '1 millisecond')
          on conflict (platform) do update set reason = excluded.reason, shut_until = excluded.shut_until`),
      )
    },
    markUp: deleteRow,
    /** The network accepted a message: an outage that another process reported, maybe killed since, is over. */
    recordSuccess(platform: PushPlatform): void {
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
