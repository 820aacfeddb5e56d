import { setTimeout as delay } from 'node:timers/promises'
import { isRefusal } from '#edge/eventstore/errors.ts'
import type { EventStore, LogEvent, Position } from '#event-sourcing/event-store.ts'
import { StoreUnavailable } from '#event-sourcing/store-errors.ts'
import { METADATA_PREFIX } from './hidden-streams.ts'
import { COVERED_PREFIXES } from './stream-head.ts'

/** Without any event or response. */
const UNRESPONSIVE_MS_MAX = 30_000
const RETRY_MS = 500

/** The store could not be read to its end. */
export class LogReadIncomplete extends Error {}

/** Returns the store's error when it refused to continue; null at the end of the log. */
export async function readToEnd(
  { store, signal }: { store: Pick<EventStore, 'subscribe' | 'end'>; signal: AbortSignal },
  handle: (events: LogEvent[]) => Promise<void>,
): Promise<string | null> {
  const to = await endOf(store, signal)
  const over = new AbortController()
  let isEnd = false
  let damage: string | null = null
  let at: Position | null = null
  const watchdog = setTimeout(() => over.abort(), UNRESPONSIVE_MS_MAX)
  await store
    .subscribe({
      prefixes: [...COVERED_PREFIXES, METADATA_PREFIX],
      from: null,
      // Events that a lagging node lacks would count as cut off.
      ...(to === null ? {} : { to }),
      includeSystemEvents: true,
      signal: AbortSignal.any([signal, over.signal]),
      async handle({ events, position }) {
        watchdog.refresh()
        // A connection that is lost within a batch can repeat parts of it.
        await handle(events.filter(event => at === null || event.position.commit > at.commit))
        at = position
        watchdog.refresh()
      },
      onCaughtUp() {
        isEnd = true
        over.abort()
      },
      onState(state, error) {
        if (state !== 'reconnecting' || !isRefusal(error)) return
        damage = error instanceof Error ? error.message : String(error)
        over.abort()
      },
    })
    .finally(() => clearTimeout(watchdog))
  signal.throwIfAborted()
  if (!isEnd && damage === null) throw unresponsive()
  return damage
}

/** The end of the log when the reading begins. Null when it is empty, or when the store can't return its last event. */
async function endOf({ end }: Pick<EventStore, 'end'>, signal: AbortSignal): Promise<Position | null> {
  for (const since = performance.now(); performance.now() - since < UNRESPONSIVE_MS_MAX; ) {
    try {
      return await end()
    } catch (error) {
      if (error instanceof StoreUnavailable && isRefusal(error.cause)) return null
    }
    await delay(RETRY_MS, undefined, { signal })
  }
  throw unresponsive()
}

function unresponsive(): LogReadIncomplete {
  return new LogReadIncomplete(`the event store did not respond for ${UNRESPONSIVE_MS_MAX / 1_000} s`)
}
