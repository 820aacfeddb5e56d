import { sessions } from '#domain/auth/sessions/decider.ts'
import type { LoginMethod } from '#domain/auth/sessions/events.ts'
import type { Context } from '#event-sourcing/context.ts'
import { newId } from '#values/ids.ts'
import type { Auth } from './auth.ts'
import { recordLoginDevice } from './record-login-device.ts'
import type { SessionAccess } from './session-cache.ts'
import { ACCESS_TOKEN_LIFETIME_S } from './tokens.ts'

/** `email` is null only for an erased user. */
export type IssuedTokens = {
  access_token: string
  refresh_token: string
  token_type: 'Bearer'
  expires_in: number
  user: { id: string; email: string | null }
}

/** Opens a session and issues its tokens. A service account has a secret, so its devices are not recorded. */
export async function openSession(
  auth: Auth,
  context: Context,
  access: SessionAccess,
  login: { method: LoginMethod; device_id: string | null; user_agent: string | null; email: string | null },
): Promise<IssuedTokens> {
  const { user_id, client_id, role, scopes, generation } = access
  const sid = newId('ses')
  const actor = { ...context.actor, sub: user_id, client_id, role }
  const open = {
    type: 'open',
    user_id,
    client_id,
    generation,
    method: login.method,
    device_id: login.device_id,
  } as const
  await auth.execute.run(sessions, sid, open, { ...context, actor }, { expectNoStream: true })
  const [access_token, refresh_token] = await Promise.all([
    auth.tokens.issueAccess({ sub: user_id, sid, client_id, role, scopes, tier: access.tier }),
    auth.tokens.issueRefresh({ sub: user_id, sid }),
    'login_name' in access ? undefined : recordLoginDevice(auth, { ...context, actor }, access, login),
  ])
  const user = { id: user_id, email: login.email }
  return { access_token, refresh_token, token_type: 'Bearer', expires_in: ACCESS_TOKEN_LIFETIME_S, user }
}
