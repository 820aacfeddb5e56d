import { clients } from '#domain/auth/clients/decider.ts'
import { assertCanAdminister } from '#domain/auth/platform.ts'
import { generateSecret, hashSecret } from '#domain/auth/service-accounts/secret.ts'
import type { Service } from '#service.ts'
import { Rejection } from '#values/errors.ts'
import { newId } from '#values/ids.ts'

/** Errors: NOT_FOUND for an unknown or foreign client. */
export async function newServiceAccount(
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
