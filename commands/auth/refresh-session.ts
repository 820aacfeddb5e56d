import { z } from 'zod'
import { sessions } from '#domain/auth/sessions/decider.ts'
import { type RateLimitVerdict, tooManyRequests } from '#edge/rate-limits/verdict.ts'
import type { Context } from '#event-sourcing/context.ts'
import type { Auth } from '#services/auth/auth.ts'
import { REFRESH_PLAN } from '#services/auth/client-plan.ts'
import { ACCESS_TOKEN_LIFETIME_S, TOKEN_LENGTH_MAX } from '#services/auth/tokens.ts'
import type { ErrorCode } from '#values/errors.ts'

export const RefreshBody = z.object({
  refresh_token: z
    .string()
    .min(1)
    .max(TOKEN_LENGTH_MAX)
    .describe(`The refresh token of the login, at most ${TOKEN_LENGTH_MAX.toLocaleString('en')} characters.`),
})

export const refreshErrors = ['AUTH_001', 'AUTH_002'] as const satisfies readonly ErrorCode[]

/** The token has the user's current scopes and tier. `onLimit` gets the refusal after ten refreshes in a minute. */
export async function refreshSession(
  auth: Auth,
  context: Context,
  { refresh_token }: z.output<typeof RefreshBody>,
  onLimit: (verdict: RateLimitVerdict) => void,
) {
  const { sid, sub } = await auth.tokens.verifyRefresh(refresh_token)
  const verdict = await auth.limiter.charge(`refresh:${sid}`, REFRESH_PLAN, context.now.getTime())
  if (!verdict.admitted) {
    onLimit(verdict)
    throw tooManyRequests(verdict)
  }
  // Not from the cache: a revoked session gets no new token on any instance.
  const { client_id, role, scopes, tier } = await auth.sessionCache.refresh({ sid, sub }, context.now)
  const actor = { ...context.actor, sub, client_id, role }
  await auth.execute.run(sessions, sid, { type: 'refresh', user_id: sub, now: context.now }, { ...context, actor })
  const access_token = await auth.tokens.issueAccess({ sub, sid, client_id, role, scopes, tier })
  return { access_token, token_type: 'Bearer' as const, expires_in: ACCESS_TOKEN_LIFETIME_S }
}
