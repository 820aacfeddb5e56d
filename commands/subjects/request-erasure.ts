import { canAdminister } from '#domain/auth/platform.ts'
import { users } from '#domain/auth/users/decider.ts'
import { type Erasure, type SubjectState, subjects } from '#domain/subjects/decider.ts'
import type { LegalBasis } from '#domain/subjects/legal-basis.ts'
import type { Context } from '#event-sourcing/context.ts'
import {
  type DataSubject,
  type ErasureService,
  findSubjectStreams,
  hasPersonalData,
  mapStreams,
} from '#privacy/subject-streams.ts'
import { Rejection } from '#values/errors.ts'

export type FoundSubject = { subject: DataSubject; state: SubjectState; streams: string[] }

const USER_ID_PATTERN = /^usr_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * Finds a person by the caller's client and id. Errors: NOT_FOUND if the service has no data of the person,
 * SERVICE_UNAVAILABLE while the read model is behind.
 */
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

/**
 * Requests the erasure of all data of a person. A repeat changes nothing, with two exceptions: a duty to retain
 * postpones an erasure that has not begun, and data recorded after an erasure are erased too. Errors: as `findSubject`.
 */
export async function requestErasure(
  service: ErasureService,
  context: Context,
  user_id: string,
  legal_basis: LegalBasis,
): Promise<Erasure> {
  const { subject: whose, state, streams } = await findSubject(service, context.actor.client_id, user_id)
  const erased = state.status === 'absent' ? new Map<string, number>() : state.erased
  const hasNewDataByStream = await mapStreams(service, streams, (events, stream) =>
    hasPersonalData(service.personalOf({ stream }), whose, events, erased.get(stream) ?? -1),
  )
  const command = { type: 'request', ...whose, legal_basis, hasNewData: hasNewDataByStream.includes(true) } as const
  const result = await service.execute.run(subjects, subjects.id(whose), command, context)
  if (result.state.status === 'absent') throw new Rejection('NOT_FOUND')
  return result.state
}
