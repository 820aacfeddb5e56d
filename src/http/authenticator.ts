import type { CallerRole, Scope } from '#domain/auth/roles.ts'
import type { Limiter } from '#edge/rate-limits/limiter.ts'
import type { Plan } from '#edge/rate-limits/plans.ts'

/** What a verified access token says; `exp` is in Unix seconds. */
export type Claims = {
  sub: string
  client_id: string
  role: CallerRole
  scope: readonly Scope[]
  sid: string
  exp: number
}

/** A caller whose token and session were both found good. The scopes of this moment may be fewer than the token's; the plan is of this moment too. */
export type Authenticated = { claims: Claims; access: { scopes: readonly Scope[]; plan: Plan } }

/** What the server asks about its callers, whoever answers: who they are, and whether they were not here too often. */
export type Authenticator = {
  /**
   * Checks an access token and its session. Answers at once (no promise) when both were looked at moments ago: this runs on
   * every request. Throws or rejects with AUTH_001, AUTH_002, or SERVICE_UNAVAILABLE when the session can't be read.
   */
  authenticate(token: string): Authenticated | Promise<Authenticated>
  /** The same for a token whose claims were verified before. */
  authenticateAgain(claims: Claims): Authenticated | Promise<Authenticated>
  limiter: Pick<Limiter, 'charge'>
}
