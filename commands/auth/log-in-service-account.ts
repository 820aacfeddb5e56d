import { clients } from '#domain/auth/clients/decider.ts'
import { serviceAccounts } from '#domain/auth/service-accounts/decider.ts'
import type { ServiceAccountName } from '#domain/auth/service-accounts/login-name.ts'
import { isCorrectSecret } from '#domain/auth/service-accounts/secret.ts'
import type { Context } from '#event-sourcing/context.ts'
import type { Auth } from '#services/auth/auth.ts'
import { SERVICE_ACCOUNT_LOGIN_PLAN } from '#services/auth/client-plan.ts'
import { tooManyAttempts } from '#services/auth/login-throttle.ts'
import { type IssuedTokens, openSession } from '#services/auth/open-session.ts'
import { serviceAccountAccessOf } from '#services/auth/session-cache.ts'
import { Rejection } from '#values/errors.ts'

/** Wrong secrets are not counted: they can't be guessed, and must not lock the account. Errors: AUTH_001, AUTH_004. */
export async function logInServiceAccount(
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
