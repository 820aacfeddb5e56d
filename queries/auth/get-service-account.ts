import { sql } from 'slonik'
import { z } from 'zod'
import type { Scope } from '#domain/auth/roles.ts'
import { serviceAccounts } from '#domain/auth/service-accounts/decider.ts'
import { loginNameOf } from '#domain/auth/service-accounts/login-name.ts'
import type { ServiceAccountRow } from '#projections/auth/service-accounts.ts'
import type { Service } from '#service.ts'
import { Rejection } from '#values/errors.ts'

const Use = z.object({ used_at: z.string() })

/** Errors: NOT_FOUND. */
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

type ServiceAccountFields = Omit<z.infer<typeof ServiceAccountRow>, 'scopes'> & {
  scopes: readonly Scope[]
  last_used_at: string | null
}
export type ServiceAccountView = ReturnType<typeof serviceAccountRecord>

export function serviceAccountRecord(account: ServiceAccountFields, now: Date) {
  const { service_account_id, client_id, name, scopes, created_at, expires_at, revoked_at, last_used_at } = account
  return {
    ...{ service_account_id, client_id, name, email: loginNameOf(account), scopes: [...scopes] },
    ...{ status: statusOf(account, now), created_at, expires_at, revoked_at, last_used_at },
  }
}

function statusOf({ revoked_at, expires_at }: ServiceAccountFields, now: Date): 'active' | 'expired' | 'revoked' {
  if (revoked_at !== null) return 'revoked'
  return expires_at !== null && Date.parse(expires_at) <= now.getTime() ? 'expired' : 'active'
}
