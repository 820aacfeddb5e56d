import { PLATFORM_CLIENT_ID } from '#domain/auth/platform.ts'
import type { CallerRole, RoleName, Scope } from '#domain/auth/roles.ts'
import type { Service } from '#service.ts'

/** From the session that the guard has already loaded: the event store is not queried again. */
export async function getMe(
  { vault }: Pick<Service, 'vault'>,
  caller: { sub: string; client_id: string; role: CallerRole; scopes: readonly Scope[] },
  access: { role: RoleName; email_sealed: string } | { login_name: string },
) {
  const { sub: id, client_id, role, scopes } = caller
  const email = 'login_name' in access ? access.login_name : await vault.open(access.email_sealed, `${id}|email`)
  return { id, email, client_id, is_platform: client_id === PLATFORM_CLIENT_ID, role, scopes: [...scopes] }
}
