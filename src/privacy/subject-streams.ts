import pMap from 'p-map'
import { heldUnder, type Personal, type PersonalOf, subjectsOfEach } from '#declarations/personal-data.ts'
import type { Erasure } from '#domain/subjects/decider.ts'
import type { DomainEvent, Recorded } from '#event-sourcing/decider.ts'
import type { Service } from '#service.ts'
import { untilFollowed } from '#subscription/until-followed.ts'
import { Rejection } from '#values/errors.ts'
import { type Person, personSubject } from '#values/person.ts'
import { streamsOf } from './streams-of-subject.ts'
import { userSubject } from './user-id.ts'

/** What erasing a person takes beside the service: what modules say of their streams. */
export type Erasing = Pick<Service, 'db' | 'store' | 'execute' | 'vault' | 'log' | 'now' | 'config'> & {
  personal: readonly Personal[]
  personalOf: PersonalOf
  /** Of the streams whose events are told to endpoints. */
  publicPrefixes: readonly string[]
}

/** Streams that are read at the same time for one person. */
const PARALLEL = 16
const STREAMS_AT_ONCE = 1_000
/** The read model is behind by milliseconds; a projector that is away is waited for elsewhere. */
const FOLLOWED_MS_MAX = 2_000

export type Whose = Person & Pick<Erasure, 'is_user'>

/** Under whose keys the vault has what was sealed of a person. */
export function vaultSubjects({ is_user, ...person }: Whose): string[] {
  return [personSubject(person), ...(is_user ? [userSubject(person.user_id)] : [])]
}

/**
 * The names of all streams about a person that were written before the call. Errors: SERVICE_UNAVAILABLE while nobody can say, because
 * what is not found would not be erased.
 */
export async function allStreams({ db, store, personal }: Erasing, whose: Whose): Promise<string[]> {
  const prefixes = personal.map(({ prefix }) => prefix)
  const isAll = await untilFollowed({ db, store }, { follower: 'subject_streams', prefixes, msMax: FOLLOWED_MS_MAX })
  if (!isAll)
    throw new Rejection('SERVICE_UNAVAILABLE', { reason: 'the list of what is held is behind' }, { retryAfterS: 2 })
  const found: string[] = []
  for (let page: readonly string[] | undefined; page === undefined || page.length === STREAMS_AT_ONCE; ) {
    page = await streamsOf(db, vaultSubjects(whose), { after: found.at(-1) ?? '', limit: STREAMS_AT_ONCE })
    found.push(...page)
  }
  return found
}

/** Reads streams and makes something of each, in their order. */
export function ofEach<T>(
  { store }: Pick<Erasing, 'store'>,
  streams: readonly string[],
  make: (events: Recorded<DomainEvent>[], stream: string) => T | Promise<T>,
): Promise<T[]> {
  return pMap(streams, async stream => make(await store.read(stream), stream), { concurrency: PARALLEL })
}

/** Whether events behind a revision say anything of the person. */
export function saysSomething(
  of: Personal | undefined,
  whose: Whose,
  events: readonly Recorded<DomainEvent>[],
  after: number,
) {
  return theirs(of, whose, events).some(
    ({ type, data, revision }) => revision > after && heldUnder(data, of?.fields.get(type) ?? []).length > 0,
  )
}

/** Of a whole stream's events those that are not known to be about somebody else. */
export function theirs(of: Personal | undefined, whose: Whose, events: readonly Recorded<DomainEvent>[]) {
  const mine: readonly (string | null)[] = [...vaultSubjects(whose), null]
  const subjects = subjectsOfEach(of, events)
  return events.filter((_, index) => mine.includes(subjects[index]!))
}
