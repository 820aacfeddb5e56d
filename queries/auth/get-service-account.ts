import { sql } from 'slonik'
import { z } from 'zod'
import { serviceAccounts } from '#domain/auth/service-accounts/decider.ts'
import { type ServiceAccountView, serviceAccountRecord } from '#domain/auth/service-accounts/record.ts'
import type { Service } from '#service.ts'
import { Rejection } from '#values/errors.ts'

const Use = z.object({ used_at: z.string() })

/** From the client's stream, with the last use from `ops.service_account_uses`. Errors: NOT_FOUND. */
export async function getServiceAccount(
  { execute, db, now }: Service,
  { client_id, service_account_id }: { client_id: string; service_account_id: string },
): Promise<ServiceAccountView> {
  const { state } = await execute.load(serviceAccounts, client_id)
  const account = state.get(service_account_id)
  if (account === undefined) throw new Rejection('NOT_FOUND')
  const last_used_at = await db.maybeOneFirst(sql.type(Use)`
    select used_at from ops.service_account_uses where service_account_id = ${service_account_id}`)
  return serviceAccountRecord({ ...account, service_account_id, last_used_at }, now())
}
