import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { createCounters } from '#edge/rate-limits/counters.ts'
import { createLimiter, type Limiter } from '#edge/rate-limits/limiter.ts'
import type { Authenticated, Authenticator, Claims } from '#http/gate.ts'
import type { Service } from '#service.ts'
import { Rejection } from '#values/errors.ts'
import type { SigningKeys } from './keys.ts'
import { createLiveness, type Liveness, type SessionStatus } from './liveness.ts'
import { createLoginThrottle, type LoginThrottle } from './login-throttle.ts'
import { createPasswords, type Passwords } from './passwords.ts'
import { createServiceAccountUses, type ServiceAccountUses } from './service-account-uses.ts'
import { createSingleUse, type SingleUse } from './single-use.ts'
import { createSocial, type Social } from './social.ts'
import { type AccessClaims, createTokens, type Tokens } from './tokens.ts'

/** What the auth commands and the routes' gate work with, beside the service itself. */
export type Auth = Service &
  Authenticator & {
    keys: SigningKeys
    tokens: Tokens
    passwords: Passwords
    throttle: LoginThrottle
    liveness: Liveness
    limiter: Limiter
    singleUse: SingleUse
    uses: ServiceAccountUses
    social: Social
    close(): Promise<void>
  }

/** Verified tokens kept, keyed by a digest, so that no heap dump holds a token. */
const VERIFIED_MAX = 20_000
const SWEEP_EVERY_MS = 3_600_000
const GIVE_BACK_EVERY_MS = 1_000

export function createAuth(service: Service, keys: SigningKeys): Auth {
  const tokens = createTokens(keys, service.now)
  const throttle = createLoginThrottle(service.db)
  const uses = createServiceAccountUses(service)
  const liveness = createLiveness(service, uses)
  const verified = new LRUCache<string, AccessClaims>({ max: VERIFIED_MAX })

  async function look(token: string, digest: string): Promise<Authenticated> {
    const claims = await tokens.verifyAccess(token)
    verified.set(digest, claims)
    return { claims, standing: alive(claims, await liveness.ask(claims.sid, service.now())) }
  }

  const counters = createCounters(service.db)
  const limiter = createLimiter(counters, error =>
    service.log.warn({ err: error }, 'rate limits are counted by this instance alone'),
  )
  const passwords = createPasswords()
  const singleUse = createSingleUse(service.db)
  const sweep = async () => {
    const now = service.now()
    await Promise.all([throttle.sweep(now), singleUse.sweep(now), counters.sweep(Math.floor(now.getTime() / 1_000))])
  }
  const timers = [
    setInterval(() => {
      sweep().catch(error => service.log.warn({ err: error }, 'old counters were not swept'))
    }, SWEEP_EVERY_MS).unref(),
    setInterval(() => void limiter.giveBackIdle(service.now().getTime()), GIVE_BACK_EVERY_MS).unref(),
  ]

  function authenticateAgain(claims: Claims): Authenticated | Promise<Authenticated> {
    if (claims.exp * 1_000 <= service.now().getTime()) throw new Rejection('AUTH_002')
    const standing = liveness.remembered(claims.sid)
    if (standing !== undefined) return { claims, standing: alive(claims, standing) }
    return liveness.ask(claims.sid, service.now()).then(found => ({ claims, standing: alive(claims, found) }))
  }

  return {
    ...service,
    keys,
    tokens,
    passwords,
    throttle,
    liveness,
    limiter,
    singleUse,
    uses,
    social: createSocial(service.config),
    authenticate(token) {
      const digest = hash('sha256', token, 'base64')
      const claims = verified.get(digest)
      return claims === undefined ? look(token, digest) : authenticateAgain(claims)
    },
    authenticateAgain,
    async close() {
      timers.forEach(clearInterval)
      await passwords.close()
    },
  }
}

function alive({ sub, client_id }: Claims, standing: SessionStatus | null): SessionStatus {
  if (standing?.user_id !== sub || standing.client_id !== client_id)
    throw new Rejection('AUTH_001', { reason: 'the session has ended' })
  return standing
}
