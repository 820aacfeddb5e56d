import { Rejection } from '#values/errors.ts'
import { type Actor, clientOf } from './decider.ts'

/** For whom a caller acts. `user_id`: a consumer acts for itself alone, null = for every user of the client. */
export type Requester = { client_id: string | null; user_id: string | null }

export function requesterOf(actor: Actor): Requester {
  return { client_id: clientOf(actor), user_id: actor.role === 'consumer' ? actor.sub : null }
}

/** The named user, or else the consumer who sends the request. Throws AUTH_003 if a consumer names another user. */
export function requestedUser(actor: Actor, user_id: string | null | undefined): string | null {
  const own = requesterOf(actor).user_id
  if (own !== null && (user_id ?? own) !== own)
    throw new Rejection('AUTH_003', { field: 'user_id', reason: 'must be the user of the token' })
  return user_id ?? own
}
