import type { PublicEvent } from '#domain/webhooks/envelope.ts'
import type { EventType } from '#domain/webhooks/event-types.ts'
import type { DomainEvent, Recorded } from '#event-sourcing/decider.ts'

/** A domain event as a client may see it, and to whom it belongs. */
export type Draft = {
  event: PublicEvent & { type: EventType }
  client_id: string
  /** Numbers the events of one object from 1. */
  sequence: number
  /** The vault's subject whose data the payload holds; it is stored sealed for that subject, and erased with it. */
  subject: string | null
  /** Its person is restricted: auditors alone may read what an endpoint answered to it, and no recovery sends it. */
  withheld: boolean
  /** The endpoint that the event is about and that must not be told through itself. */
  except: string | null
}

/** The same over all attempts, endpoints and replays: it is a function of the domain event. */
export function publicId(event: Pick<Recorded<DomainEvent>, 'id'>): string {
  return `evt_${event.id}`
}
