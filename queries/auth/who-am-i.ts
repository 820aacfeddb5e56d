import type { RoleName, Scope } from '#domain/auth/roles.ts'
import type { Service } from '#service.ts'

export type Me = { id: string; email: string | null; client_id: string; role: RoleName; scopes: Scope[] }

/**
 * The user behind a token: who they are and what this token lets them do. `email_sealed` is of the user as the guard knows them, so that
 * the store is not asked once more.
 */
export async function whoAmI(
  { vault }: Pick<Service, 'vault'>,
  caller: { sub: string; client_id: string; role: RoleName; scopes: readonly Scope[] },
  email_sealed: string,
): Promise<Me> {
  const { sub: id, client_id, role, scopes } = caller
  return { id, email: await vault.open(email_sealed, `${id}|email`), client_id, role, scopes: [...scopes] }
}
