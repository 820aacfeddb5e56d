import type { z } from 'zod'
import type { PublicEventSource } from '#declarations/public-events.ts'
import type { PublicEvent } from '#domain/webhooks/envelope.ts'
import type { EventType } from '#domain/webhooks/event-types.ts'
import type { DomainEvent, Recorded } from '#event-sourcing/decider.ts'
import type { Service } from '#service.ts'

/** The events that a module makes public. Their types are in event-types.ts, the contract with subscribers. */
export type PublicEventDeclaration = {
  prefixes: readonly string[]
  /** Which events are public, and their owners; for the translator and for the list of events. */
  sources: readonly PublicEventSource<EventType>[]
  /** Of `data`, by type, for the OpenAPI document. */
  schemas: Partial<Record<EventType, z.ZodType>>
  /** Called when a process becomes the leader, to forget cached streams. Room for `cachedMax` is allocated at once. */
  translator(service: Pick<Service, 'store' | 'vault' | 'execute'>, cachedMax?: number): TranslateEvents
}

/** The public event of each domain event, in log order; null = none. Rejects during an outage. */
export type TranslateEvents = (events: Recorded<DomainEvent>[]) => Promise<(Draft | null)[]>

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
