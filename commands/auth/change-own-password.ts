import { users } from '#domain/auth/users/decider.ts'
import { addressKey } from '#edge/rate-limits/address-key.ts'
import type { Context } from '#event-sourcing/context.ts'
import { clientOf } from '#event-sourcing/decider.ts'
import { userSubject } from '#privacy/user-id.ts'
import { accountKey } from '#services/auth/account-key.ts'
import type { Auth } from '#services/auth/auth.ts'
import type { AttemptResult } from '#services/auth/login-throttle.ts'
import { Rejection } from '#values/errors.ts'

/**
 * Changes the user's own password and ends every session. Wrong current passwords are throttled like logins. Errors:
 * AUTH_001, AUTH_004 while locked, SERVICE_UNAVAILABLE while the hashing queue is full.
 */
export async function changeOwnPassword(
  auth: Auth,
  context: Context,
  { current_password, new_password }: { current_password: string; new_password: string },
): Promise<void> {
  const { execute, vault, passwords, throttle } = auth
  const user_id = context.actor.sub
  const { state: user } = await execute.load(users, user_id)
  const email = user.status === 'absent' ? null : await vault.open(user.email_sealed, `${user_id}|email`)
  if (user.status === 'absent' || email === null || user.password_sealed === null) throw new Rejection('AUTH_001')
  const { password_sealed: sealed, generation } = user
  passwords.assertCapacity()
  const endAttempt = await throttle.startAttempt(
    accountKey(vault, email),
    addressKey(context.actor.ip ?? 'unknown'),
    context.now,
  )
  let result: AttemptResult = 'other'
  try {
    const stored = await vault.open(sealed, `${user_id}|password`)
    result = (await passwords.matches(current_password, stored)) ? 'right' : 'wrong'
  } finally {
    await endAttempt(result)
  }
  if (result === 'wrong') throw new Rejection('AUTH_001')
  const hashed = await passwords.hash(new_password)
  const password_sealed = await vault.seal(userSubject(user_id), `${user_id}|password`, hashed)
  const change = { type: 'change_password', client_id: clientOf(context.actor), password_sealed, generation } as const
  await execute.run(users, user_id, change, context)
}
