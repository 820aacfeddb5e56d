type EventReference = { stream: string; revision: number; type: string }

/**
 * An event that a subscription cannot take: foreign or damaged, its handler threw, or PostgreSQL refused its values.
 * Nothing of it was written; the subscription stops before it.
 */
export class PoisonEvent extends Error {
  readonly event: EventReference
  constructor(subscription: string, event: EventReference, cause: unknown) {
    super(`${subscription} can't take ${event.type} at ${event.stream}@${event.revision}`, { cause })
    this.name = 'EventRefused'
    this.event = event
  }
}
