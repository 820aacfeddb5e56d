import { z } from 'zod'
import { assertCanAdminister } from '#domain/auth/platform.ts'
import { type UserCommand, users } from '#domain/auth/users/decider.ts'
import type { Context } from '#event-sourcing/context.ts'
import { clientOf } from '#event-sourcing/decider.ts'
import { isPersonRestricted } from '#privacy/access-status.ts'
import type { Auth } from '#services/auth/auth.ts'
import { DISPLAY_NAME, displayName, displayNameChange } from '#services/auth/display-name.ts'
import { accountKey } from '#services/auth/login-throttle.ts'
import { ChosenPassword, NEW_PASSWORD, sealPassword } from '#services/auth/passwords.ts'
import { type ErrorCode, Rejection } from '#values/errors.ts'
import { userRole } from './register-user.ts'

export const userStatus = z.enum(['active', 'disabled']).describe('Whether the user can log in.')
export const ChangeUserBody = z
  .object({
    role: userRole,
    status: userStatus,
    display_name: displayName.nullable().describe(`${DISPLAY_NAME}; null removes it.`),
    password: ChosenPassword.describe(NEW_PASSWORD),
    revoke_sessions: z.boolean().describe('True ends every session of the user.'),
  })
  .partial()

/** NOT_FOUND: also a foreign user. CONFLICT: the user was erased or is restricted. */
export const changeUserErrors = ['NOT_FOUND', 'CONFLICT'] as const satisfies readonly ErrorCode[]

/** A new password also ends every session and unlocks the account. */
export async function changeUser(
  auth: Auth,
  context: Context,
  {
    user_id,
    role,
    status,
    display_name,
    password,
    revoke_sessions,
  }: z.output<typeof ChangeUserBody> & { user_id: string },
): Promise<void> {
  const client_id = clientOf(context.actor)
  const { state } = await auth.execute.load(users, user_id)
  if (state.status === 'absent') throw new Rejection('NOT_FOUND')
  assertCanAdminister({ client_id }, state.client_id)
  const needsPerson = status === 'active' || typeof display_name === 'string'
  if (needsPerson && (await isPersonRestricted(auth, { client_id: state.client_id, user_id })))
    throw new Rejection('CONFLICT', { reason: 'the erasure of the user was requested' })
  const commands: UserCommand[] = []
  if (role !== undefined) commands.push({ type: 'change_role', client_id, role })
  if (status !== undefined) commands.push({ type: status === 'active' ? 'enable' : 'disable', client_id })
  if (display_name !== undefined) {
    const change = await displayNameChange(auth.vault, user_id, state, display_name)
    if (change !== null) commands.push({ ...change, client_id })
  }
  if (password !== undefined) {
    const password_sealed = await sealPassword(auth, user_id, password)
    commands.push({ type: 'change_password', client_id, generation: null, password_sealed })
  }
  if (revoke_sessions) commands.push({ type: 'revoke_sessions', client_id })
  for (const command of commands) await auth.execute.run(users, user_id, command, context)
  if (password === undefined) return
  const email = await auth.vault.open(state.email_sealed, `${user_id}|email`)
  if (email !== null) await auth.throttle.reset(accountKey(auth.vault, email))
}
