import type { z } from 'zod'
import type { Decider, DomainEvent, Recorded } from './decider.ts'
import { assertClassified, type ClassifiedSchemas } from './field-classes.ts'

/** The events of a category, from the map of their data schemas: `{ type: name, data }` for each name. */
export type EventOf<Schemas extends Record<string, z.ZodObject>> = {
  [Name in keyof Schemas & string]: { type: Name; data: z.infer<Schemas[Name]> }
}[keyof Schemas & string]

/** The streams of one kind: how they are named, and what may stand in them. */
export type Category<E extends DomainEvent> = {
  /** Stands in front of the id in each stream's name. */
  prefix: string
  types: readonly string[]
  /** Of the events' data, by type. */
  schemas: Readonly<Record<string, z.ZodObject>>
  stream(id: string): string
  idOf(event: { stream: string }): string
  has(event: { stream: string }): boolean
  /** The event as its schema describes it; throws UnreadableEvent when its data are something else. */
  parse(event: Recorded<DomainEvent>): Recorded<E>
  /** Throws when the data of an event that is to be recorded are not what its schema says: a bug, found before it is permanent. */
  assertValid(event: DomainEvent): void
}

/** A category with the decider that writes it: what `execute` is told to run a command on. */
export type Family<C, S, E extends DomainEvent> = Category<E> & {
  decider: Decider<C, S, E>
  /**
   * Of streams that grow for ever and whose events carry on what is counted: whether the state is the same without what stands in front of
   * `older`; `newest` is the stream's last event.
   */
  isFoldStart?(older: Recorded<E>, newest: Recorded<E>): boolean
}

/** A stream holds an event that this service can't read: foreign, damaged, or of a newer version. */
export class UnreadableEvent extends Error {
  constructor(stream: string, revision: number | bigint, reason: string) {
    super(`the event at ${revision} of ${stream} can't be read: ${reason}`)
    this.name = 'UnreadableEvent'
  }
}

/**
 * Declares the streams of one kind, with one strict schema per event type.
 *
 * Reading is laxer than writing, because two versions of the service run side by side during an upgrade: a field that the
 * schema does not name, and an event type that it does not list, come from the newer one and pass. Whoever meets an unknown
 * type decides what it means. A check of the largest event costs about half a microsecond (`test/bench/parsing.bench.ts`): one
 * to two hundredths of projecting it, and less of a request.
 */
export function category<Schemas extends Record<string, z.ZodObject>>(
  declared:
    | { prefix: string; events: Schemas & ClassifiedSchemas<Schemas> }
    /** Its history view and personal data are written out. */
    | { prefix: string; events: Schemas; unclassified: true },
): Category<EventOf<Schemas>> {
  const { prefix } = declared
  if (!('unclassified' in declared)) assertClassified(declared.events)
  const schemas = new Map<string, z.ZodObject>(Object.entries(declared.events))
  return {
    prefix,
    types: [...schemas.keys()],
    schemas: declared.events,
    stream: id => prefix + id,
    idOf: ({ stream }) => stream.slice(prefix.length),
    has: ({ stream }) => stream.startsWith(prefix),
    parse(event) {
      const problem = problemOf(schemas.get(event.type), event.data, ({ code }) => code !== 'unrecognized_keys')
      if (problem !== null) throw new UnreadableEvent(event.stream, event.revision, problem)
      return event as Recorded<EventOf<Schemas>>
    },
    assertValid({ type, data }) {
      const problem = schemas.has(type) ? problemOf(schemas.get(type), data, () => true) : 'there is no such event'
      if (problem !== null) throw new Error(`${prefix} can't record ${type}: ${problem}`)
    },
  }
}

/** Joins a category, with whatever it offers beside, and its decider. */
export function family<K extends Category<E>, C, S, E extends DomainEvent>(
  streams: K,
  decider: Decider<C, S, E>,
): K & { decider: Decider<C, S, E> } {
  return { ...streams, decider }
}

type Issue = z.core.$ZodIssue

function problemOf(schema: z.ZodObject | undefined, data: object, isCounted: (issue: Issue) => boolean): string | null {
  const { error } = schema?.safeParse(data) ?? {}
  const problems = error?.issues.filter(isCounted) ?? []
  if (problems.length === 0) return null
  // The values stay out of it: they may be confidential.
  return problems.map(({ path, code }) => `${path.join('.') || 'data'} is wrong (${code})`).join(', ')
}
