/** Which event of which stream. */
type Refusal = { stream: string; revision: number; type: string }

/**
 * A follower cannot take this event, and takes nothing after it: it is foreign or damaged, its handler threw, or PostgreSQL refused what it
 * comes to. Nothing of the event was written; the follower stops in front of it.
 */
export class EventRefused extends Error {
  readonly event: Refusal
  constructor(follower: string, event: Refusal, cause: unknown) {
    super(`${follower} can't take ${event.type} at ${event.stream}@${event.revision}`, { cause })
    this.name = 'EventRefused'
    this.event = event
  }
}
