import { type Category, UnreadableEvent } from '#event-sourcing/category.ts'
import type { DomainEvent, Recorded } from '#event-sourcing/decider.ts'

/** Throws for an unknown type: money is not moved on a guess. */
export function parseKnownEvent<E extends DomainEvent>(
  streams: Category<E>,
  event: Recorded<DomainEvent>,
): Recorded<E> {
  const { type, stream, revision } = event
  if (!streams.types.includes(type)) throw new UnreadableEvent(stream, revision, `unknown event type ${type}`)
  return streams.parse(event)
}
