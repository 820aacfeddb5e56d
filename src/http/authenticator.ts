import type { CallerRole, Scope } from '#domain/auth/roles.ts'
import type { Limiter } from '#edge/rate-limits/limiter.ts'
import type { Plan } from '#edge/rate-limits/plans.ts'

/** Claims of a verified access token; `exp` is in Unix seconds. */
export type Claims = {
  sub: string
  client_id: string
  role: CallerRole
  scope: readonly Scope[]
  sid: string
  exp: number
}

/** A caller with a valid token and session. The current scopes may be fewer than the token's. */
export type Authenticated = { claims: Claims; access: { scopes: readonly Scope[]; plan: Plan } }

export type Authenticator = {
  /** Synchronous when cached: it runs on every request. Errors: AUTH_001, AUTH_002, SERVICE_UNAVAILABLE. */
  authenticate(token: string): Authenticated | Promise<Authenticated>
  /** Checks the session only; the claims were verified before. */
  authenticateAgain(claims: Claims): Authenticated | Promise<Authenticated>
  limiter: Pick<Limiter, 'charge'>
}
