import type { z } from 'zod'
import type { Decider, DomainEvent, Recorded } from './decider.ts'
import { assertClassified, type ClassifiedSchemas } from './field-classes.ts'

export type EventOf<Schemas extends Record<string, z.ZodObject>> = {
  [Name in keyof Schemas & string]: { type: Name; data: z.infer<Schemas[Name]> }
}[keyof Schemas & string]

/** The streams of one kind: their names, and the events that they may contain. */
export type Category<E extends DomainEvent> = {
  prefix: string
  types: readonly string[]
  schemas: Readonly<Record<string, z.ZodObject>>
  stream(id: string): string
  idOf(event: { stream: string }): string
  has(event: { stream: string }): boolean
  /** Throws UnreadableEvent when the data do not fit the schema. */
  parse(event: Recorded<DomainEvent>): Recorded<E>
  /** Throws when the data of a new event do not fit its schema: a bug, found before it is permanent. */
  assertValid(event: DomainEvent): void
}

export type Family<C, S, E extends DomainEvent> = Category<E> & {
  decider: Decider<C, S, E>
  /**
   * For streams that grow for ever and carry their totals forward: whether the fold gives the same state from `older`
   * on; `newest` is the last event.
   */
  isFoldStart?(older: Recorded<E>, newest: Recorded<E>): boolean
}

/** The event is foreign, damaged, or of a newer version. */
export class UnreadableEvent extends Error {
  constructor(stream: string, revision: number | bigint, reason: string) {
    super(`the event at ${revision} of ${stream} can't be read: ${reason}`)
    this.name = 'UnreadableEvent'
  }
}

/**
 * Strict when written. Laxer when read, because two versions run at once during an upgrade: unknown fields and event
 * types come from the newer one and pass.
 */
export function category<Schemas extends Record<string, z.ZodObject>>(declared: {
  prefix: string
  events: Schemas & ClassifiedSchemas<Schemas>
}): Category<EventOf<Schemas>> {
  const { prefix } = declared
  assertClassified(declared.events)
  const schemas = new Map<string, z.ZodObject>(Object.entries(declared.events))
  /** Several subscriptions take the same event. */
  const valid = new WeakSet<Recorded<DomainEvent>>()
  return {
    prefix,
    types: [...schemas.keys()],
    schemas: declared.events,
    stream: id => prefix + id,
    idOf: ({ stream }) => stream.slice(prefix.length),
    has: ({ stream }) => stream.startsWith(prefix),
    parse(event) {
      if (!valid.has(event)) {
        const problem = problemOf(schemas.get(event.type), event.data, ({ code }) => code !== 'unrecognized_keys')
        if (problem !== null) throw new UnreadableEvent(event.stream, event.revision, problem)
        valid.add(event)
      }
      return event as Recorded<EventOf<Schemas>>
    },
    assertValid({ type, data }) {
      const problem = schemas.has(type) ? problemOf(schemas.get(type), data, () => true) : 'there is no such event'
      if (problem !== null) throw new Error(`${prefix} can't record ${type}: ${problem}`)
    },
  }
}

/** The decider gets no event of a type that only a newer version knows: it changes no state. */
export function family<K extends Category<E>, C, S, E extends DomainEvent>(
  streams: K,
  { evolve, evolveAll, ...decider }: Decider<C, S, E>,
): K & { decider: Decider<C, S, E> } {
  const types = new Set<string>(streams.types)
  const isKnown = ({ type }: E) => types.has(type)
  return {
    ...streams,
    decider: {
      ...decider,
      evolve: (state, event) => (isKnown(event) ? evolve(state, event) : state),
      ...(evolveAll && { evolveAll: (state, events) => evolveAll(state, events.filter(isKnown)) }),
    },
  }
}

type Issue = z.core.$ZodIssue

function problemOf(schema: z.ZodObject | undefined, data: object, isCounted: (issue: Issue) => boolean): string | null {
  const { error } = schema?.safeParse(data) ?? {}
  const problems = error?.issues.filter(isCounted) ?? []
  if (problems.length === 0) return null
  // Values may be confidential.
  return problems.map(({ path, code }) => `${path.join('.') || 'data'} is wrong (${code})`).join(', ')
}
