import { erasePaths, presentPaths } from '#declarations/paths.ts'
import {
  type FindPersonalData,
  type PersonalDataMap,
  personalDataFinder,
  subjectAfter,
} from '#declarations/personal-data.ts'
import { subjectStreams } from '#domain/subjects/events.ts'
import { readLog } from '#edge/eventstore/read-log.ts'
import type { DomainEvent, Recorded } from '#event-sourcing/decider.ts'
import { type EventStore, isReadable, type UnreadableLogEvent } from '#event-sourcing/event-store.ts'
import { createLargeMap } from '#files/large-map.ts'
import { ERASED, type Person } from '#values/person.ts'
import { type DataSubject, vaultSubjects } from './subject-streams.ts'

/** Removes data of erased people, in audits and exports. */
export type Redactor = {
  /** Called for every event of a stream, in order, before the other methods: the person of a stream may change. */
  observe(event: Recorded<DomainEvent> | UnreadableLogEvent): void
  /** Restricted events are visible to auditors and not exported. */
  isRestricted(event: Recorded<DomainEvent> | UnreadableLogEvent): boolean
  /** For an unreadable event: whether any person of the stream up to then is erased. */
  isErased(event: Recorded<DomainEvent> | UnreadableLogEvent): boolean
  /** Paths in the export record, such as `data.beneficiary.name` or `actor.ip`. */
  redactedPaths(event: Recorded<DomainEvent>): string[]
  /** Personal data become `[erased]`, and the caller's address is dropped. States can be folded from the result. */
  redactEvent<E extends DomainEvent>(event: Recorded<E>): Recorded<E>
  redactView(event: Recorded<DomainEvent>, view: object): object
  close(): void
}

type Store = Pick<EventStore, 'subscribe' | 'end' | 'read'>
/** Erasures with their last revision, and from which event on the stream is about which subject. */
type StreamErasures = {
  isRestricted: boolean
  erased: (DataSubject & { revision: number })[]
  about: { from: number; subject: string }[]
}
/** The erasure's own stream is redacted to its end. */
const ALL_REVISIONS = Number.MAX_SAFE_INTEGER

/** No history view or state contains these, so only export records redact them. */
const ERASURE_FIELDS = ['user_id', 'streams']

/** Reads the streams of erasures only. Beyond `inMemoryMax` streams the rest is kept in a file. */
export async function loadRedactor(
  store: Pick<Store, 'subscribe' | 'end'>,
  declared: readonly PersonalDataMap[],
  signal: AbortSignal,
  inMemoryMax?: number,
): Promise<Redactor> {
  const { applyErasureEvent, redactor } = createRedactor(personalDataFinder(declared), inMemoryMax)
  try {
    const end = await store.end()
    if (end !== null)
      for await (const { events } of readLog(store, { prefixes: [subjectStreams.prefix], to: end, signal }))
        for (const event of events) if (isReadable(event)) applyErasureEvent(event)
    return redactor
  } catch (error) {
    redactor.close()
    throw error
  }
}

/** For one stream, which is about these people. */
export async function loadStreamRedactor(
  store: Pick<Store, 'read'>,
  declared: readonly PersonalDataMap[],
  { stream, people, events }: { stream: string; people: readonly Person[]; events: readonly Recorded<DomainEvent>[] },
): Promise<Redactor> {
  const erasures = createRedactor(personalDataFinder(declared))
  const erasureStreams = new Set(people.map(person => subjectStreams.stream(subjectStreams.id(person))))
  for (const name of subjectStreams.has({ stream }) ? [stream] : erasureStreams)
    for (const event of await store.read(name)) erasures.applyErasureEvent(event)
  for (const event of events) erasures.redactor.observe(event)
  return erasures.redactor
}

function createRedactor(
  personalOf: FindPersonalData,
  inMemoryMax?: number,
): { applyErasureEvent(event: Recorded<DomainEvent>): void; redactor: Redactor } {
  const streams = createLargeMap<StreamErasures>(inMemoryMax)
  /** Keyed by the stream of the erasure. */
  const people = createLargeMap<DataSubject>(inMemoryMax)
  /** Records that are made during a restriction, such as audit reads, are covered by the last event. */
  const restrictedSubjects = new Set<string>()
  /** Several methods look up the same stream in sequence. */
  let lastLookup: { stream: string; known: StreamErasures | undefined } | undefined

  function getKnown(stream: string): StreamErasures | undefined {
    if (lastLookup?.stream !== stream) lastLookup = { stream, known: streams.get(stream) }
    return lastLookup.known
  }

  function update(stream: string, mutate: (known: StreamErasures) => void): void {
    lastLookup = undefined
    const before = streams.get(stream)
    const known = before ?? { isRestricted: false, erased: [], about: [] }
    mutate(known)
    if (before === undefined) streams.add(stream, known)
  }

  function applyErasureEvent(recorded: Recorded<DomainEvent>): void {
    const { type, data } = subjectStreams.parse(recorded)
    const erasureStream = recorded.stream
    if (type === 'SubjectErasureRequested') {
      const { client_id, user_id, is_user } = data
      const before = people.get(erasureStream)
      if (before === undefined) people.add(erasureStream, { client_id, user_id, is_user })
      // A person who returns may be a user by now.
      else before.is_user ||= is_user
      for (const subject of vaultSubjects(data)) restrictedSubjects.add(subject)
      restrict(erasureStream)
    }
    if (type === 'SubjectRestricted') for (const { stream } of data.streams) restrict(stream)
    const person = people.get(erasureStream)
    if (person === undefined) return
    if (type === 'SubjectShreddingStarted') erase(erasureStream, person, ALL_REVISIONS)
    if (type === 'SubjectErased') for (const { stream, revision } of data.streams) erase(stream, person, revision)
    if (type === 'SubjectShredded') for (const subject of vaultSubjects(person)) restrictedSubjects.delete(subject)
  }

  function restrict(stream: string): void {
    update(stream, known => {
      known.isRestricted = true
    })
  }

  function erase(stream: string, person: DataSubject, revision: number): void {
    update(stream, known => {
      known.isRestricted = false
      known.erased.push({ ...person, revision })
    })
  }

  function subjectOf(event: Recorded<DomainEvent> | UnreadableLogEvent): string | null {
    if ('unreadable' in event) return null
    const before = getKnown(event.stream)?.about.findLast(({ from }) => from < event.revision)
    return subjectAfter(personalOf(event), event, before?.subject ?? null)
  }

  function erasuresOf(event: Recorded<DomainEvent> | UnreadableLogEvent) {
    const erased = (getKnown(event.stream)?.erased ?? []).filter(({ revision }) => event.revision <= revision)
    const subject = erased.length === 0 ? null : subjectOf(event)
    return subject === null ? erased : erased.filter(one => vaultSubjects(one).includes(subject))
  }
  const pathsOf = (event: Recorded<DomainEvent>): readonly string[] => personalOf(event)?.fields.get(event.type) ?? []
  const hasActor = (event: Recorded<DomainEvent>) =>
    erasuresOf(event).some(({ user_id }) => user_id === event.metadata.actor.sub)

  const redactor: Redactor = {
    observe(event) {
      const known = getKnown(event.stream)
      if (known === undefined) return
      const subject = subjectOf(event)
      const last = known.about.at(-1)
      if (subject === null || (last !== undefined && (last.from >= event.revision || last.subject === subject))) return
      known.about.push({ from: event.revision, subject })
    },
    isErased: event => erasuresOf(event).length > 0,
    isRestricted(event) {
      if (redactor.isErased(event)) return false
      const subject = subjectOf(event)
      return subject === null ? getKnown(event.stream)?.isRestricted === true : restrictedSubjects.has(subject)
    },
    redactedPaths(event) {
      if (!redactor.isErased(event)) return []
      return [
        ...presentPaths(event.data, subjectStreams.has(event) ? ERASURE_FIELDS : pathsOf(event)).map(
          path => `data.${path}`,
        ),
        ...(event.metadata.actor.ip === undefined ? [] : ['actor.ip']),
        ...(hasActor(event) ? ['actor.sub'] : []),
      ]
    },
    redactEvent(event) {
      if (!redactor.isErased(event)) return event
      const { ip: _, ...actor } = event.metadata.actor
      const metadata = { ...event.metadata, actor: hasActor(event) ? { ...actor, sub: ERASED } : actor }
      return { ...event, data: erasePaths(event.data, pathsOf(event)), metadata }
    },
    redactView: (event, view) => (redactor.isErased(event) ? erasePaths(view, pathsOf(event)) : view),
    close() {
      streams.close()
      people.close()
    },
  }
  return { applyErasureEvent, redactor }
}
