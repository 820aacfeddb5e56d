import {
  isReadable,
  type LoggedEvent,
  type Position,
  type SubscribeOptions,
  type UnreadableLogEvent,
} from '#event-sourcing/event-store.ts'

/**
 * For a follower that stops in front of an event that can't be read: what is before it is handled, then it is said
 * why.
 */
export function stopAtUnreadable(
  handle: (batch: { events: LoggedEvent[]; position: Position }) => Promise<void>,
): SubscribeOptions['handle'] {
  return async ({ events, position }) => {
    const stop = events.find((event): event is UnreadableLogEvent => !isReadable(event))
    if (stop === undefined) return handle({ events: events.filter(isReadable), position })
    const before = events.slice(0, events.indexOf(stop)).filter(isReadable)
    const last = before.at(-1)
    if (last !== undefined) await handle({ events: before, position: last.position })
    throw new Error(`the event at ${stop.revision} of ${stop.stream} can't be read: ${stop.unreadable}`)
  }
}
