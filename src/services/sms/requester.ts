import type { Requester } from '#domain/sms/analyses/ownership.ts'
import { type Actor, clientOf } from '#event-sourcing/decider.ts'
import { fieldRejection, Rejection } from '#values/errors.ts'

/** A consumer acts for one user, every other role for all users of its client. */
export function requesterOf(actor: Actor): Requester {
  return { client_id: clientOf(actor), user_id: actor.role === 'consumer' ? actor.sub : null }
}

/** The user to whom the request assigns the message. Throws AUTH_003 if a consumer names another user. */
export function messageOwnerOf(actor: Actor, { user_id }: { user_id: string | null }): string | null {
  const requester = requesterOf(actor)
  if (requester.user_id === null) return user_id
  if (user_id === null || user_id === requester.user_id) return requester.user_id
  throw new Rejection('AUTH_003', { field: 'user_id', reason: 'must be the user of the token' })
}

/** Refuses a message of a restricted person; `field` is the field that leads to the person. */
export function restrictedRejection(field: keyof typeof RESTRICTED_REASONS): Rejection {
  return fieldRejection('INVALID_REQUEST', [
    { field, reason: `${RESTRICTED_REASONS[field]} a person who is restricted: their erasure was requested` },
  ])
}
const RESTRICTED_REASONS = {
  user_id: 'names',
  device_id: 'is registered by',
  message_id: 'was used for a message of',
} as const
