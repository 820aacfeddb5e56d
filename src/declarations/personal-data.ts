import type { Category } from '#event-sourcing/category.ts'
import type { Context } from '#event-sourcing/context.ts'
import type { DomainEvent, Recorded } from '#event-sourcing/decider.ts'
import type { Execute } from '#event-sourcing/execute.ts'
import { disclosedContexts, pathsOfClass, personalPaths } from '#event-sourcing/field-classes.ts'
import { personSubject } from '#values/person.ts'
import { textAt } from './paths.ts'

type Spec<E extends DomainEvent> = {
  streams: Category<E>
  /** Raise it with any change here: read models that depend on it are rebuilt. */
  version: number
  /** The vault's subject from this event on; null = not named. By default, by the classes `owner` and `subject`. */
  subject?(event: Recorded<E>): string | null
  /**
   * Paths of the personal fields, sealed or not, by event type; by default, from the classes of the fields. After an
   * erasure the audit folds events with a text in their place, so `evolve` only copies them.
   */
  fields?: { [T in E['type']]?: readonly string[] }
  /** The sealed ones that the person's export contains, by path, with the context that follows the stream's id. */
  sealed?: Readonly<Record<string, string>>
  /** The subject that seals an event's texts, if not the person; null = none. An erasure deletes its key too. */
  key?(event: Recorded<E>): string | null
  /** When the stream's last outstanding work was done; null while some is in progress. Without it there is none. */
  closedAt?(events: readonly Recorded<E>[]): string | null
  /** What a restriction does to a stream; may be repeated. Resolves with the last revision that it has seen. */
  restrict?(execute: Execute, id: string, context: Context, subject: string): Promise<{ revision: number }>
  /** What an erasure does; may be repeated. */
  erase?(execute: Execute, id: string, context: Context, subject: string): Promise<unknown>
}

export type PersonalDataMap = Omit<Spec<DomainEvent>, 'streams' | 'fields' | 'subject'> & {
  prefix: string
  subject(event: Recorded<DomainEvent>): string | null
  fields: ReadonlyMap<string, readonly string[]>
}

export function personalData<E extends DomainEvent>(declared: Spec<E>): PersonalDataMap {
  const { streams, subject = personOf, fields, sealed, key, closedAt, ...spec } = declared
  const { prefix, schemas } = streams
  const owners = pathsOfClass(schemas, 'owner')
  const subjects = pathsOfClass(schemas, 'subject')

  function personOf(event: Recorded<E>): string | null {
    const [client_id, user_id] = [textAt(event, owners), textAt(event, subjects)]
    return client_id === null || user_id === null ? null : personSubject({ client_id, user_id })
  }

  return {
    ...{ ...spec, prefix, sealed: sealed ?? disclosedContexts(schemas) },
    fields: new Map(Object.entries(fields ?? personalPaths(schemas)) as [string, readonly string[]][]),
    subject: event => subject(streams.parse(event)),
    ...(key === undefined ? {} : { key: event => key(streams.parse(event)) }),
    ...(closedAt === undefined ? {} : { closedAt: events => closedAt(events.map(streams.parse)) }),
  }
}

export type FindPersonalData = (event: { stream: string }) => PersonalDataMap | undefined

export function personalDataFinder(declared: readonly PersonalDataMap[]): FindPersonalData {
  const byPrefix = new Map(declared.map(one => [one.prefix, one]))
  return ({ stream }) => byPrefix.get(stream.slice(0, stream.indexOf('-') + 1))
}

/** An event that names no person is about the person of the event before it. Null: none named, or unreadable. */
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
