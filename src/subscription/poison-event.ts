/** Which event of which stream. */
type EventReference = { stream: string; revision: number; type: string }

/**
 * A follower cannot take this event, and takes nothing after it: it is foreign or damaged, its handler threw, or PostgreSQL refused what it
 * comes to. Nothing of the event was written; the follower stops in front of it.
 */
export class PoisonEvent extends Error {
  readonly event: EventReference
  constructor(subscription: string, event: EventReference, cause: unknown) {
    super(`${subscription} can't take ${event.type} at ${event.stream}@${event.revision}`, { cause })
    this.name = 'EventRefused'
    this.event = event
  }
}
