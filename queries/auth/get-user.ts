import { type UserState, users } from '#domain/auth/users/decider.ts'
import type { Service } from '#service.ts'
import { Rejection } from '#values/errors.ts'

export async function findUser({ execute, vault }: Service, user_id: string): Promise<UserView | null> {
  const { state } = await execute.load(users, user_id)
  if (state.status === 'absent') return null
  return userRecord(user_id, state, await openUserTexts(vault, user_id, state))
}

/** Errors: NOT_FOUND. */
export async function getUser(service: Service, user_id: string): Promise<UserView> {
  const user = await findUser(service, user_id)
  if (user === null) throw new Rejection('NOT_FOUND')
  return user
}

type UserTexts = { email: string | null; display_name: string | null }

/** Both are null after an erasure. */
export async function openUserTexts(
  vault: Service['vault'],
  user_id: string,
  { email_sealed, display_name_sealed }: { email_sealed: string; display_name_sealed: string | null },
): Promise<UserTexts> {
  const [email, display_name] = await Promise.all([
    vault.open(email_sealed, `${user_id}|email`),
    openDisplayName(vault, user_id, display_name_sealed),
  ])
  return { email, display_name }
}

export async function openDisplayName(
  vault: Service['vault'],
  user_id: string,
  display_name_sealed: string | null,
): Promise<string | null> {
  return display_name_sealed === null ? null : vault.open(display_name_sealed, `${user_id}|display_name`)
}

export type UserView = ReturnType<typeof userRecord>
export function userRecord(
  user_id: string,
  user: Exclude<UserState, { status: 'absent' }>,
  { email, display_name }: UserTexts,
) {
  const { client_id, role, status, registered_at: created_at } = user
  return { user_id, client_id, email, display_name, role, status, created_at }
}
