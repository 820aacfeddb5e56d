import type { Scope } from '#domain/auth/roles.ts'
import { loginNameOf } from './login-name.ts'

type ServiceAccountFields = {
  service_account_id: string
  client_id: string
  name: string
  scopes: readonly Scope[]
  created_at: string
  expires_at: string | null
  revoked_at: string | null
  last_used_at: string | null
}

export type ServiceAccountView = ReturnType<typeof serviceAccountRecord>

export function serviceAccountRecord(account: ServiceAccountFields, now: Date) {
  const { service_account_id, client_id, name, scopes, created_at, expires_at, revoked_at, last_used_at } = account
  const email = loginNameOf(account)
  const status = statusOf(account, now)
  return {
    ...{ service_account_id, client_id, name, email, scopes: [...scopes], status },
    ...{ created_at, expires_at, revoked_at, last_used_at },
  }
}

function statusOf({ revoked_at, expires_at }: ServiceAccountFields, now: Date): 'active' | 'expired' | 'revoked' {
  if (revoked_at !== null) return 'revoked'
  return expires_at !== null && Date.parse(expires_at) <= now.getTime() ? 'expired' : 'active'
}
