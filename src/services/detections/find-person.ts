import { users } from '#domain/auth/users/decider.ts'
import { userIdOf } from '#privacy/user-id.ts'
import type { Service } from '#service.ts'

/** The named user, or else the one who logs in to this client with the address; null = no known user. */
export async function findUserId(
  { execute, vault }: Pick<Service, 'execute' | 'vault'>,
  client_id: string,
  { user_id, email = null }: { user_id: string | null; email?: string | null },
): Promise<string | null> {
  if (user_id !== null || email === null) return user_id
  const found = userIdOf(vault, email)
  const { state } = await execute.load(users, found)
  return state.status !== 'absent' && !state.erased && state.client_id === client_id ? found : null
}
