import type { RoleName, Scope } from '#domain/auth/roles.ts'
import { users } from '#domain/auth/users/decider.ts'
import { Rejection } from '#errors.ts'
import type { Service } from '#service.ts'

export type Me = { id: string; email: string | null; client_id: string; role: RoleName; scopes: Scope[] }

/** The user behind a token: who they are and what this token lets them do. */
export async function whoAmI(
  { execute, vault }: Service,
  caller: { sub: string; client_id: string; role: RoleName; scopes: readonly Scope[] },
): Promise<Me> {
  const { sub: id, client_id, role, scopes } = caller
  const { state } = await execute.load(users, id)
  if (state.status === 'absent') throw new Rejection('AUTH_001')
  return { id, email: await vault.open(state.email_sealed, `${id}|email`), client_id, role, scopes: [...scopes] }
}
