import { Rejection } from '#values/errors.ts'
import { derivedId } from '#values/ids.ts'
import { platformRoleScopes, type RoleName, roleScopes, type Scope } from './roles.ts'

/** The client that runs the service. Only its administrators see and change other clients. */
export const PLATFORM_CLIENT_ID = derivedId('clt', 'platform')

export function scopesOfUser({ client_id, role }: { client_id: string; role: RoleName }): readonly Scope[] {
  return client_id === PLATFORM_CLIENT_ID
    ? [...roleScopes[role], ...(platformRoleScopes[role] ?? [])]
    : roleScopes[role]
}

export function canAuditEveryClient({ client_id, scopes }: { client_id: string; scopes: readonly Scope[] }): boolean {
  return client_id === PLATFORM_CLIENT_ID && scopes.includes('audit:read:any')
}

/** Null is the service itself. */
export function canAdminister(caller: { client_id: string | null }, client_id: string): boolean {
  return caller.client_id === null || caller.client_id === PLATFORM_CLIENT_ID || caller.client_id === client_id
}

/** NOT_FOUND, as if the record did not exist. */
export function assertCanAdminister(caller: { client_id: string | null }, client_id: string): void {
  if (!canAdminister(caller, client_id)) throw new Rejection('NOT_FOUND')
}

export function assertPlatformCaller(caller: { client_id: string | null }): void {
  if (caller.client_id !== null && caller.client_id !== PLATFORM_CLIENT_ID)
    throw new Rejection('AUTH_003', { reason: 'only administrators of the platform may do this' })
}
