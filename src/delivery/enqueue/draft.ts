import type { PublicEvent } from '#domain/webhooks/envelope.ts'
import type { EventType } from '#domain/webhooks/event-types.ts'
import type { DomainEvent, Recorded } from '#event-sourcing/decider.ts'

/** A public event and its owner. */
export type Draft = {
  event: PublicEvent & { type: EventType }
  client_id: string
  /** Counts the events of one object from 1. */
  sequence: number
  /** The vault subject that the payload is sealed for, and erased with. */
  subject: string | null
  /** Its person is restricted: only auditors may read responses to it, and no recovery sends it. */
  withheld: boolean
  /** The endpoint that the event is about; it does not get the event. */
  except: string | null
}

/** Derived from the domain event: the same over all attempts, endpoints and replays. */
export function publicId(event: Pick<Recorded<DomainEvent>, 'id'>): string {
  return `evt_${event.id}`
}
