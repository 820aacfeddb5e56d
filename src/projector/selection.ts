import { LRUCache } from 'lru-cache'
import { type EventStore, isReadable, type LogEvent, type Position } from '#event-sourcing/event-store.ts'

export type Selection = {
  /** The selected events of a batch, in order. `isOver`: no later event is selected. */
  of(events: readonly LogEvent[], position: Position): Promise<{ events: LogEvent[]; isOver: boolean }>
  /** Whether an unselected event has passed. */
  isPast(): boolean
}

export const everything: Selection = {
  of: async events => ({ events: [...events], isOver: false }),
  isPast: () => false,
}

/** The log up to and including a position, and later events of these types. */
export function upToPosition(limit: bigint, timeless: readonly string[] = []): Selection {
  return {
    of: async (events, position) => ({
      events: events.filter(event => event.position.commit <= limit || isTimeless(event, timeless)),
      isOver: timeless.length === 0 && position.commit >= limit,
    }),
    isPast: () => false,
  }
}

function isTimeless(event: LogEvent, timeless: readonly string[]): boolean {
  return isReadable(event) && timeless.includes(event.type)
}

const STREAMS_KEPT = 10_000

/**
 * Selects what a reader at `time` could have seen: of each stream the events before its first later event. Clocks of
 * processes differ, so the log is not sorted by time and is read to its end. After the first later event, the stream
 * itself decides about each earlier event. An unreadable event has no time: it is late once a late event has passed.
 */
export function upToTime(
  time: Date,
  store: Pick<EventStore, 'read'>,
  isPastAlready: boolean,
  timeless: readonly string[] = [],
): Selection {
  const limit = time.getTime()
  let isPast = isPastAlready
  const isLate = ({ at }: { at: string }) => Date.parse(at) > limit
  /** By stream, the number of first events that are selected. */
  const parts = new LRUCache<string, number>({
    max: STREAMS_KEPT,
    async fetchMethod(stream) {
      const events = await store.read(stream)
      const first = events.findIndex(isLate)
      return first < 0 ? events.length : first
    },
  })
  const belongs = async (event: LogEvent) => {
    if (isTimeless(event, timeless)) return true
    if (!isReadable(event)) return !isPast
    if (isLate(event)) {
      isPast = true
      return false
    }
    return !isPast || event.revision < (await parts.forceFetch(event.stream))
  }
  return {
    async of(events) {
      const within: LogEvent[] = []
      for (const event of events) if (await belongs(event)) within.push(event)
      return { events: within, isOver: false }
    },
    isPast: () => isPast,
  }
}
