import { sql } from 'slonik'
import { z } from 'zod'
import type { Database } from '#edge/postgres/pool.ts'

const VERSION_POLL_MS = 5_000

type Watched = { name: string; version: number; superseded: AbortController }

type Watching = { watched: Set<Watched>; timer?: NodeJS.Timeout }

const watchingOf = new WeakMap<Database, Watching>()

/**
 * Aborts `work` when the checkpoint's version changes: an idle older leader would keep its lease. One statement asks
 * for all subscriptions of a process.
 */
export async function runWhileVersion<T>(
  db: Database,
  { name, version, signal }: { name: string; version: number; signal: AbortSignal },
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const watching = watchingOf.get(db) ?? { watched: new Set() }
  watchingOf.set(db, watching)
  const { watched } = watching
  const own: Watched = { name, version, superseded: new AbortController() }
  watched.add(own)
  // Without PostgreSQL the subscriptions stop by themselves.
  watching.timer ??= setInterval(() => void checkVersions(db, [...watched]).catch(() => undefined), VERSION_POLL_MS)
  try {
    return await work(AbortSignal.any([signal, own.superseded.signal]))
  } finally {
    watched.delete(own)
    if (watched.size === 0) {
      clearInterval(watching.timer)
      delete watching.timer
    }
  }
}

const Row = z.object({ name: z.string(), version: z.int() })

async function checkVersions(db: Database, watched: readonly Watched[]): Promise<void> {
  const names = watched.map(({ name }) => name)
  const rows = await db.any(sql.type(Row)`
    select name, version from ops.checkpoints where name = any(${sql.array(names, 'text')})`)
  const versions = new Map(rows.map(({ name, version }) => [name, version]))
  for (const { name, version, superseded } of watched) if (versions.get(name) !== version) superseded.abort()
}
