import { subjects } from '#domain/subjects/decider.ts'
import { isErasedIn, isRestricted, isRestrictedIn, type SubjectState } from '#domain/subjects/state.ts'
import type { Service } from '#service.ts'
import { Rejection } from '#values/errors.ts'
import { ERASED, type Person } from '#values/person.ts'

/** Every process knows of a request within this time; until then it is not answered and nothing is erased. */
export const ERASURE_PROPAGATION_MS_MAX = 1_000

/** Readable by all, by auditors only, or without personal data. */
export type AccessStatus = 'free' | 'restricted' | 'erased'

export async function getAccessStatus(
  { execute }: Pick<Service, 'execute'>,
  person: Person,
  stream: string,
): Promise<AccessStatus> {
  const state = await loadSubject(execute, person)
  if (isErasedIn(state, stream)) return 'erased'
  return isRestricted(state) ? 'restricted' : 'free'
}

/** Errors: AUTH_003. */
export function assertReadable(status: AccessStatus, { scopes }: { scopes: readonly string[] }): void {
  if (status === 'restricted' && !scopes.includes('audit:read'))
    throw new Rejection('AUTH_003', {
      required_scope: 'audit:read',
      reason: 'the person is restricted: their erasure was requested',
    })
}

/** Whether the personal data of a stream, from `revision` on, belong to an erased person. */
export async function isErased(
  { execute }: Pick<Service, 'execute'>,
  person: Person,
  stream: string,
  revision?: number,
): Promise<boolean> {
  return isErasedIn(await loadSubject(execute, person), stream, revision)
}

/** Whether the person was erased, or is being erased, after this time (ISO 8601, UTC). */
export async function isFromBeforeErasure(
  { execute }: Pick<Service, 'execute'>,
  person: Person,
  at: string,
): Promise<boolean> {
  const state = await loadSubject(execute, person)
  if (state.status === 'absent') return false
  return state.status === 'shredding' || (state.last_shredded_at !== null && at <= state.last_shredded_at)
}

/** Nothing new may begin for a restricted person. */
export async function isPersonRestricted({ execute }: Pick<Service, 'execute'>, person: Person): Promise<boolean> {
  return isRestricted(await loadSubject(execute, person))
}

/** The person of a public event, as it is shown. `withheld`: only auditors may read what endpoints answer to it. */
export async function publishedPerson(
  { execute }: Pick<Service, 'execute'>,
  { client_id, user_id }: Pick<Person, 'client_id'> & { user_id: string | null },
  stream: string,
): Promise<{ user_id: string | null; isErased: boolean; withheld: boolean }> {
  if (user_id === null) return { user_id, isErased: false, withheld: false }
  const state = await loadSubject(execute, { client_id, user_id })
  const isErased = isErasedIn(state, stream)
  return { user_id: isErased ? ERASED : user_id, isErased, withheld: isRestricted(state) }
}

export async function isRestrictedAt(
  { execute }: Pick<Service, 'execute'>,
  person: Person,
  { stream, revision }: { stream: string; revision: number },
): Promise<boolean> {
  return isRestrictedIn(await loadSubject(execute, person), stream, revision)
}

async function loadSubject(execute: Service['execute'], person: Person): Promise<SubjectState> {
  const hints = { absenceStalenessMsMax: ERASURE_PROPAGATION_MS_MAX }
  return (await execute.load(subjects, subjects.id(person), hints)).state
}
