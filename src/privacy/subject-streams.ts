import pMap from 'p-map'
import {
  type FindPersonalData,
  type PersonalDataMap,
  presentPaths,
  subjectsOfEach,
} from '#declarations/personal-data.ts'
import type { Erasure } from '#domain/subjects/decider.ts'
import type { DomainEvent, Recorded } from '#event-sourcing/decider.ts'
import type { Service } from '#service.ts'
import { waitForCheckpoint } from '#subscription/wait-for-checkpoint.ts'
import { Rejection } from '#values/errors.ts'
import { type Person, personSubject } from '#values/person.ts'
import { listSubjectStreams } from './list-subject-streams.ts'
import { userSubject } from './user-id.ts'

/** What erasing a person takes beside the service: what modules say of their streams. */
export type ErasureService = Pick<Service, 'db' | 'store' | 'execute' | 'vault' | 'log' | 'now' | 'config'> & {
  personal: readonly PersonalDataMap[]
  personalOf: FindPersonalData
  /** Of the streams whose events are told to endpoints. */
  publicPrefixes: readonly string[]
}

/** Streams that are read at the same time for one person. */
const READ_CONCURRENCY = 16
const PAGE_SIZE = 1_000
/** The read model is behind by milliseconds; a projector that is away is waited for elsewhere. */
const CHECKPOINT_WAIT_MS_MAX = 2_000

export type DataSubject = Person & Pick<Erasure, 'is_user'>

/** Under whose keys the vault has what was sealed of a person. */
export function vaultSubjects({ is_user, ...person }: DataSubject): string[] {
  return [personSubject(person), ...(is_user ? [userSubject(person.user_id)] : [])]
}

/**
 * The names of all streams about a person that were written before the call. Errors: SERVICE_UNAVAILABLE while nobody can say, because
 * what is not found would not be erased.
 */
export async function findSubjectStreams(
  { db, store, personal }: ErasureService,
  subject: DataSubject,
): Promise<string[]> {
  const prefixes = personal.map(({ prefix }) => prefix)
  const isCurrent = await waitForCheckpoint(
    { db, store },
    { subscription: 'subject_streams', prefixes, msMax: CHECKPOINT_WAIT_MS_MAX },
  )
  if (!isCurrent)
    throw new Rejection('SERVICE_UNAVAILABLE', { reason: 'the list of what is held is behind' }, { retryAfterS: 2 })
  const found: string[] = []
  for (let page: readonly string[] | undefined; page === undefined || page.length === PAGE_SIZE; ) {
    page = await listSubjectStreams(db, vaultSubjects(subject), { after: found.at(-1) ?? '', limit: PAGE_SIZE })
    found.push(...page)
  }
  return found
}

/** Reads streams and makes something of each, in their order. */
export function mapStreams<T>(
  { store }: Pick<ErasureService, 'store'>,
  streams: readonly string[],
  map: (events: Recorded<DomainEvent>[], stream: string) => T | Promise<T>,
): Promise<T[]> {
  return pMap(streams, async stream => map(await store.read(stream), stream), { concurrency: READ_CONCURRENCY })
}

/** Whether events behind a revision say anything of the person. */
export function hasPersonalData(
  personal: PersonalDataMap | undefined,
  subject: DataSubject,
  events: readonly Recorded<DomainEvent>[],
  after: number,
) {
  return eventsAbout(personal, subject, events).some(
    ({ type, data, revision }) => revision > after && presentPaths(data, personal?.fields.get(type) ?? []).length > 0,
  )
}

/** Of a whole stream's events those that are not known to be about somebody else. */
export function eventsAbout(
  personal: PersonalDataMap | undefined,
  subject: DataSubject,
  events: readonly Recorded<DomainEvent>[],
) {
  const ownSubjects: readonly (string | null)[] = [...vaultSubjects(subject), null]
  const subjects = subjectsOfEach(personal, events)
  return events.filter((_, index) => ownSubjects.includes(subjects[index]!))
}
