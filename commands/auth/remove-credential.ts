import { credentials } from '#domain/auth/credentials/decider.ts'
import { Rejection } from '#errors.ts'
import type { Context } from '#execute.ts'
import type { Auth } from '#modules/auth/auth.ts'

/** Takes a key away from the user who is logged in. NOT_FOUND for a key of somebody else. */
export async function removeCredential(auth: Auth, context: Context, credentialId: string): Promise<void> {
  const stream = `credential-${credentialId}`
  const { state } = await auth.execute.load(credentials, stream)
  if (state.status === 'absent' || state.user_id !== context.actor.sub) throw new Rejection('NOT_FOUND')
  await auth.execute.run(credentials, stream, { type: 'remove' }, context)
}
