import { identities } from '#domain/auth/identities/decider.ts'
import type { Context } from '#event-sourcing/context.ts'
import type { Auth } from '#services/auth/auth.ts'

/** Takes a provider account away from the user who is logged in. Errors: NOT_FOUND, for one of somebody else too. */
export async function unlinkIdentity(auth: Auth, context: Context, identityId: string): Promise<void> {
  await auth.execute.run(identities, identityId, { type: 'unlink', user_id: context.actor.sub }, context)
}
