import type { CallerRole, RoleName, Scope } from '#domain/auth/roles.ts'
import type { Service } from '#service.ts'

export type Me = { id: string; email: string | null; client_id: string; role: CallerRole; scopes: Scope[] }

/**
 * The user, or the service account, behind a token: who they are and what this token lets them do. `standing` is theirs as the guard
 * knows it, so that the store is not asked once more.
 */
export async function getMe(
  { vault }: Pick<Service, 'vault'>,
  caller: { sub: string; client_id: string; role: CallerRole; scopes: readonly Scope[] },
  access: { role: RoleName; email_sealed: string } | { login_name: string },
): Promise<Me> {
  const { sub: id, client_id, role, scopes } = caller
  const email = 'login_name' in access ? access.login_name : await vault.open(access.email_sealed, `${id}|email`)
  return { id, email, client_id, role, scopes: [...scopes] }
}
