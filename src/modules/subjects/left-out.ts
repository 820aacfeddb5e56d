import type { DomainEvent, Recorded } from '#decider.ts'
import { subjectStreams } from '#domain/subjects/events.ts'
import { type EventStore, isReadable, type Unreadable } from '#edge/eventstore/event-store.ts'
import { readLog } from '#edge/eventstore/read-log.ts'
import { ERASED, type Person, personSubject } from '#person.ts'
import { heldUnder, type Personal, type PersonalOf, personalBy, without } from '#personal.ts'

/** What nobody is told any more of the events of people, wherever events themselves are told: in audits and exports. */
export type LeftOut = {
  /** Whether the event is about somebody who is restricted: shown to auditors, and not exported. */
  isRestricted(event: Recorded<DomainEvent> | Unreadable): boolean
  /** Whether the person whom the event was about is erased from it. */
  isErased(event: { stream: string; revision: number }): boolean
  /** What must be left out of an event, as paths of it on paper: `data.beneficiary.name`, `actor.ip`. */
  fieldsOf(event: Recorded<DomainEvent>): string[]
  /** The event with `[erased]` in place of that, and without the address that it came from. What it comes to may be folded from it. */
  told<E extends DomainEvent>(event: Recorded<E>): Recorded<E>
  /** The same of what is shown of the event's data. */
  shown(event: Recorded<DomainEvent>, facts: object): object
}

type Store = Pick<EventStore, 'subscribe' | 'end' | 'read'>
/** An erasure's own part in a stream: whose, and up to which revision. */
type Erased = { user_id: string; revision: number }

/** Of an erasure itself: whose it is, and which streams belong together. No facts and no state show them, so they are left out on paper alone. */
const OF_ERASURES = ['user_id', 'streams']

/** Reads who was restricted and erased from the event store alone: the streams of erasures, not those that they cover. */
export async function readLeftOut(
  store: Pick<Store, 'subscribe' | 'end'>,
  declared: readonly Personal[],
  signal: AbortSignal,
): Promise<LeftOut> {
  const erasures = collected(personalBy(declared))
  const to = await store.end()
  if (to !== null)
    for await (const { events } of readLog(store, { prefixes: [subjectStreams.prefix], to, signal }))
      for (const event of events) if (isReadable(event)) erasures.take(event)
  return erasures.leftOut
}

/** The same as far as one stream goes, which is about these people. */
export async function readLeftOutOf(
  store: Pick<Store, 'read'>,
  declared: readonly Personal[],
  { stream, people }: { stream: string; people: readonly Person[] },
): Promise<LeftOut> {
  const erasures = collected(personalBy(declared))
  const theirs = new Set(people.map(person => subjectStreams.stream(subjectStreams.id(person))))
  for (const name of subjectStreams.has({ stream }) ? [stream] : theirs)
    for (const event of await store.read(name)) erasures.take(event)
  return erasures.leftOut
}

function collected(personalOf: PersonalOf): { take(event: Recorded<DomainEvent>): void; leftOut: LeftOut } {
  const restricted = new Set<string>()
  /** By the streams of their erasures. What is recorded about them meanwhile, as readings of the audit, is covered at the end. */
  const people = new Map<string, Person>()
  const restrictedPeople = new Set<string>()
  const erased = new Map<string, Erased[]>()

  function take(recorded: Recorded<DomainEvent>): void {
    const { type, data } = subjectStreams.parse(recorded)
    const own = recorded.stream
    if (type === 'SubjectErasureRequested') {
      people.set(own, data)
      restrictedPeople.add(personSubject(data))
      restricted.add(own)
    }
    if (type === 'SubjectRestricted') for (const { stream } of data.streams) restricted.add(stream)
    const person = people.get(own)
    if (person === undefined) return
    if (type === 'SubjectShreddingStarted') erase(own, person, Number.POSITIVE_INFINITY)
    if (type === 'SubjectErased') for (const { stream, revision } of data.streams) erase(stream, person, revision)
    if (type === 'SubjectShredded') restrictedPeople.delete(personSubject(person))
  }

  function erase(stream: string, { user_id }: Person, revision: number): void {
    restricted.delete(stream)
    erased.set(stream, [...(erased.get(stream) ?? []), { user_id, revision }])
  }

  const gone = ({ stream, revision }: { stream: string; revision: number }) =>
    (erased.get(stream) ?? []).filter(one => revision <= one.revision)
  const pathsOf = (event: Recorded<DomainEvent>): readonly string[] => personalOf(event)?.fields.get(event.type) ?? []
  const hasActor = (event: Recorded<DomainEvent>) =>
    gone(event).some(({ user_id }) => user_id === event.metadata.actor.sub)

  const leftOut: LeftOut = {
    isErased: event => gone(event).length > 0,
    isRestricted(event) {
      if (leftOut.isErased(event)) return false
      return (
        restricted.has(event.stream) ||
        (!('unreadable' in event) && restrictedPeople.has(subjectOf(personalOf, event) ?? ''))
      )
    },
    fieldsOf(event) {
      if (!leftOut.isErased(event)) return []
      return [
        ...heldUnder(event.data, subjectStreams.has(event) ? OF_ERASURES : pathsOf(event)).map(path => `data.${path}`),
        ...(event.metadata.actor.ip === undefined ? [] : ['actor.ip']),
        ...(hasActor(event) ? ['actor.sub'] : []),
      ]
    },
    told(event) {
      if (!leftOut.isErased(event)) return event
      const { ip: _, ...actor } = event.metadata.actor
      const metadata = { ...event.metadata, actor: hasActor(event) ? { ...actor, sub: ERASED } : actor }
      return { ...event, data: without(event.data, pathsOf(event)), metadata }
    },
    shown: (event, facts) => (leftOut.isErased(event) ? without(facts, pathsOf(event)) : facts),
  }
  return { take, leftOut }
}

function subjectOf(personalOf: PersonalOf, event: Recorded<DomainEvent>): string | null {
  try {
    return personalOf(event)?.subject(event) ?? null
  } catch {
    // It is not what its schema says, and so about nobody; its stream may be known.
    return null
  }
}
