import { canAdminister } from '#domain/auth/platform.ts'
import { users } from '#domain/auth/users/decider.ts'
import { subjects } from '#domain/subjects/decider.ts'
import type { SubjectState } from '#domain/subjects/state.ts'
import { type DataSubject, type ErasureService, findSubjectStreams } from '#privacy/subject-streams.ts'
import { Rejection } from '#values/errors.ts'

export type FoundSubject = { subject: DataSubject; state: SubjectState; streams: string[] }

const USER_ID_PATTERN = /^usr_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Errors: NOT_FOUND without data of the person, SERVICE_UNAVAILABLE while the read model is behind. */
export async function findSubject(service: ErasureService, client_id: string, user_id: string): Promise<FoundSubject> {
  const subject = await resolveSubject(service, client_id, user_id)
  const [{ state }, streams] = await Promise.all([
    service.execute.load(subjects, subjects.id(subject)),
    findSubjectStreams(service, subject),
  ])
  if (state.status === 'absent' && streams.length === 0) throw new Rejection('NOT_FOUND')
  return { subject, state, streams }
}

async function resolveSubject({ execute }: ErasureService, client_id: string, user_id: string): Promise<DataSubject> {
  if (!USER_ID_PATTERN.test(user_id)) return { client_id, user_id, is_user: false }
  const { state } = await execute.load(users, user_id)
  // A user of another client is not visible to the caller, whose own people may have any id.
  if (state.status === 'absent' || !canAdminister({ client_id }, state.client_id))
    return { client_id, user_id, is_user: false }
  return { client_id: state.client_id, user_id, is_user: true }
}
