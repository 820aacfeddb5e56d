import { withTimeout } from '#concurrency/timeout.ts'
import type { EventStore, LoggedEvent, Position, UnreadableLogEvent } from '#event-sourcing/event-store.ts'
import { StoreUnavailable } from '#event-sourcing/store-errors.ts'

/** A store that looks through a long log without a match still tells how far it is, many times a second. */
const SILENT_MS_MAX = 30_000

/** What came together: events in log order, perhaps none, and the place up to which everything has come. */
export type LogPart = { events: (LoggedEvent | UnreadableLogEvent)[]; position: Position }

export type ReadLogOptions = {
  /** Stream name prefixes. */
  prefixes: readonly string[]
  /** The place to read on from; the beginning unless said. */
  from?: Position | null
  /** The last place to read, as `end` tells it. */
  to: Position
  signal: AbortSignal
}

/**
 * The log from a place to another one, each event once. The store sends no more than is taken: the next part comes when
 * it is asked for. It waits for a while during an outage, then rejects with StoreUnavailable. When the signal is
 * aborted, it rejects with the signal's reason.
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
      // A connection that was lost in the middle of a batch can bring parts of it again.
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
