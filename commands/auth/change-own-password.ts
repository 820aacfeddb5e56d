import { z } from 'zod'
import { users } from '#domain/auth/users/decider.ts'
import { addressKey } from '#edge/rate-limits/address-key.ts'
import type { Context } from '#event-sourcing/context.ts'
import { clientOf } from '#event-sourcing/decider.ts'
import type { Auth } from '#services/auth/auth.ts'
import { type AttemptResult, accountKey } from '#services/auth/login-throttle.ts'
import {
  ChosenPassword,
  NEW_PASSWORD,
  PASSWORD_BYTES_MAX,
  sealPassword,
  TypedPassword,
} from '#services/auth/passwords.ts'
import { type ErrorCode, Rejection } from '#values/errors.ts'

export const ChangePasswordBody = z.object({
  current_password: TypedPassword.describe(`The current password, at most ${PASSWORD_BYTES_MAX} bytes of UTF-8.`),
  new_password: ChosenPassword.describe(NEW_PASSWORD),
})

export const changePasswordErrors = ['AUTH_003', 'AUTH_004'] as const satisfies readonly ErrorCode[]

/** Ends every session. Wrong passwords count as failed logins. Errors also: SERVICE_UNAVAILABLE if hashing is busy. */
export async function changeOwnPassword(
  auth: Auth,
  context: Context,
  { current_password, new_password }: z.output<typeof ChangePasswordBody>,
): Promise<void> {
  const { execute, vault, passwords, throttle } = auth
  const user_id = context.actor.sub
  const { state: user } = await execute.load(users, user_id)
  const email = user.status === 'absent' ? null : await vault.open(user.email_sealed, `${user_id}|email`)
  if (user.status === 'absent' || email === null || user.password_sealed === null) throw new Rejection('AUTH_001')
  passwords.assertCapacity()
  const endAttempt = await throttle.startAttempt(
    accountKey(vault, email),
    addressKey(context.actor.ip ?? 'unknown'),
    context.now,
  )
  let result: AttemptResult = 'other'
  try {
    const stored = await vault.open(user.password_sealed, `${user_id}|password`)
    result = (await passwords.matches(current_password, stored)) ? 'right' : 'wrong'
  } finally {
    await endAttempt(result)
  }
  if (result === 'wrong') throw new Rejection('AUTH_001')
  const password_sealed = await sealPassword(auth, user_id, new_password)
  const { generation } = user
  const change = { type: 'change_password', client_id: clientOf(context.actor), password_sealed, generation } as const
  await execute.run(users, user_id, change, context)
}
