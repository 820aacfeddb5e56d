import { withTimeout } from '#concurrency/timeout.ts'
import { loginDevices } from '#domain/auth/login-devices/decider.ts'
import { sessions } from '#domain/auth/sessions/decider.ts'
import type { LoginMethod } from '#domain/auth/sessions/events.ts'
import type { Context } from '#event-sourcing/context.ts'
import { userSubject } from '#privacy/user-id.ts'
import { newId } from '#values/ids.ts'
import type { Auth } from './auth.ts'
import { deviceFingerprint, type LoginOrigin } from './login-device.ts'
import type { SessionAccess } from './session-cache.ts'
import { ACCESS_TOKEN_LIFETIME_S } from './tokens.ts'

export type IssuedTokens = Awaited<ReturnType<typeof openSession>>

/** `email` is null only for an erased user. A service account has a secret, so its devices are not recorded. */
export async function openSession(
  auth: Auth,
  context: Context,
  access: SessionAccess,
  login: { method: LoginMethod; device_id: string | null; user_agent: string | null; email: string | null },
) {
  const { user_id, client_id, role, scopes, generation } = access
  const sid = newId('ses')
  const actor = { ...context.actor, sub: user_id, client_id, role }
  const { method, device_id } = login
  const open = { type: 'open', user_id, client_id, generation, method, device_id } as const
  await auth.execute.run(sessions, sid, open, { ...context, actor }, { expectNoStream: true })
  const [access_token, refresh_token] = await Promise.all([
    auth.tokens.issueAccess({ sub: user_id, sid, client_id, role, scopes, tier: access.tier }),
    auth.tokens.issueRefresh({ sub: user_id, sid }),
    'login_name' in access ? undefined : recordLoginDevice(auth, { ...context, actor }, access, login),
  ])
  const user = { id: user_id, email: login.email }
  return { access_token, refresh_token, token_type: 'Bearer' as const, expires_in: ACCESS_TOKEN_LIFETIME_S, user }
}

/** A login waits at most this long. A later result is still recorded, a failure is made up for by the next login. */
const RECORD_MS_MAX = 1_000

/** The event of a new device triggers the user's notification. A failure is logged and does not fail the login. */
async function recordLoginDevice(
  { execute, vault, log }: Pick<Auth, 'execute' | 'vault' | 'log'>,
  context: Context,
  { user_id, client_id }: { user_id: string; client_id: string },
  origin: Omit<LoginOrigin, 'ip'>,
): Promise<void> {
  async function record() {
    const { how, text } = deviceFingerprint({ ...origin, ip: context.actor.ip ?? null })
    const device = await vault.digestFor(userSubject(user_id), 'login-device', text)
    const recognise = { type: 'recognise', client_id, device, how } as const
    // Of concurrent logins from one device only one has to succeed.
    await execute.run(loginDevices, user_id, recognise, context, { retryBudgetMs: RECORD_MS_MAX })
  }
  await withTimeout(RECORD_MS_MAX, record()).catch(error =>
    log.warn({ user_id, err: error }, 'the device of a login was not recorded'),
  )
}
