import { credentials } from '#domain/auth/credentials/decider.ts'
import type { Context } from '#event-sourcing/context.ts'
import type { Auth } from '#services/auth/auth.ts'

/** Takes a key away from the user who is logged in. Errors: NOT_FOUND, for a key of somebody else too. */
export async function removeCredential(auth: Auth, context: Context, credentialId: string): Promise<void> {
  await auth.execute.run(credentials, credentialId, { type: 'remove', user_id: context.actor.sub }, context)
}
