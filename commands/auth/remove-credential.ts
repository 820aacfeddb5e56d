import { credentials } from '#domain/auth/credentials/decider.ts'
import type { Context } from '#event-sourcing/context.ts'
import type { Auth } from '#services/auth/auth.ts'

/** Removes a key of the current user. Errors: NOT_FOUND, also for another user's key. */
export async function removeCredential(auth: Auth, context: Context, credentialId: string): Promise<void> {
  await auth.execute.run(credentials, credentialId, { type: 'remove', user_id: context.actor.sub }, context)
}
