import { setTimeout as delay } from 'node:timers/promises'
import type { CommonQueryMethods } from 'slonik'
import type { Position } from '#edge/eventstore/event-store.ts'
import type { Service } from '#service.ts'
import { readCheckpoint } from '#subscription/checkpoint.ts'
import { ENQUEUER } from './queue.ts'

/** The enqueuer is behind by milliseconds. When it is down, a caller all the more wants to see what there is. */
const WAIT_MS_MAX = 2_000
const LOOK_EVERY_MS = 20

/** The enqueuer's place in the log: deliveries of all events up to it can be read. Null = the beginning. */
async function placeOfEnqueuer(db: CommonQueryMethods): Promise<Position | null> {
  return (await readCheckpoint(db, ENQUEUER))?.position ?? null
}

/**
 * Waits until deliveries of all that was in the event store at the call can be read, so that who was told of a refund finds
 * its deliveries, whichever processes answered. Gives up after 2 s: deliveries are listed while none are queued. `prefixes`:
 * of the streams that are told to endpoints.
 */
export async function untilQueued(
  { store, db }: Pick<Service, 'store' | 'db'>,
  prefixes: readonly string[],
): Promise<void> {
  const timeout = AbortSignal.timeout(WAIT_MS_MAX)
  const queued = async () => (await placeOfEnqueuer(db))?.commit ?? -1n
  const newest = await newestAfter(store, prefixes, await placeOfEnqueuer(db), timeout)
  while (newest !== null && !timeout.aborted && (await queued()) < newest) await delay(LOOK_EVERY_MS)
}

/** The place of the newest event that may be told to endpoints; null when there is none after `from`. */
async function newestAfter(
  store: Service['store'],
  prefixes: readonly string[],
  from: Position | null,
  timeout: AbortSignal,
): Promise<bigint | null> {
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
  return newest
}
