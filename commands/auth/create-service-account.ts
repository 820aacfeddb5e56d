import { clients } from '#domain/auth/clients/decider.ts'
import { assertCanAdminister, PLATFORM_CLIENT_ID } from '#domain/auth/platform.ts'
import { SCOPES, type Scope } from '#domain/auth/roles.ts'
import { serviceAccounts } from '#domain/auth/service-accounts/decider.ts'
import { loginNameOf } from '#domain/auth/service-accounts/login-name.ts'
import { generateSecret, hashSecret } from '#domain/auth/service-accounts/secret.ts'
import type { Context } from '#event-sourcing/context.ts'
import { clientOf } from '#event-sourcing/decider.ts'
import type { Service } from '#service.ts'
import { Rejection } from '#values/errors.ts'
import { newId } from '#values/ids.ts'

type Input = { name: string; scopes: readonly Scope[]; expires_at?: string | null | undefined }

/**
 * Creates a login for a machine of a client. Only this response contains the secret. Errors: NOT_FOUND for an unknown
 * or foreign client, AUTH_003 for scopes that the actor can't grant, INVALID_REQUEST for an `expires_at` in the past,
 * CONFLICT at the limit of accounts.
 */
export async function createServiceAccount(
  { execute }: Service,
  context: Context,
  client_id: string,
  { name, scopes, expires_at }: Input,
): Promise<{ service_account_id: string; secret: string }> {
  const caller = { client_id: clientOf(context.actor), role: context.actor.role }
  const { account, secret } = await newAccount(execute, caller, client_id, name)
  const chosen = {
    scopes: SCOPES.filter(scope => scopes.includes(scope)),
    expires_at: expires_at == null ? null : new Date(expires_at).toISOString(),
  }
  const create = { type: 'create', ...caller, account: { ...account, ...chosen }, now: context.now } as const
  await execute.run(serviceAccounts, client_id, create, context)
  return { service_account_id: account.service_account_id, secret }
}

/**
 * Creates the login of a VPN server's agent. The caller has checked the actor and the server. Only this response
 * contains the secret. Errors: CONFLICT at the limit of accounts.
 */
export async function createAgentAccount(
  { execute }: Pick<Service, 'execute'>,
  context: Context,
  { name, vpn_server_id }: { name: string; vpn_server_id: number },
): Promise<{ service_account_id: string; email: string; secret: string }> {
  const caller = { client_id: clientOf(context.actor) }
  const { account, secret } = await newAccount(execute, caller, PLATFORM_CLIENT_ID, name)
  const { service_account_id } = account
  const command = { type: 'create_agent', ...caller, account: { ...account, expires_at: null } } as const
  await execute.run(serviceAccounts, PLATFORM_CLIENT_ID, { ...command, vpn_server_id, now: context.now }, context)
  return { service_account_id, email: loginNameOf(account), secret }
}

async function newAccount(
  execute: Service['execute'],
  caller: { client_id: string | null },
  client_id: string,
  name: string,
) {
  assertCanAdminister(caller, client_id)
  const { state: client } = await execute.load(clients, client_id)
  if (client.status === 'absent') throw new Rejection('NOT_FOUND')
  const secret = generateSecret()
  return { secret, account: { client_id, service_account_id: newId('svc'), name, secret_hash: hashSecret(secret) } }
}
