import {
  heldUnder,
  type Personal,
  type PersonalOf,
  personalBy,
  subjectAfter,
  without,
} from '#declarations/personal-data.ts'
import { subjectStreams } from '#domain/subjects/events.ts'
import { readLog } from '#edge/eventstore/read-log.ts'
import type { DomainEvent, Recorded } from '#event-sourcing/decider.ts'
import { type EventStore, isReadable, type Unreadable } from '#event-sourcing/event-store.ts'
import { createLargeMap } from '#files/large-map.ts'
import { ERASED, type Person } from '#values/person.ts'
import { vaultSubjects, type Whose } from './subject-streams.ts'

/** What nobody is told any more of the events of people, wherever events themselves are told: in audits and exports. */
export type Redactor = {
  /**
   * Hears of every event of a stream in its order, before it is asked of it: an event may not say whom it is about, and a stream may have changed
   * hands before. Of one of which it did not hear, that is told of the stream.
   */
  pass(event: Recorded<DomainEvent> | Unreadable): void
  /** Whether the event is about somebody who is restricted: shown to auditors, and not exported. */
  isRestricted(event: Recorded<DomainEvent> | Unreadable): boolean
  /** Whether the person whom the event was about is erased from it; of an event that can't be read, whether anybody is whose the stream was by then. */
  isErased(event: Recorded<DomainEvent> | Unreadable): boolean
  /** What must be left out of an event, as paths of it on paper: `data.beneficiary.name`, `actor.ip`. */
  fieldsOf(event: Recorded<DomainEvent>): string[]
  /** The event with `[erased]` in place of that, and without the address that it came from. What it comes to may be folded from it. */
  told<E extends DomainEvent>(event: Recorded<E>): Recorded<E>
  /** The same of what is shown of the event's data. */
  shown(event: Recorded<DomainEvent>, facts: object): object
  /** Whoever made it calls it at the end. */
  close(): void
}

type Store = Pick<EventStore, 'subscribe' | 'end' | 'read'>
/** What is known of a stream: whether it is restricted, by erasures whose it was and up to which revision, and from which events on it was about whom. */
type Known = {
  isRestricted: boolean
  erased: (Whose & { revision: number })[]
  about: { from: number; subject: string }[]
}
/** Of an erasure's own stream all is left out. */
const TO_ITS_END = Number.MAX_SAFE_INTEGER

/** Of an erasure itself: whose it is, and which streams belong together. No facts and no state show them, so they are left out on paper alone. */
const OF_ERASURES = ['user_id', 'streams']

/**
 * Reads who was restricted and erased from the event store alone: the streams of erasures, not those that they cover. `heldMax`: of how many
 * streams it keeps in memory what is known; the others are put away in a file.
 */
export async function readLeftOut(
  store: Pick<Store, 'subscribe' | 'end'>,
  declared: readonly Personal[],
  signal: AbortSignal,
  heldMax?: number,
): Promise<Redactor> {
  const { take, leftOut } = collected(personalBy(declared), heldMax)
  try {
    const to = await store.end()
    if (to !== null)
      for await (const { events } of readLog(store, { prefixes: [subjectStreams.prefix], to, signal }))
        for (const event of events) if (isReadable(event)) take(event)
    return leftOut
  } catch (error) {
    leftOut.close()
    throw error
  }
}

/** The same as far as one stream goes, which is about these people. */
export async function readLeftOutOf(
  store: Pick<Store, 'read'>,
  declared: readonly Personal[],
  { stream, people, events }: { stream: string; people: readonly Person[]; events: readonly Recorded<DomainEvent>[] },
): Promise<Redactor> {
  const erasures = collected(personalBy(declared))
  const theirs = new Set(people.map(person => subjectStreams.stream(subjectStreams.id(person))))
  for (const name of subjectStreams.has({ stream }) ? [stream] : theirs)
    for (const event of await store.read(name)) erasures.take(event)
  for (const event of events) erasures.leftOut.pass(event)
  return erasures.leftOut
}

function collected(
  personalOf: PersonalOf,
  heldMax?: number,
): { take(event: Recorded<DomainEvent>): void; leftOut: Redactor } {
  const streams = createLargeMap<Known>(heldMax)
  /** By the streams of their erasures. */
  const people = createLargeMap<Whose>(heldMax)
  /** What is recorded about them meanwhile, as readings of the audit, is covered at the end. */
  const restrictedPeople = new Set<string>()
  /** Several questions are asked of each event, and of the events of a stream one after the other. */
  let asked: { stream: string; known: Known | undefined } | undefined

  function knownOf(stream: string): Known | undefined {
    if (asked?.stream !== stream) asked = { stream, known: streams.get(stream) }
    return asked.known
  }

  function change(stream: string, what: (known: Known) => void): void {
    asked = undefined
    const before = streams.get(stream)
    const known = before ?? { isRestricted: false, erased: [], about: [] }
    what(known)
    if (before === undefined) streams.add(stream, known)
  }

  function take(recorded: Recorded<DomainEvent>): void {
    const { type, data } = subjectStreams.parse(recorded)
    const own = recorded.stream
    if (type === 'SubjectErasureRequested') {
      const { client_id, user_id, is_user } = data
      const before = people.get(own)
      if (before === undefined) people.add(own, { client_id, user_id, is_user })
      // Whoever came anew may log in by now.
      else before.is_user ||= is_user
      for (const subject of vaultSubjects(data)) restrictedPeople.add(subject)
      restrict(own)
    }
    if (type === 'SubjectRestricted') for (const { stream } of data.streams) restrict(stream)
    const person = people.get(own)
    if (person === undefined) return
    if (type === 'SubjectShreddingStarted') erase(own, person, TO_ITS_END)
    if (type === 'SubjectErased') for (const { stream, revision } of data.streams) erase(stream, person, revision)
    if (type === 'SubjectShredded') for (const subject of vaultSubjects(person)) restrictedPeople.delete(subject)
  }

  function restrict(stream: string): void {
    change(stream, known => {
      known.isRestricted = true
    })
  }

  function erase(stream: string, person: Whose, revision: number): void {
    change(stream, known => {
      known.isRestricted = false
      known.erased.push({ ...person, revision })
    })
  }

  function subjectOf(event: Recorded<DomainEvent> | Unreadable): string | null {
    if ('unreadable' in event) return null
    const before = knownOf(event.stream)?.about.findLast(({ from }) => from < event.revision)
    return subjectAfter(personalOf(event), event, before?.subject ?? null)
  }

  function gone(event: Recorded<DomainEvent> | Unreadable) {
    const erased = (knownOf(event.stream)?.erased ?? []).filter(({ revision }) => event.revision <= revision)
    const subject = erased.length === 0 ? null : subjectOf(event)
    return subject === null ? erased : erased.filter(one => vaultSubjects(one).includes(subject))
  }
  const pathsOf = (event: Recorded<DomainEvent>): readonly string[] => personalOf(event)?.fields.get(event.type) ?? []
  const hasActor = (event: Recorded<DomainEvent>) =>
    gone(event).some(({ user_id }) => user_id === event.metadata.actor.sub)

  const leftOut: Redactor = {
    pass(event) {
      const known = knownOf(event.stream)
      if (known === undefined) return
      const subject = subjectOf(event)
      const last = known.about.at(-1)
      if (subject === null || (last !== undefined && (last.from >= event.revision || last.subject === subject))) return
      known.about.push({ from: event.revision, subject })
    },
    isErased: event => gone(event).length > 0,
    isRestricted(event) {
      if (leftOut.isErased(event)) return false
      const subject = subjectOf(event)
      return subject === null ? knownOf(event.stream)?.isRestricted === true : restrictedPeople.has(subject)
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
    close() {
      streams.close()
      people.close()
    },
  }
  return { take, leftOut }
}
