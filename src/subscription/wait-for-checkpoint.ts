import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from '#edge/postgres/pool.ts'
import type { EventStore, Position } from '#event-sourcing/event-store.ts'
import { readCheckpoint } from './checkpoint.ts'

/** A read model is milliseconds behind; a caller that waits longer is better served with the present rows. */
const READ_YOUR_WRITES_MS_MAX = 500
const POLL_MS = 20

/** Any subscription, by the name of its checkpoint. `prefixes`: of the streams that the caller waits for. */
type ReadModel = { name: string; prefixes: readonly string[] }

/**
 * Waits until a read model has taken all events that were in the event store at the call, so that a caller reads its
 * own writes, whichever process answered them. Returns false when that takes longer than `msMax`.
 */
export async function waitForCheckpoint(
  { store, db }: { store: EventStore; db: Database },
  { name, prefixes }: ReadModel,
  msMax = READ_YOUR_WRITES_MS_MAX,
): Promise<boolean> {
  const timeout = AbortSignal.timeout(msMax)
  const readPosition = async () => (await readCheckpoint(db, name))?.position ?? null
  const newest = await newestAfter(store, prefixes, await readPosition(), timeout)
  if (newest === 'unknown') return false
  if (newest === null) return true
  while (((await readPosition())?.commit ?? -1n) < newest) {
    if (timeout.aborted) return false
    await delay(POLL_MS)
  }
  return true
}

/** The position of the newest event of the streams; null when there is none after `from`, unknown after the timeout. */
async function newestAfter(
  store: EventStore,
  prefixes: readonly string[],
  from: Position | null,
  timeout: AbortSignal,
): Promise<bigint | null | 'unknown'> {
  const reached = new AbortController()
  let newest: bigint | null = null
  await store.subscribe({
    prefixes: [...prefixes],
    from,
    signal: AbortSignal.any([reached.signal, timeout]),
    async handle({ events, position }) {
      if (events.length > 0) newest = position.commit
    },
    onCaughtUp: () => reached.abort(),
  })
  return reached.signal.aborted ? newest : 'unknown'
}
