import type { Category, Family } from '#event-sourcing/category.ts'
import { type DomainEvent, fold, type Recorded } from '#event-sourcing/decider.ts'

/** Whose an event is: the client's, or that of the client whose stream is named. */
export type Owner = { client_id: string } | { stream: string }

type Spec<E extends DomainEvent> = {
  streams: Category<E>
  /** What people call the records, in the plural: their word in the paths below `/audit`. */
  plural: string
  /** Raise it with any change of what is shown: the history is built anew. A module keeps its facts for ever, as its events stay. */
  version: number
  /** By the event's own data, never by its actor; null = whose the event before it was. */
  owner(event: Recorded<E>): Owner | null
  /** The person that the event is about, by their opaque id; null = whom the event before it was about. Missing: nobody. */
  subject?(event: Recorded<E>): string | null
  /** The id of the record that the event is about, where that is not the stream's own. */
  object?(event: Recorded<E>): string | null
  /** Per event type of the domain what the history shows of its data: nothing that is sealed or secret, and no free description. */
  shown: { [T in E['type']]: (data: Extract<E, { type: T }>['data']) => object }
}

/** What the history shows of one kind of streams, whatever its events are. */
export type Facts = {
  /** Of the streams' names. */
  prefix: string
  plural: string
  types: readonly string[]
  version: number
  owner(event: Recorded<DomainEvent>): Owner | null
  subject(event: Recorded<DomainEvent>): string | null
  object(event: Recorded<DomainEvent>): string | null
  /** Throws for an event that is not what its schema says or whose type was not declared: showing nothing of it would be a silent gap. */
  shown(event: Recorded<DomainEvent>): object
}

/** Checks a module's declaration against its domain's events. */
export function facts<E extends DomainEvent>({ streams, shown, ...spec }: Spec<E>): Facts {
  // From here on an event's type is only known at run time; `shown` was checked above.
  const byType = new Map(Object.entries(shown) as [string, (data: object) => object][])
  const { prefix, types } = streams
  const { plural, version, owner, subject = () => null, object = () => null } = spec
  return {
    ...{ prefix, types, plural, version },
    owner: event => owner(streams.parse(event)),
    subject: event => subject(streams.parse(event)),
    object: event => object(streams.parse(event)),
    shown(event) {
      const { type, data } = streams.parse(event)
      const show = byType.get(type)
      if (show === undefined) throw new Error(`the history does not know events of type ${type} in ${prefix}`)
      return show(data)
    },
  }
}

/** For events whose data hold nothing that is to be left out. */
export const whole = (data: object) => data

/** Why an event happened, in the words of whoever decided or reported it: what its facts call a reason, of whatever kind. */
export function reasonIn(facts: object): string | null {
  const named = Object.entries(facts).find(([name, value]) => /(^|_)reason$/.test(name) && typeof value === 'string')
  return named?.[1] ?? null
}

/** Facts with what the events of a stream come to: all that the audit needs to tell what a record was at any time. */
export type Audited = Facts & {
  /** The ids of the streams that somebody who asks for a record of this client may mean, the likeliest first. */
  idsOf(asked: string, client_id: string): readonly string[]
  /**
   * The record before the event at `from` and after it and each later one, of a whole stream's events: null where there was none, and from
   * the first event on that this version can't read. `told` leaves out of an event what is told nobody any more.
   */
  states(
    id: string,
    events: readonly Recorded<DomainEvent>[],
    from: number,
    told: <E extends DomainEvent>(event: Recorded<E>) => Recorded<E>,
  ): (Record<string, unknown> | null)[]
}

type Told<C, S, E extends DomainEvent> = {
  family: Family<C, S, E>
  /** The record as its owner knows it, from the state alone: nothing that is sealed or secret, and no free description. Null = there is none. */
  state(id: string, state: S): object | null
  /** Where callers know the record by another id than its stream's. */
  idsOf?: Audited['idsOf']
}

/** Joins a module's facts and its own fold. */
export function audited<C, S, E extends DomainEvent>(facts: Facts, { family, state, idsOf }: Told<C, S, E>): Audited {
  const { decider } = family
  const tell = (id: string, folded: S) => {
    try {
      const told = state(id, folded)
      return told === null ? null : { ...told }
    } catch {
      // Of a damaged event that still fits its schema, for example with a currency that there is not.
      return null
    }
  }
  return {
    ...facts,
    idsOf: idsOf ?? (asked => [asked]),
    states(id, events, from, told) {
      const unreadable = events.findIndex(event => whyUnreadable(facts, event) !== null)
      const known = (unreadable < 0 ? events : events.slice(0, unreadable)).map(event => told(family.parse(event)))
      let folded = fold(decider, known.slice(0, from))
      const states = [from <= known.length ? tell(id, folded) : null]
      for (const event of known.slice(from)) {
        folded = decider.evolve(folded, event)
        states.push(tell(id, folded))
      }
      return [...states, ...Array.from({ length: events.length - from + 1 - states.length }, () => null)]
    },
  }
}

/** Why this version can't say what an event means; null when it can. */
export function whyUnreadable(facts: Facts, event: Recorded<DomainEvent>): string | null {
  try {
    facts.shown(event)
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
