import { administers } from '#domain/auth/platform.ts'
import { users } from '#domain/auth/users/decider.ts'
import { type Erasure, type SubjectState, subjects } from '#domain/subjects/decider.ts'
import type { LegalBasis } from '#domain/subjects/legal-basis.ts'
import type { Context } from '#event-sourcing/context.ts'
import { allStreams, type Erasing, ofEach, saysSomething, type Whose } from '#privacy/subject-streams.ts'
import { Rejection } from '#values/errors.ts'

/** What is held of a person: how their erasure stands, and the streams that are about them. */
export type Held = { whose: Whose; state: SubjectState; streams: string[] }

const USER_ID = /^usr_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * A person as the caller's client names them; one who logs in to this service is their own client's. Errors: NOT_FOUND for one of whom
 * nothing is held; SERVICE_UNAVAILABLE while nobody can say.
 */
export async function findPerson(erasing: Erasing, client_id: string, user_id: string): Promise<Held> {
  const whose = await whoIs(erasing, client_id, user_id)
  const [{ state }, streams] = await Promise.all([
    erasing.execute.load(subjects, subjects.id(whose)),
    allStreams(erasing, whose),
  ])
  if (state.status === 'absent' && streams.length === 0) throw new Rejection('NOT_FOUND')
  return { whose, state, streams }
}

async function whoIs({ execute }: Erasing, client_id: string, user_id: string): Promise<Whose> {
  if (!USER_ID.test(user_id)) return { client_id, user_id, is_user: false }
  const { state } = await execute.load(users, user_id)
  // Another client's user does not exist for the caller, whose own people may go by any id.
  if (state.status === 'absent' || !administers({ client_id }, state.client_id))
    return { client_id, user_id, is_user: false }
  return { client_id: state.client_id, user_id, is_user: true }
}

/**
 * Asks for the erasure of everything that is held of a person. Asking again changes nothing, but for a duty to retain, which holds up
 * what has not begun, and for what came since an erasure. Errors: as above.
 */
export async function requestErasure(
  erasing: Erasing,
  context: Context,
  user_id: string,
  legal_basis: LegalBasis,
): Promise<Erasure> {
  const { whose, state, streams } = await findPerson(erasing, context.actor.client_id, user_id)
  const erased = state.status === 'absent' ? new Map<string, number>() : state.erased
  const said = await ofEach(erasing, streams, (events, stream) =>
    saysSomething(erasing.personalOf({ stream }), whose, events, erased.get(stream) ?? -1),
  )
  const command = { type: 'request', ...whose, legal_basis, isNew: said.includes(true) } as const
  const after = await erasing.execute.run(subjects, subjects.id(whose), command, context)
  if (after.state.status === 'absent') throw new Rejection('NOT_FOUND')
  return after.state
}
