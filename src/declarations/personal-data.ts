import type { Category } from '#event-sourcing/category.ts'
import type { Context } from '#event-sourcing/context.ts'
import type { DomainEvent, Recorded } from '#event-sourcing/decider.ts'
import type { Execute } from '#event-sourcing/execute.ts'
import { ERASED } from '#values/person.ts'

type Spec<E extends DomainEvent> = {
  streams: Category<E>
  /** Raise it with any change of what is said here: read models that go by it are built anew. */
  version: number
  /** The vault's subject whom the stream is about from this event on; null = the event does not say. */
  subject(event: Recorded<E>): string | null
  /**
   * What of an event's data is about the person, sealed or not, as paths. Left out are types that have nothing of the kind. After an erasure
   * the audit folds events with a text there instead, so `evolve` only hands these on.
   */
  fields: { [T in E['type']]?: readonly string[] }
  /** Of those the sealed ones that are the person's to see, by path, with what stands behind the stream's id in their place. */
  sealed?: Readonly<Record<string, string>>
  /** The vault's subject that an event's texts are sealed for where that is not the person; null = for none. Its key goes with them. */
  key?(event: Recorded<E>): string | null
  /** When the last of what the stream owes to somebody was done; null while something is under way. Without it nothing ever is. */
  closedAt?(events: readonly Recorded<E>[]): string | null
  /** What goes with a restriction, and with an erasure, of a subject's stream; both may be repeated. The first answers up to which event it has seen it. */
  restrict?(execute: Execute, id: string, context: Context, subject: string): Promise<{ revision: number }>
  erase?(execute: Execute, id: string, context: Context, subject: string): Promise<unknown>
}

/** What of one kind of streams is about people, whatever its events are. A module declares it beside its facts. */
export type PersonalDataMap = Omit<Spec<DomainEvent>, 'streams' | 'fields'> & {
  /** Of the streams' names. */
  prefix: string
  fields: ReadonlyMap<string, readonly string[]>
}

/** Checks a module's declaration against its domain's events. */
export function personalData<E extends DomainEvent>(declared: Spec<E>): PersonalDataMap {
  const { streams, subject, fields, key, closedAt, ...spec } = declared
  return {
    ...spec,
    prefix: streams.prefix,
    fields: new Map(Object.entries(fields) as [string, readonly string[]][]),
    subject: event => subject(streams.parse(event)),
    ...(key === undefined ? {} : { key: event => key(streams.parse(event)) }),
    ...(closedAt === undefined ? {} : { closedAt: events => closedAt(events.map(streams.parse)) }),
  }
}

export type FindPersonalData = (event: { stream: string }) => PersonalDataMap | undefined

/** By the prefix of a stream's name. */
export function personalDataFinder(declared: readonly PersonalDataMap[]): FindPersonalData {
  const byPrefix = new Map(declared.map(one => [one.prefix, one]))
  return ({ stream }) => byPrefix.get(stream.slice(0, stream.indexOf('-') + 1))
}

/**
 * Whom an event is about: whom it says, or else whom the events before it were about, as a stream may change hands. Null where none of them says so,
 * and for one that is not what its schema says.
 */
export function subjectAfter(
  of: PersonalDataMap | undefined,
  event: Recorded<DomainEvent>,
  before: string | null,
): string | null {
  try {
    return of === undefined ? null : (of.subject(event) ?? before)
  } catch {
    return null
  }
}

/** The same of each event of a whole stream. */
export function subjectsOfEach(
  of: PersonalDataMap | undefined,
  events: readonly Recorded<DomainEvent>[],
): (string | null)[] {
  let last: string | null = null
  return events.map(event => {
    const subject = subjectAfter(of, event, last)
    last = subject ?? last
    return subject
  })
}

/** Of these paths those under which there is something. */
export function presentPaths(data: object, paths: readonly string[]): string[] {
  return paths.filter(path => (valueAt(data, path) ?? null) !== null)
}

/** The same with `[erased]` in place of whatever stands under these paths. */
export function erasePaths<T extends object>(data: T, paths: readonly string[]): T {
  const present = presentPaths(data, paths)
  if (present.length === 0) return data
  const copy = structuredClone(data)
  for (const path of present) setValueAt(copy, path, ERASED)
  return copy
}

export function valueAt(data: object, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (inner, name) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, name) : undefined),
      data,
    )
}

export function setValueAt(data: object, path: string, value: unknown): void {
  const names = path.split('.')
  const within = names.length === 1 ? data : valueAt(data, names.slice(0, -1).join('.'))
  if (typeof within === 'object' && within !== null) Reflect.set(within, names.at(-1)!, value)
}
