import { z } from 'zod'
import { clients } from '#domain/auth/clients/decider.ts'
import { EMAIL_LENGTH_MAX, normaliseEmail } from '#domain/auth/email-address.ts'
import { serviceAccounts } from '#domain/auth/service-accounts/decider.ts'
import { parseLoginName, type ServiceAccountName } from '#domain/auth/service-accounts/login-name.ts'
import { isCorrectSecret } from '#domain/auth/service-accounts/secret.ts'
import { users } from '#domain/auth/users/decider.ts'
import { addressKey } from '#edge/rate-limits/address-key.ts'
import type { Context } from '#event-sourcing/context.ts'
import { userIdOf } from '#privacy/user-id.ts'
import type { Auth } from '#services/auth/auth.ts'
import { SERVICE_ACCOUNT_LOGIN_PLAN } from '#services/auth/client-plan.ts'
import { DEVICE_ID_LENGTH_MAX, device_id } from '#services/auth/login-device.ts'
import { type AttemptResult, accountKey, tooManyAttempts } from '#services/auth/login-throttle.ts'
import { type IssuedTokens, openSession } from '#services/auth/open-session.ts'
import { isOutdated, PASSWORD_BYTES_MAX, sealPassword, TypedPassword } from '#services/auth/passwords.ts'
import { serviceAccountAccessOf, userAccessOf } from '#services/auth/session-cache.ts'
import { type ErrorCode, Rejection } from '#values/errors.ts'
import { prose } from '#values/prose.ts'

export const LoginBody = z.object({
  // Not validated: the response to a login must not depend on it.
  email: z
    .string()
    .min(1)
    .max(EMAIL_LENGTH_MAX)
    .describe(`The user's address, 1 to ${EMAIL_LENGTH_MAX} characters, in any case.`),
  password: TypedPassword.describe(`The user's password, at most ${PASSWORD_BYTES_MAX} bytes of UTF-8.`),
  device_id: device_id
    .nullish()
    .describe(
      prose(
        `Your id of the device that the session is for, 1 to ${DEVICE_ID_LENGTH_MAX} characters: random, and the`,
        'same at each login from it. Without an id the device is recognised by its network and by its `User-Agent`',
        'without version numbers.',
      ),
    ),
})
type LoginInput = z.output<typeof LoginBody> & { user_agent: string | null }

export const loginErrors = ['AUTH_001', 'AUTH_004'] as const satisfies readonly ErrorCode[]

export async function logIn(auth: Auth, context: Context, input: LoginInput): Promise<IssuedTokens> {
  const serviceAccount = parseLoginName(input.email)
  return serviceAccount === null
    ? logInUser(auth, context, input)
    : logInServiceAccount(auth, context, { ...serviceAccount, secret: input.password })
}

/** Every failure takes the same work. Errors also: SERVICE_UNAVAILABLE while the hashing queue is full. */
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
    if (isOutdated(found.stored)) {
      const { user_id, generation } = found.access
      const password_sealed = await sealPassword(auth, user_id, password)
      await auth.execute.run(users, user_id, { type: 'rehash', password_sealed, generation }, context)
    }
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

/** Wrong secrets are not counted: they can't be guessed, and must not lock the account. Errors: AUTH_001, AUTH_004. */
async function logInServiceAccount(
  auth: Auth,
  context: Context,
  { client_id, service_account_id, secret }: ServiceAccountName & { secret: string },
): Promise<IssuedTokens> {
  const [{ state: accounts }, { state: client }] = await Promise.all([
    auth.execute.load(serviceAccounts, client_id),
    auth.execute.load(clients, client_id),
  ])
  const account = accounts.get(service_account_id)
  const isMatch = isCorrectSecret(secret, account?.secret_hash)
  const access = serviceAccountAccessOf(service_account_id, account, client, context.now)
  if (!isMatch || access === null) throw new Rejection('AUTH_001')
  // Each login opens a session for 30 days. Only correct secrets count against this limit.
  const key = `service-account-login:${service_account_id}`
  const { admitted, resetS, nowS } = await auth.limiter.charge(key, SERVICE_ACCOUNT_LOGIN_PLAN, context.now.getTime())
  if (!admitted) throw tooManyAttempts(resetS - nowS)
  auth.uses.record(service_account_id, context.now)
  const login = { method: 'password', device_id: null, user_agent: null, email: access.login_name } as const
  return openSession(auth, context, access, login)
}
