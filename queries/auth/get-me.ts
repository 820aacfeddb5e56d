import { PLATFORM_CLIENT_ID } from '#domain/auth/platform.ts'
import type { CallerRole, RoleName, Scope } from '#domain/auth/roles.ts'
import type { Service } from '#service.ts'
import { openUserTexts } from './get-user.ts'

/** From the session that the guard has already loaded: the event store is not queried again. */
export async function getMe(
  { vault }: Pick<Service, 'vault'>,
  caller: { sub: string; client_id: string; role: CallerRole; scopes: readonly Scope[] },
  access: { role: RoleName; email_sealed: string; display_name_sealed: string | null } | { login_name: string },
) {
  const { sub: id, client_id, role, scopes } = caller
  const texts =
    'login_name' in access ? { email: access.login_name, display_name: null } : await openUserTexts(vault, id, access)
  return { id, ...texts, client_id, is_platform: client_id === PLATFORM_CLIENT_ID, role, scopes: [...scopes] }
}
