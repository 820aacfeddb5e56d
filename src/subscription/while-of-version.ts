import type { Database } from '#edge/postgres/pool.ts'
import { readCheckpoint } from './checkpoint.ts'

const LOOK_EVERY_MS = 5_000

/**
 * Does `work` until the checkpoint of `name` is of another version, or is gone: `signal` is aborted then. Who moves it would notice. Who has nothing
 * to move would lead on, and nobody take what only a newer version takes.
 */
export async function whileOfVersion<T>(
  db: Database,
  { name, version, signal }: { name: string; version: number; signal: AbortSignal },
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const outgrown = new AbortController()
  const look = async () => {
    if ((await readCheckpoint(db, name))?.version !== version) outgrown.abort()
  }
  // While PostgreSQL is away nothing is followed anyway.
  const looking = setInterval(() => void look().catch(() => undefined), LOOK_EVERY_MS)
  try {
    return await work(AbortSignal.any([signal, outgrown.signal]))
  } finally {
    clearInterval(looking)
  }
}
