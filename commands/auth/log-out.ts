import { sessions } from '#domain/auth/sessions/decider.ts'
import type { Context } from '#event-sourcing/context.ts'
import type { Auth } from '#services/auth/auth.ts'
import { Rejection } from '#values/errors.ts'

/** Closes the session of a refresh token or an access token. A repeat is not an error. Errors: AUTH_001, AUTH_002. */
export async function logOut(
  auth: Auth,
  context: Context,
  token: { refresh_token: string | undefined; access_token: string | undefined },
): Promise<void> {
  const { sub, sid } = await verifyToken(auth, token)
  const { state } = await auth.execute.load(sessions, sid)
  if (state.status === 'absent') throw new Rejection('AUTH_001')
  const actor = { ...context.actor, sub, client_id: state.client_id, role: 'self' }
  await auth.execute.run(sessions, sid, { type: 'close', user_id: sub }, { ...context, actor })
  auth.sessionCache.invalidate(sid)
}

function verifyToken(auth: Auth, { refresh_token, access_token }: Parameters<typeof logOut>[2]) {
  if (refresh_token !== undefined) return auth.tokens.verifyRefresh(refresh_token)
  if (access_token !== undefined) return auth.tokens.verifyAccess(access_token)
  throw new Rejection('AUTH_001', { reason: 'no token given' })
}
