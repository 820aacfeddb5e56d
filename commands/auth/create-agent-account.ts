import { PLATFORM_CLIENT_ID } from '#domain/auth/platform.ts'
import { serviceAccounts } from '#domain/auth/service-accounts/decider.ts'
import { loginNameOf } from '#domain/auth/service-accounts/login-name.ts'
import type { Context } from '#event-sourcing/context.ts'
import { clientOf } from '#event-sourcing/decider.ts'
import type { Service } from '#service.ts'
import { newServiceAccount } from '#services/auth/new-service-account.ts'

/** The caller has checked actor and server. Only this response has the secret. Errors: CONFLICT at the limit. */
export async function createAgentAccount(
  { execute }: Pick<Service, 'execute'>,
  context: Context,
  { name, vpn_server_id }: { name: string; vpn_server_id: number },
): Promise<{ service_account_id: string; email: string; secret: string }> {
  const caller = { client_id: clientOf(context.actor) }
  const { account, secret } = await newServiceAccount(execute, caller, PLATFORM_CLIENT_ID, name)
  const command = { type: 'create_agent', ...caller, account: { ...account, expires_at: null } } as const
  await execute.run(serviceAccounts, PLATFORM_CLIENT_ID, { ...command, vpn_server_id, now: context.now }, context)
  return { service_account_id: account.service_account_id, email: loginNameOf(account), secret }
}
