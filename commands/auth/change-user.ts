import type { RoleName } from '#domain/auth/roles.ts'
import { type UserCommand, type UserState, users } from '#domain/auth/users/decider.ts'
import { Rejection } from '#errors.ts'
import type { Context } from '#execute.ts'
import type { Auth } from '#modules/auth/auth.ts'
import { accountKey, userSubject } from '#modules/auth/user-id.ts'

export type UserChange = {
  role?: RoleName | undefined
  status?: 'active' | 'disabled' | undefined
  /** A new password also ends every session and opens an account that was locked. */
  password?: string | undefined
  revoke_sessions?: boolean | undefined
}

/** What an administrator may change of a user. NOT_FOUND for an unknown user. */
export async function changeUser(
  auth: Auth,
  context: Context,
  user_id: string,
  { role, status, password, revoke_sessions }: UserChange,
): Promise<UserState> {
  const commands: UserCommand[] = []
  if (role !== undefined) commands.push({ type: 'change-role', role })
  if (status !== undefined) commands.push({ type: status === 'active' ? 'enable' : 'disable' })
  if (password !== undefined) commands.push(await changePassword(auth, user_id, password))
  if (revoke_sessions) commands.push({ type: 'revoke-sessions' })
  let { state } = await auth.execute.load(users, `user-${user_id}`)
  if (state.status === 'absent') throw new Rejection('NOT_FOUND')
  for (const command of commands) ({ state } = await auth.execute.run(users, `user-${user_id}`, command, context))
  if (password !== undefined && state.status !== 'absent') {
    const email = await auth.vault.open(state.email_sealed, `${user_id}|email`)
    if (email !== null) await auth.throttle.reset(accountKey(auth.vault, email))
  }
  return state
}

async function changePassword(auth: Auth, user_id: string, password: string): Promise<UserCommand> {
  const hashed = await auth.passwords.hash(password)
  const password_sealed = await auth.vault.seal(userSubject(user_id), `${user_id}|password`, hashed)
  return { type: 'change-password', password_sealed, generation: null }
}
