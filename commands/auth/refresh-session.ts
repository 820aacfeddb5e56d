import { sessions } from '#domain/auth/sessions/decider.ts'
import { type RateLimitVerdict, tooManyRequests } from '#edge/rate-limits/verdict.ts'
import type { Context } from '#event-sourcing/context.ts'
import type { Auth } from '#services/auth/auth.ts'
import { REFRESH_PLAN } from '#services/auth/client-plan.ts'
import { ACCESS_TOKEN_LIFETIME_S } from '#services/auth/tokens.ts'

export type RefreshedAccessToken = { access_token: string; token_type: 'Bearer'; expires_in: number }

/**
 * Issues an access token for an open session, with the user's current scopes and tier. The refresh token stays the
 * same: the spec's response has no new one. `onLimit` gets a verdict that refuses. Errors: AUTH_002 for an expired
 * token, AUTH_001 for any other, RATE_LIMIT_EXCEEDED after ten in a minute.
 */
export async function refreshSession(
  auth: Auth,
  context: Context,
  refresh_token: string,
  onLimit: (verdict: RateLimitVerdict) => void,
): Promise<RefreshedAccessToken> {
  const { sid, sub } = await auth.tokens.verifyRefresh(refresh_token)
  const verdict = await auth.limiter.charge(`refresh:${sid}`, REFRESH_PLAN, context.now.getTime())
  if (!verdict.admitted) {
    onLimit(verdict)
    throw tooManyRequests(verdict)
  }
  // Not from the cache: a revoked session gets no new token on any instance.
  const { client_id, role, scopes, tier } = await auth.sessionCache.refresh({ sid, sub }, context.now)
  const actor = { ...context.actor, sub, client_id, role }
  const refresh = { type: 'refresh', user_id: sub, now: context.now } as const
  await auth.execute.run(sessions, sid, refresh, { ...context, actor })
  const access_token = await auth.tokens.issueAccess({ sub, sid, client_id, role, scopes, tier })
  return { access_token, token_type: 'Bearer', expires_in: ACCESS_TOKEN_LIFETIME_S }
}
