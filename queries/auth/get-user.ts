import type { RoleName } from '#domain/auth/roles.ts'
import { users } from '#domain/auth/users/decider.ts'
import { Rejection } from '#errors.ts'
import type { Service } from '#service.ts'

export type UserView = {
  user_id: string
  client_id: string
  email: string | null
  role: RoleName
  status: 'active' | 'disabled'
  created_at: string
}

/** One user as it stands now, from its stream; `email` is null after an erasure. Null when there is none. */
export async function findUser({ execute, vault }: Service, user_id: string): Promise<UserView | null> {
  const { state } = await execute.load(users, user_id)
  if (state.status === 'absent') return null
  const { client_id, role, status, registered_at: created_at } = state
  const email = await vault.open(state.email_sealed, `${user_id}|email`)
  return { user_id, client_id, email, role, status, created_at }
}

/** As above. Errors: NOT_FOUND. */
export async function getUser(service: Service, user_id: string): Promise<UserView> {
  const user = await findUser(service, user_id)
  if (user === null) throw new Rejection('NOT_FOUND')
  return user
}
