import { z } from 'zod'
import { sessions } from '#domain/auth/sessions/decider.ts'
import { users } from '#domain/auth/users/decider.ts'
import type { Context } from '#event-sourcing/context.ts'
import type { Auth } from '#services/auth/auth.ts'
import { type ErrorCode, Rejection } from '#values/errors.ts'
import { RefreshBody } from './refresh-session.ts'

export const LogoutBody = z
  .object({
    refresh_token: RefreshBody.shape.refresh_token
      .nullish()
      .describe(
        'The refresh token of the session to end, at most 8,192 characters; needed only without a Bearer token.',
      ),
    everywhere: z
      .boolean()
      .optional()
      .describe('True ends every session of the user; the token must be of an open session. Not for service accounts.'),
  })
  .nullish()
  .describe('Needed only without a Bearer token.')

export const logoutErrors = ['AUTH_001', 'AUTH_002', 'AUTH_003'] as const satisfies readonly ErrorCode[]

type TokenInput = { refresh_token: string | undefined; access_token: string | undefined }

/** Ends one session, or every session of the user. To end one again is not an error. */
export async function logOut(
  auth: Auth,
  context: Context,
  { everywhere, ...tokens }: TokenInput & { everywhere: boolean },
): Promise<void> {
  const session = await verifyToken(auth, tokens)
  return everywhere ? endEverySession(auth, context, session) : endSession(auth, context, session)
}

type SessionOfToken = { sub: string; sid: string }

async function endSession(auth: Auth, context: Context, { sub, sid }: SessionOfToken): Promise<void> {
  const { state } = await auth.execute.load(sessions, sid)
  if (state.status === 'absent') throw new Rejection('AUTH_001')
  const actor = { ...context.actor, sub, client_id: state.client_id, role: 'self' }
  await auth.execute.run(sessions, sid, { type: 'close', user_id: sub }, { ...context, actor })
  auth.sessionCache.invalidate(sid)
}

/** Only with a token of an open session: an ended one might have been ended because others had its tokens. */
async function endEverySession(auth: Auth, context: Context, session: SessionOfToken): Promise<void> {
  const { user_id, client_id, role } = await auth.sessionCache.refreshUser(session, context.now)
  const actor = { ...context.actor, sub: user_id, client_id, role }
  await auth.execute.run(users, user_id, { type: 'revoke_sessions', client_id }, { ...context, actor })
  auth.sessionCache.invalidate(session.sid)
}

function verifyToken({ tokens }: Auth, { refresh_token, access_token }: TokenInput) {
  if (refresh_token !== undefined) return tokens.verifyRefresh(refresh_token)
  if (access_token !== undefined) return tokens.verifyAccess(access_token)
  throw new Rejection('AUTH_001', { reason: 'no token given' })
}
