import { z } from 'zod'
import { sessions } from '#domain/auth/sessions/decider.ts'
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
  })
  .nullish()
  .describe('Needed only without a Bearer token.')

export const logoutErrors = ['AUTH_001', 'AUTH_002'] as const satisfies readonly ErrorCode[]

type TokenInput = { refresh_token: string | undefined; access_token: string | undefined }

/** A repeat is not an error. */
export async function logOut(auth: Auth, context: Context, input: TokenInput): Promise<void> {
  const { sub, sid } = await verifyToken(auth, input)
  const { state } = await auth.execute.load(sessions, sid)
  if (state.status === 'absent') throw new Rejection('AUTH_001')
  const actor = { ...context.actor, sub, client_id: state.client_id, role: 'self' }
  await auth.execute.run(sessions, sid, { type: 'close', user_id: sub }, { ...context, actor })
  auth.sessionCache.invalidate(sid)
}

function verifyToken({ tokens }: Auth, { refresh_token, access_token }: TokenInput) {
  if (refresh_token !== undefined) return tokens.verifyRefresh(refresh_token)
  if (access_token !== undefined) return tokens.verifyAccess(access_token)
  throw new Rejection('AUTH_001', { reason: 'no token given' })
}
