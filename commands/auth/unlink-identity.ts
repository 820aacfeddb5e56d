import { identities } from '#domain/auth/identities/decider.ts'
import type { Context } from '#execute.ts'
import type { Auth } from '#modules/auth/auth.ts'

/** Takes a provider account away from the user who is logged in. NOT_FOUND for one that is not theirs. */
export async function unlinkIdentity(auth: Auth, context: Context, identityId: string): Promise<void> {
  const stream = `identity-${identityId}`
  await auth.execute.run(identities, stream, { type: 'unlink', user_id: context.actor.sub }, context)
}
