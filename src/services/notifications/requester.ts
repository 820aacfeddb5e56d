import type { DeviceRequester } from '#domain/notifications/devices/decider.ts'
import { type Actor, clientOf } from '#event-sourcing/decider.ts'
import { isPersonRestricted } from '#privacy/access-status.ts'
import type { Service } from '#service.ts'
import { fieldRejection, Rejection } from '#values/errors.ts'
import type { Person } from '#values/person.ts'

/** A consumer acts for itself, other roles for all users of their client. */
export function requesterOf(actor: Actor): DeviceRequester {
  return { client_id: clientOf(actor), user_id: actor.role === 'consumer' ? actor.sub : null }
}

/**
 * A consumer is always its own user; other roles must name one. Errors: AUTH_003 for a consumer who names another user,
 * INVALID_REQUEST.
 */
export function resolveUserId(actor: Actor, user_id: string | null | undefined): string {
  const { user_id: ownUserId } = requesterOf(actor)
  const userId = user_id ?? ownUserId
  if (userId === null) throw fieldRejection('INVALID_REQUEST', [{ field: 'user_id', reason: 'is required' }])
  if (ownUserId !== null && userId !== ownUserId)
    throw new Rejection('AUTH_003', { field: 'user_id', reason: 'must be the user of the token' })
  return userId
}

/** Errors: INVALID_REQUEST for a person whose erasure was requested. */
export async function assertNotRestricted({ execute }: Pick<Service, 'execute'>, person: Person): Promise<void> {
  if (await isPersonRestricted({ execute }, person))
    throw fieldRejection('INVALID_REQUEST', [
      { field: 'user_id', reason: 'names a restricted person: their erasure was requested' },
    ])
}
