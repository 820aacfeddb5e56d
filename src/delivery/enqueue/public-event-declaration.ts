import type { z } from 'zod'
import type { PublicEventSource } from '#declarations/public-events.ts'
import type { EventType } from '#domain/webhooks/event-types.ts'
import type { DomainEvent, Recorded } from '#event-sourcing/decider.ts'
import type { Service } from '#service.ts'
import type { Draft } from './draft.ts'

/** What a module tells to endpoints. Types are listed in event-types.ts, which is the contract with subscribers. */
export type PublicEventDeclaration = {
  /** Stream name prefixes of the events that are translated. */
  prefixes: readonly string[]
  /** Which of them are told, and whose they are; the translator goes by it, and so does the list of events. */
  sources: readonly PublicEventSource<EventType>[]
  /** Of `data`, by type, for the OpenAPI document. A type without one is described by its sample. */
  schemas: Partial<Record<EventType, z.ZodType>>
  /**
   * Made anew whenever a process begins to follow the log: what it remembers of streams is then forgotten. `rememberedMax`: of so many;
   * room is made for all of them at once.
   */
  translator(service: Pick<Service, 'store' | 'vault' | 'execute'>, cachedMax?: number): TranslateEvents
}

/** For each event of these streams, in log order, what is told of it; null = nothing. An outage rejects. */
export type TranslateEvents = (events: Recorded<DomainEvent>[]) => Promise<(Draft | null)[]>
