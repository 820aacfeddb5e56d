import { isErasedIn, isRestricted, isRestrictedIn, type SubjectState, subjects } from '#domain/subjects/decider.ts'
import type { Service } from '#service.ts'
import { Rejection } from '#values/errors.ts'
import type { Person } from '#values/person.ts'

/**
 * Few people are restricted or erased: that a person is not among them is answered from memory. A request for an
 * erasure is known to every process so long after it was recorded; until then it is not answered, and nothing is
 * erased.
 */
export const ERASURE_PROPAGATION_MS_MAX = 1_000

/** What may be told of a stream about a person: all, to auditors only, or nothing of the person any more. */
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

/** Refuses who may not see it. Errors: AUTH_003. */
export function assertReadable(status: AccessStatus, { scopes }: { scopes: readonly string[] }): void {
  if (status === 'restricted' && !scopes.includes('audit:read'))
    throw new Rejection('AUTH_003', {
      required_scope: 'audit:read',
      reason: 'the person it is about is restricted: their erasure was asked for',
    })
}

/** Whether what a stream says of a person, from a revision where one is given, is of somebody who was erased. */
export async function isErased(
  { execute }: Pick<Service, 'execute'>,
  person: Person,
  stream: string,
  revision?: number,
): Promise<boolean> {
  return isErasedIn(await loadSubject(execute, person), stream, revision)
}

/** Whether nothing new may be begun for a person: their erasure was asked for and is not over. */
export async function isPersonRestricted({ execute }: Pick<Service, 'execute'>, person: Person): Promise<boolean> {
  return isRestricted(await loadSubject(execute, person))
}

/** Whether what a stream said of a person at a revision is restricted. */
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
