import { clients } from '#domain/auth/clients/decider.ts'
import { normaliseEmail } from '#domain/auth/email-address.ts'
import { parseLoginName } from '#domain/auth/service-accounts/login-name.ts'
import { users } from '#domain/auth/users/decider.ts'
import { addressKey } from '#edge/rate-limits/address-key.ts'
import type { Context } from '#event-sourcing/context.ts'
import { userIdOf, userSubject } from '#privacy/user-id.ts'
import { accountKey } from '#services/auth/account-key.ts'
import type { Auth } from '#services/auth/auth.ts'
import type { AttemptResult } from '#services/auth/login-throttle.ts'
import { type IssuedTokens, openSession } from '#services/auth/open-session.ts'
import { isOutdated } from '#services/auth/passwords.ts'
import { type UserAccess, userAccessOf } from '#services/auth/session-cache.ts'
import { Rejection } from '#values/errors.ts'
import { logInServiceAccount } from './log-in-service-account.ts'

export type LoginInput = {
  email: string
  password: string
  device_id?: string | null | undefined
  user_agent: string | null
}

/** Logs in a user by e-mail and password, or a service account by its name and secret. */
export async function logIn(auth: Auth, context: Context, input: LoginInput): Promise<IssuedTokens> {
  const serviceAccount = parseLoginName(input.email)
  return serviceAccount === null
    ? logInUser(auth, context, input)
    : logInServiceAccount(auth, context, serviceAccount, input.password)
}

/**
 * Every failure takes the same work. Errors: AUTH_001, AUTH_004 while locked, SERVICE_UNAVAILABLE while the hashing
 * queue is full.
 */
async function logInUser(
  auth: Auth,
  context: Context,
  { email, password, device_id = null, user_agent }: LoginInput,
): Promise<IssuedTokens> {
  auth.passwords.assertCapacity()
  const endAttempt = await auth.throttle.startAttempt(
    accountKey(auth.vault, email),
    addressKey(context.actor.ip ?? 'unknown'),
    context.now,
  )
  let result: AttemptResult = 'other'
  try {
    const found = await verifyPassword(auth, email, password)
    result = found === null ? 'wrong' : 'right'
    if (found === null) throw new Rejection('AUTH_001')
    if (isOutdated(found.stored)) await rehash(auth, context, found.access, password)
    const login = { method: 'password', device_id, user_agent, email: normaliseEmail(email) } as const
    return await openSession(auth, context, found.access, login)
  } finally {
    await endAttempt(result)
  }
}

async function verifyPassword(auth: Auth, email: string, password: string) {
  const user_id = userIdOf(auth.vault, email)
  const { state: user } = await auth.execute.load(users, user_id)
  const sealed = user.status === 'absent' ? null : user.password_sealed
  const stored = sealed === null ? null : await auth.vault.open(sealed, `${user_id}|password`)
  const isMatch = await auth.passwords.matches(password, stored)
  if (!isMatch || stored === null || user.status === 'absent') return null
  const { state: client } = await auth.execute.load(clients, user.client_id)
  const access = userAccessOf(user_id, user, client)
  return access === null ? null : { access, stored }
}

async function rehash(
  auth: Auth,
  context: Context,
  { user_id, generation }: UserAccess,
  password: string,
): Promise<void> {
  const hashed = await auth.passwords.hash(password)
  const password_sealed = await auth.vault.seal(userSubject(user_id), `${user_id}|password`, hashed)
  await auth.execute.run(users, user_id, { type: 'rehash', password_sealed, generation }, context)
}
