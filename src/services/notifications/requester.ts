import type { Actor } from '#event-sourcing/decider.ts'
import { requestedUser } from '#event-sourcing/requester.ts'
import { isPersonRestricted } from '#privacy/access-status.ts'
import type { Service } from '#service.ts'
import { fieldRejection } from '#values/errors.ts'
import type { Person } from '#values/person.ts'

/** Errors: AUTH_003 for a consumer who names another user, INVALID_REQUEST for another role that names none. */
export function resolveUserId(actor: Actor, user_id: string | null | undefined): string {
  const userId = requestedUser(actor, user_id)
  if (userId === null) throw fieldRejection('INVALID_REQUEST', [{ field: 'user_id', reason: 'is required' }])
  return userId
}

/** Errors: INVALID_REQUEST for a person whose erasure was requested. */
export async function assertNotRestricted({ execute }: Pick<Service, 'execute'>, person: Person): Promise<void> {
  if (await isPersonRestricted({ execute }, person))
    throw fieldRejection('INVALID_REQUEST', [
      { field: 'user_id', reason: 'names a restricted person: their erasure was requested' },
    ])
}
