import { identities } from '#domain/auth/identities/decider.ts'
import type { Context } from '#event-sourcing/context.ts'
import type { Auth } from '#services/auth/auth.ts'

/** Unlinks a provider account of the current user. Errors: NOT_FOUND, also for another user's account. */
export async function unlinkIdentity(auth: Auth, context: Context, identityId: string): Promise<void> {
  await auth.execute.run(identities, identityId, { type: 'unlink', user_id: context.actor.sub }, context)
}
