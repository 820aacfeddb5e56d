import type { UserState } from './state.ts'

export type UserView = ReturnType<typeof userRecord>

/** `email` is null after an erasure. */
export function userRecord(user_id: string, user: Exclude<UserState, { status: 'absent' }>, email: string | null) {
  const { client_id, role, status, registered_at: created_at } = user
  return { user_id, client_id, email, role, status, created_at }
}
