import type { Requester } from '#domain/sms/analyses/ownership.ts'
import { type Actor, clientOf } from '#event-sourcing/decider.ts'
import { fieldRejection, Rejection } from '#values/errors.ts'

/** Consumers act for themselves, all others for anybody of their client. */
export function requesterOf(actor: Actor): Requester {
  return { client_id: clientOf(actor), user_id: actor.role === 'consumer' ? actor.sub : null }
}

/** Whose message it is, as far as the caller says so: a consumer's own, else whom it names. Errors: AUTH_003 for a consumer who names somebody else. */
export function messageOwnerOf(actor: Actor, { user_id }: { user_id: string | null }): string | null {
  const requester = requesterOf(actor)
  if (requester.user_id === null) return user_id
  if (user_id === null || user_id === requester.user_id) return requester.user_id
  throw new Rejection('AUTH_003', { field: 'user_id', reason: 'must be the user of the token' })
}

/** Nothing new is recorded of somebody whose erasure was asked for, and nothing is told; `field` is what leads to them. */
export function restrictedRejection(field: keyof typeof RESTRICTED_REASONS): Rejection {
  return fieldRejection('INVALID_REQUEST', [
    { field, reason: `${RESTRICTED_REASONS[field]} a person who is restricted: their erasure was asked for` },
  ])
}
const RESTRICTED_REASONS = {
  user_id: 'names',
  device_id: 'is registered by',
  message_id: 'was used for a message of',
} as const
