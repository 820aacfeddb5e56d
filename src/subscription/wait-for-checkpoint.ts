import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from '#edge/postgres/pool.ts'
import type { EventStore, Position } from '#event-sourcing/event-store.ts'
import { readCheckpoint } from './checkpoint.ts'

const POLL_MS = 20

/** Who is waited for, what may come of which streams, and how long at most. */
type WaitOptions = { subscription: string; prefixes: readonly string[]; msMax: number }

/**
 * Waits until a follower has taken all that was in the event store at the call, so that a caller finds what was answered to it,
 * whichever process answered. After `msMax` the caller is shown what there is; answers whether that is all.
 */
export async function waitForCheckpoint(
  { store, db }: { store: EventStore; db: Database },
  { subscription, prefixes, msMax }: WaitOptions,
): Promise<boolean> {
  const timeout = AbortSignal.timeout(msMax)
  const readPosition = async () => (await readCheckpoint(db, subscription))?.position ?? null
  const newest = await newestAfter(store, prefixes, await readPosition(), timeout)
  if (newest === 'unknown') return false
  if (newest === null) return true
  while (((await readPosition())?.commit ?? -1n) < newest) {
    if (timeout.aborted) return false
    await delay(POLL_MS)
  }
  return true
}

/** The place of the newest event of the streams; null when there is none after `from`, unknown when the time was too short to find out. */
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
