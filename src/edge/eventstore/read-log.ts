import { withTimeout } from '#concurrency/timeout.ts'
import type { EventStore, LogEvent, Position } from '#event-sourcing/event-store.ts'
import { StoreUnavailable } from '#event-sourcing/store-errors.ts'

/** A store that finds no match still reports its position many times a second. */
const SILENT_MS_MAX = 30_000

/** Events that arrived together, in log order, perhaps none; all events up to `position` have arrived. */
export type LogPart = { events: LogEvent[]; position: Position }

export type ReadLogOptions = {
  prefixes: readonly string[]
  /** The position to continue from; the beginning by default. */
  from?: Position | null
  to: Position
  signal: AbortSignal
}

/**
 * Each event once. The next part is requested when it is taken. Waits for a while during an outage, then rejects with
 * StoreUnavailable; rejects with the signal's reason on abort.
 */
export async function* readLog(
  { subscribe }: Pick<EventStore, 'subscribe'>,
  { prefixes, from = null, to, signal }: ReadLogOptions,
): AsyncGenerator<LogPart> {
  const over = new AbortController()
  let part: LogPart | null = null
  let isEnd = false
  let failure: unknown
  let arrived = Promise.withResolvers<void>()
  let consumed = Promise.withResolvers<void>()
  let at = -1n
  const reading = subscribe({
    prefixes: [...prefixes],
    from,
    to,
    signal: over.signal,
    async handle({ events, position }) {
      if (isEnd) return
      // After a lost connection parts of a batch come again.
      const fresh = events.filter(event => event.position.commit > at && event.position.commit <= to.commit)
      at = fresh.at(-1)?.position.commit ?? at
      part = { events: fresh, position }
      isEnd = position.commit >= to.commit
      arrived.resolve()
      await consumed.promise
    },
    onCaughtUp() {
      isEnd = true
      arrived.resolve()
    },
  }).catch(error => {
    failure = error
    arrived.resolve()
  })
  const wake = () => arrived.resolve()
  signal.addEventListener('abort', wake)
  try {
    for (;;) {
      if (part === null && !isEnd) await withTimeout(SILENT_MS_MAX, arrived.promise, silenceError)
      signal.throwIfAborted()
      if (failure !== undefined) throw failure
      arrived = Promise.withResolvers()
      if (part !== null) {
        yield part
        part = null
        consumed.resolve()
        consumed = Promise.withResolvers()
      } else if (isEnd) return
    }
  } finally {
    signal.removeEventListener('abort', wake)
    isEnd = true
    over.abort()
    consumed.resolve()
    await reading
  }
}

function silenceError(): StoreUnavailable {
  return new StoreUnavailable('reading the log', new Error(`nothing came for ${SILENT_MS_MAX / 1_000} s`))
}
