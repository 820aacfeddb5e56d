import type { Context } from '#context.ts'
import { clientOf } from '#decider.ts'
import { clients } from '#domain/auth/clients/decider.ts'
import { mustAdminister } from '#domain/auth/platform.ts'
import { SCOPES, type Scope } from '#domain/auth/roles.ts'
import { serviceAccounts } from '#domain/auth/service-accounts/decider.ts'
import { generateSecret, hashOf } from '#domain/auth/service-accounts/secret.ts'
import { Rejection } from '#errors.ts'
import { newId } from '#ids.ts'
import type { Service } from '#service.ts'

type Input = { name: string; scopes: readonly Scope[]; expires_at?: string | null | undefined }

/**
 * Gives a machine of a client a login of its own. The clear secret is in the answer and nowhere else, ever. Errors: NOT_FOUND for a
 * client that is unknown or that the actor does not administer, AUTH_003 for scopes that the actor can't give, INVALID_REQUEST for
 * an end in the past, CONFLICT when the client has as many as it may have.
 */
export async function createServiceAccount(
  { execute }: Service,
  context: Context,
  client_id: string,
  { name, scopes, expires_at }: Input,
): Promise<{ service_account_id: string; secret: string }> {
  const asked = { client_id: clientOf(context.actor), role: context.actor.role }
  mustAdminister(asked, client_id)
  const { state: client } = await execute.load(clients, client_id)
  if (client.status === 'absent') throw new Rejection('NOT_FOUND')
  const service_account_id = newId('svc')
  const secret = generateSecret()
  const account = {
    ...{ client_id, service_account_id, name, secret_hash: hashOf(secret) },
    scopes: SCOPES.filter(scope => scopes.includes(scope)),
    expires_at: expires_at == null ? null : new Date(expires_at).toISOString(),
  }
  await execute.run(serviceAccounts, client_id, { type: 'create', ...asked, account, now: context.now }, context)
  return { service_account_id, secret }
}
