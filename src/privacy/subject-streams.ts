import pMap from 'p-map'
import { sql } from 'slonik'
import { z } from 'zod'
import { presentPaths } from '#declarations/paths.ts'
import { type FindPersonalData, type PersonalDataMap, subjectsOfEach } from '#declarations/personal-data.ts'
import type { Erasure } from '#domain/subjects/state.ts'
import type { Database } from '#edge/postgres/pool.ts'
import { rejectIfUnbuilt } from '#edge/postgres/read-model-readiness.ts'
import type { DomainEvent, Recorded } from '#event-sourcing/decider.ts'
import { subjectKey, subjectStreamsProjection } from '#projections/subjects/subject-streams.ts'
import type { Service } from '#service.ts'
import { waitForCheckpoint } from '#subscription/wait-for-checkpoint.ts'
import { Rejection } from '#values/errors.ts'
import { type Person, personSubject } from '#values/person.ts'
import { userSubject } from './user-id.ts'

export type ErasureService = Pick<
  Service<{ RETENTION_YEARS: number }>,
  'config' | 'log' | 'store' | 'execute' | 'db' | 'vault' | 'now'
> & {
  personal: readonly PersonalDataMap[]
  personalOf: FindPersonalData
  /** Streams that have public events. */
  publicPrefixes: readonly string[]
}

const READ_CONCURRENCY = 16
const PAGE_SIZE = 1_000
/** The read model lags by milliseconds. */
const CHECKPOINT_WAIT_MS_MAX = 2_000

export type DataSubject = Person & Pick<Erasure, 'is_user'>

/** The vault subjects whose keys seal the person's data. */
export function vaultSubjects({ is_user, ...person }: DataSubject): string[] {
  return [personSubject(person), ...(is_user ? [userSubject(person.user_id)] : [])]
}

/** Errors: SERVICE_UNAVAILABLE while the read model is behind, because a missing stream would not be erased. */
export async function findSubjectStreams(
  { db, store, personal }: ErasureService,
  subject: DataSubject,
): Promise<string[]> {
  if (!(await waitForCheckpoint({ db, store }, subjectStreamsProjection(personal), CHECKPOINT_WAIT_MS_MAX)))
    throw new Rejection(
      'SERVICE_UNAVAILABLE',
      { reason: "the list of the person's data is not up to date" },
      { retryAfterS: 2 },
    )
  const found: string[] = []
  for (let page: readonly string[] | undefined; page === undefined || page.length === PAGE_SIZE; ) {
    page = await listSubjectStreams(db, vaultSubjects(subject), { after: found.at(-1) ?? '', limit: PAGE_SIZE })
    found.push(...page)
  }
  return found
}

/** Names of streams about vault subjects: those after `after`, sorted. */
export async function listSubjectStreams(
  db: Database,
  subjects: readonly string[],
  { after = '', limit }: { after?: string; limit: number },
): Promise<readonly string[]> {
  const keys = sql.array(subjects.map(subjectKey), 'uuid')
  return rejectIfUnbuilt(
    db.anyFirst(sql.type(z.object({ stream: z.string() }))`
      select distinct stream from read.subject_streams
      where subject = any(${keys}) and stream > ${after} order by stream limit ${limit}`),
  )
}

export function mapStreams<T>(
  { store }: Pick<ErasureService, 'store'>,
  streams: readonly string[],
  map: (events: Recorded<DomainEvent>[], stream: string) => T | Promise<T>,
): Promise<T[]> {
  return pMap(streams, async stream => map(await store.read(stream), stream), { concurrency: READ_CONCURRENCY })
}

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

/** Excludes events that are known to be about another subject. */
export function eventsAbout(
  personal: PersonalDataMap | undefined,
  subject: DataSubject,
  events: readonly Recorded<DomainEvent>[],
) {
  const ownSubjects: readonly (string | null)[] = [...vaultSubjects(subject), null]
  const subjects = subjectsOfEach(personal, events)
  return events.filter((_, index) => ownSubjects.includes(subjects[index]!))
}
