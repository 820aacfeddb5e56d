import { identities } from '#domain/auth/identities/decider.ts'
import type { Context } from '#event-sourcing/context.ts'
import type { Service } from '#service.ts'
import type { ErrorCode } from '#values/errors.ts'

/** NOT_FOUND: also another user's account. */
export const unlinkIdentityErrors = ['AUTH_003', 'NOT_FOUND'] as const satisfies readonly ErrorCode[]

export async function unlinkIdentity(
  { execute }: Pick<Service, 'execute'>,
  context: Context,
  { identity_id }: { identity_id: string },
): Promise<void> {
  const unlink = { type: 'unlink', user_id: context.actor.sub } as const
  await execute.run(identities, identity_id.replace(/^idn_/, ''), unlink, context)
}
