import type { Database } from '#edge/postgres/pool.ts'
import { readCheckpoint } from './checkpoint.ts'

const POLL_MS = 5_000

/** Aborts `work` when the checkpoint's version changes: an idle older leader would keep its lease. */
export async function runWhileVersion<T>(
  db: Database,
  { name, version, signal }: { name: string; version: number; signal: AbortSignal },
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const superseded = new AbortController()
  const checkVersion = async () => {
    if ((await readCheckpoint(db, name))?.version !== version) superseded.abort()
  }
  // Without PostgreSQL the subscription stops by itself.
  const timer = setInterval(() => void checkVersion().catch(() => undefined), POLL_MS)
  try {
    return await work(AbortSignal.any([signal, superseded.signal]))
  } finally {
    clearInterval(timer)
  }
}
