import type { Database } from '#edge/postgres/pool.ts'
import { readCheckpoint } from './checkpoint.ts'

const POLL_MS = 5_000

/**
 * Does `work` until the checkpoint of `name` is of another version, or is gone: `signal` is aborted then. Who moves it would notice. Who has nothing
 * to move would lead on, and nobody take what only a newer version takes.
 */
export async function runWhileVersion<T>(
  db: Database,
  { name, version, signal }: { name: string; version: number; signal: AbortSignal },
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const superseded = new AbortController()
  const checkVersion = async () => {
    if ((await readCheckpoint(db, name))?.version !== version) superseded.abort()
  }
  // While PostgreSQL is away nothing is followed anyway.
  const timer = setInterval(() => void checkVersion().catch(() => undefined), POLL_MS)
  try {
    return await work(AbortSignal.any([signal, superseded.signal]))
  } finally {
    clearInterval(timer)
  }
}
