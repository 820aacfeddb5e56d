import { assertCanAdminister } from '#domain/auth/platform.ts'
import type { RoleName } from '#domain/auth/roles.ts'
import { type UserCommand, type UserState, users } from '#domain/auth/users/decider.ts'
import type { Context } from '#event-sourcing/context.ts'
import { clientOf } from '#event-sourcing/decider.ts'
import { isPersonRestricted } from '#privacy/access-status.ts'
import { userSubject } from '#privacy/user-id.ts'
import { accountKey } from '#services/auth/account-key.ts'
import type { Auth } from '#services/auth/auth.ts'
import { Rejection } from '#values/errors.ts'

export type UserChange = {
  role?: RoleName | undefined
  status?: 'active' | 'disabled' | undefined
  /** Also ends every session and unlocks the account. */
  password?: string | undefined
  revoke_sessions?: boolean | undefined
}

/**
 * Errors: NOT_FOUND, also for users that the actor can't administer; CONFLICT if the user was erased or is restricted.
 */
export async function changeUser(
  auth: Auth,
  context: Context,
  user_id: string,
  { role, status, password, revoke_sessions }: UserChange,
): Promise<UserState> {
  const client_id = clientOf(context.actor)
  let { state } = await auth.execute.load(users, user_id)
  if (state.status === 'absent') throw new Rejection('NOT_FOUND')
  assertCanAdminister({ client_id }, state.client_id)
  if (status === 'active' && (await isPersonRestricted(auth, { client_id: state.client_id, user_id })))
    throw new Rejection('CONFLICT', { reason: 'the erasure of the user was requested' })
  const commands: UserCommand[] = []
  if (role !== undefined) commands.push({ type: 'change_role', client_id, role })
  if (status !== undefined) commands.push({ type: status === 'active' ? 'enable' : 'disable', client_id })
  if (password !== undefined)
    commands.push({
      type: 'change_password',
      client_id,
      generation: null,
      ...(await sealPassword(auth, user_id, password)),
    })
  if (revoke_sessions) commands.push({ type: 'revoke_sessions', client_id })
  for (const command of commands) ({ state } = await auth.execute.run(users, user_id, command, context))
  if (password !== undefined && state.status !== 'absent') {
    const email = await auth.vault.open(state.email_sealed, `${user_id}|email`)
    if (email !== null) await auth.throttle.reset(accountKey(auth.vault, email))
  }
  return state
}

async function sealPassword(auth: Auth, user_id: string, password: string) {
  const hashed = await auth.passwords.hash(password)
  return { password_sealed: await auth.vault.seal(userSubject(user_id), `${user_id}|password`, hashed) }
}
