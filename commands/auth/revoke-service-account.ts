import { serviceAccounts } from '#domain/auth/service-accounts/decider.ts'
import type { Context } from '#event-sourcing/context.ts'
import { clientOf } from '#event-sourcing/decider.ts'
import type { Service } from '#service.ts'
import type { ErrorCode } from '#values/errors.ts'

/** NOT_FOUND: also a foreign account. */
export const revokeServiceAccountErrors = ['NOT_FOUND'] as const satisfies readonly ErrorCode[]

/** A repeat is not an error. */
export async function revokeServiceAccount(
  { execute }: Pick<Service, 'execute'>,
  context: Context,
  { client_id, service_account_id }: { client_id: string; service_account_id: string },
): Promise<void> {
  const revoke = { type: 'revoke', client_id: clientOf(context.actor), service_account_id } as const
  await execute.run(serviceAccounts, client_id, revoke, context)
}
