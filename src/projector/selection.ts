import { LRUCache } from 'lru-cache'
import {
  type EventStore,
  isReadable,
  type LoggedEvent,
  type Position,
  type UnreadableLogEvent,
} from '#event-sourcing/event-store.ts'

/** Which events of the log a build applies. */
export type Selection = {
  /** Those of a batch that belong, in their order; everything up to `position` has come with it. `isOver`: none that comes later belongs. */
  of(
    events: readonly (LoggedEvent | UnreadableLogEvent)[],
    position: Position,
  ): Promise<{ events: (LoggedEvent | UnreadableLogEvent)[]; isOver: boolean }>
  /** Whether something that does not belong has gone by; what is true when an event is written may be kept with it. */
  isPast(): boolean
}

export const everything: Selection = {
  of: async events => ({ events: [...events], isOver: false }),
  isPast: () => false,
}

/** The log up to this place, which belongs to it, and of what comes later these types. */
export function upToPosition(limit: bigint, timeless: readonly string[] = []): Selection {
  return {
    of: async (events, position) => ({
      events: events.filter(event => event.position.commit <= limit || isTimeless(event, timeless)),
      isOver: timeless.length === 0 && position.commit >= limit,
    }),
    isPast: () => false,
  }
}

function isTimeless(event: LoggedEvent | UnreadableLogEvent, timeless: readonly string[]): boolean {
  return isReadable(event) && timeless.includes(event.type)
}

/** Streams whose times are remembered, so that each is read once. */
const STREAMS_KEPT = 10_000

/**
 * What a reader at `time` could have seen: of each stream the longest part from its beginning that has no event later than that. The clocks
 * of processes are not quite the same, so the log is not in the order of its times, and is read to its end. Once a later event has gone by,
 * an earlier one belongs only where its own stream says so.
 *
 * What can't be read has no time: it counts as late once something late has gone by. Events of timeless types belong whenever they were.
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
  /** By stream, how many of its first events belong. */
  const parts = new LRUCache<string, number>({ max: STREAMS_KEPT })
  const partOf = async (stream: string) => {
    const known = parts.get(stream)
    if (known !== undefined) return known
    const events = await store.read(stream)
    const first = events.findIndex(isLate)
    const part = first < 0 ? events.length : first
    parts.set(stream, part)
    return part
  }
  const belongs = async (event: LoggedEvent | UnreadableLogEvent) => {
    if (isTimeless(event, timeless)) return true
    if (!isReadable(event)) return !isPast
    if (isLate(event)) {
      isPast = true
      return false
    }
    return !isPast || event.revision < (await partOf(event.stream))
  }
  return {
    async of(events) {
      const within: (LoggedEvent | UnreadableLogEvent)[] = []
      for (const event of events) if (await belongs(event)) within.push(event)
      return { events: within, isOver: false }
    },
    isPast: () => isPast,
  }
}
