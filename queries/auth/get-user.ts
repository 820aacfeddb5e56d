import { type UserState, users } from '#domain/auth/users/decider.ts'
import type { Service } from '#service.ts'
import { Rejection } from '#values/errors.ts'

export async function findUser({ execute, vault }: Service, user_id: string): Promise<UserView | null> {
  const { state } = await execute.load(users, user_id)
  if (state.status === 'absent') return null
  return userRecord(user_id, state, await vault.open(state.email_sealed, `${user_id}|email`))
}

/** Errors: NOT_FOUND. */
export async function getUser(service: Service, user_id: string): Promise<UserView> {
  const user = await findUser(service, user_id)
  if (user === null) throw new Rejection('NOT_FOUND')
  return user
}

export type UserView = ReturnType<typeof userRecord>
/** `email` is null after an erasure. */
export function userRecord(user_id: string, user: Exclude<UserState, { status: 'absent' }>, email: string | null) {
  const { client_id, role, status, registered_at: created_at } = user
  return { user_id, client_id, email, role, status, created_at }
}
