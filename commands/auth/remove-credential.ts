import { credentials } from '#domain/auth/credentials/decider.ts'
import type { Context } from '#event-sourcing/context.ts'
import type { Service } from '#service.ts'
import type { ErrorCode } from '#values/errors.ts'

/** NOT_FOUND: also another user's key. */
export const removeCredentialErrors = ['AUTH_003', 'NOT_FOUND'] as const satisfies readonly ErrorCode[]

export async function removeCredential(
  { execute }: Pick<Service, 'execute'>,
  context: Context,
  { credential_id }: { credential_id: string },
): Promise<void> {
  await execute.run(credentials, credential_id, { type: 'remove', user_id: context.actor.sub }, context)
}
