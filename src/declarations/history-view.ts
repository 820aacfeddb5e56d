import type { Category, Family } from '#event-sourcing/category.ts'
import { type DomainEvent, fold, type Recorded } from '#event-sourcing/decider.ts'
import { defaultView, pathsOfClass } from '#event-sourcing/field-classes.ts'
import { textAt } from './paths.ts'

/** A client, or the owner of another stream. */
export type Owner = { client_id: string } | { stream: string }

type Translate<Data> = ((data: Data) => object) | typeof byClass

type Spec<E extends DomainEvent> = {
  streams: Category<E>
  /** The name of the records in paths below `/audit`. */
  plural: string
  /** Raise it with any change of what is shown: the history is rebuilt. A view stays for ever, as its events do. */
  version: number
  /** By the event's data, never by its actor; null = as the event before it. By default, the field of class `owner`. */
  owner?(event: Recorded<E>): Owner | null
  /** The person that the event is about; null = as the event before it. By default, the field of class `subject`. */
  subject?(event: Recorded<E>): string | null
  /** The id of the record, where it differs from the stream's. */
  object?(event: Recorded<E>): string | null
  /** What is shown, where that does not follow from the classes of the fields. No sealed or secret field. */
  on?: { [T in E['type']]: Translate<Extract<E, { type: T }>['data']> }
}

export type HistoryView = Required<Omit<Spec<DomainEvent>, 'streams' | 'on'>> & {
  prefix: string
  types: readonly string[]
  /** Throws for an event that does not fit its schema or has no declared type: to skip it would be a silent gap. */
  fieldsOf(event: Recorded<DomainEvent>): object
}

/** The event type is shown by the classes of its fields. */
export const byClass = Symbol('by class')

export function historyView<E extends DomainEvent>({ streams, plural, version, on, ...spec }: Spec<E>): HistoryView {
  const { prefix, types, schemas } = streams
  const owners = pathsOfClass(schemas, 'owner')
  const subjects = pathsOfClass(schemas, 'subject')
  const { owner = ownerAt, subject = (event: Recorded<E>) => textAt(event, subjects), object = () => null } = spec
  // From here on the event's type is only known at run time.
  const translations = new Map(Object.entries<Translate<never>>(on ?? {}) as [string, Translate<object>][])
  const views = new Map(
    Object.entries(schemas).map(([type, schema]) => {
      const translate = translations.get(type) ?? byClass
      return [type, translate === byClass ? defaultView(schema) : translate]
    }),
  )

  function ownerAt(event: Recorded<E>): Owner | null {
    const client_id = textAt(event, owners)
    return client_id === null ? null : { client_id }
  }

  return {
    ...{ prefix, types, plural, version },
    owner: event => owner(streams.parse(event)),
    subject: event => subject(streams.parse(event)),
    object: event => object(streams.parse(event)),
    fieldsOf(event) {
      const { type, data } = streams.parse(event)
      const view = views.get(type)
      if (view === undefined) throw new Error(`the history does not know events of type ${type} in ${prefix}`)
      return view(data)
    },
  }
}

export const allFields = (data: object) => data

/** The field of the history view that is named a reason. */
export function reasonIn(fields: object): string | null {
  const named = Object.entries(fields).find(([name, value]) => /(^|_)reason$/.test(name) && typeof value === 'string')
  return named?.[1] ?? null
}

/** From it the audit shows what a record was at any time. */
export type AuditDeclaration = HistoryView & {
  /** Ids of the streams that a caller who asks for a record of this client may mean, the likeliest first. */
  idsOf(requestedId: string, client_id: string): readonly string[]
  /** The record before the event at `from`, after it and after each later one; null: none, or an unreadable event. */
  states(
    id: string,
    events: readonly Recorded<DomainEvent>[],
    from: number,
    redact: <E extends DomainEvent>(event: Recorded<E>) => Recorded<E>,
  ): (Record<string, unknown> | null)[]
}

type AuditSpec<C, S, E extends DomainEvent> = {
  family: Family<C, S, E>
  /** The record as its owner knows it: no sealed or secret field, no free text. Null = there is none. */
  state(id: string, state: S): object | null
  /** Only where callers know the record by another id than its stream's. */
  idsOf?: AuditDeclaration['idsOf']
}

export function auditDeclaration<C, S, E extends DomainEvent>(
  view: HistoryView,
  { family, state, idsOf }: AuditSpec<C, S, E>,
): AuditDeclaration {
  const { decider } = family
  const recordOf = (id: string, folded: S) => {
    try {
      const record = state(id, folded)
      return record === null ? null : { ...record }
    } catch {
      // A damaged event can fit its schema, for example with an unknown currency.
      return null
    }
  }
  return {
    ...view,
    idsOf: idsOf ?? (requestedId => [requestedId]),
    states(id, events, from, redact) {
      const unreadable = events.findIndex(event => whyUnreadable(view, event) !== null)
      const known = (unreadable < 0 ? events : events.slice(0, unreadable)).map(event => redact(family.parse(event)))
      let folded = fold(decider, known.slice(0, from))
      const states = [from <= known.length ? recordOf(id, folded) : null]
      for (const event of known.slice(from)) {
        folded = decider.evolve(folded, event)
        states.push(recordOf(id, folded))
      }
      return [...states, ...Array.from({ length: events.length - from + 1 - states.length }, () => null)]
    },
  }
}

export function nullIfUnreadable<T>(read: () => T | null): T | null {
  try {
    return read()
  } catch {
    return null
  }
}

/** Null when this version can read the event. */
export function whyUnreadable(view: HistoryView, event: Recorded<DomainEvent>): string | null {
  try {
    view.fieldsOf(event)
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
