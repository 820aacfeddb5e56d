import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { createCounters } from '#edge/rate-limits/counters.ts'
import { createLimiter } from '#edge/rate-limits/limiter.ts'
import type { Authenticated, Claims } from '#http/authenticator.ts'
import type { Service } from '#service.ts'
import { Rejection } from '#values/errors.ts'
import type { AuthConfig } from './config.ts'
import type { SigningKeys } from './keys.ts'
import { createLoginThrottle } from './login-throttle.ts'
import { createOneTimeTokens } from './one-time-tokens.ts'
import { createPasswords } from './passwords.ts'
import { createServiceAccountUses } from './service-account-uses.ts'
import { createSessionCache, type SessionAccess } from './session-cache.ts'
import { createSocial } from './social.ts'
import { type AccessClaims, createTokens } from './tokens.ts'

export type Auth = ReturnType<typeof createAuth>

/** Keyed by a digest, so that no heap dump contains a token. */
const VERIFIED_MAX = 20_000
const PURGE_INTERVAL_MS = 3_600_000
const RELEASE_INTERVAL_MS = 1_000

export function createAuth(service: Service<AuthConfig>, keys: SigningKeys) {
  const tokens = createTokens(keys, service.now)
  const throttle = createLoginThrottle(service.db)
  const uses = createServiceAccountUses(service)
  const sessionCache = createSessionCache(service, uses)
  const verified = new LRUCache<string, AccessClaims>({ max: VERIFIED_MAX })

  async function verifyToken(token: string, digest: string): Promise<Authenticated> {
    const claims = await tokens.verifyAccess(token)
    verified.set(digest, claims)
    return { claims, access: assertSessionLive(claims, await sessionCache.load(claims.sid, service.now())) }
  }

  const counters = createCounters(service.db)
  const limiter = createLimiter(counters, error =>
    service.log.warn({ err: error }, 'rate limits are counted per instance'),
  )
  const passwords = createPasswords()
  const oneTimeTokens = createOneTimeTokens(service.db)
  const purge = async () => {
    const now = service.now()
    await Promise.all([
      throttle.purge(now),
      oneTimeTokens.purge(now),
      counters.purge(Math.floor(now.getTime() / 1_000)),
    ])
  }
  const timers = [
    setInterval(() => {
      purge().catch(error => service.log.warn({ err: error }, 'old counters were not purged'))
    }, PURGE_INTERVAL_MS).unref(),
    setInterval(() => void limiter.releaseIdle(service.now().getTime()), RELEASE_INTERVAL_MS).unref(),
  ]

  function authenticateAgain(claims: Claims): Authenticated | Promise<Authenticated> {
    if (claims.exp * 1_000 <= service.now().getTime()) throw new Rejection('AUTH_002')
    const access = sessionCache.cached(claims.sid)
    if (access !== undefined) return { claims, access: assertSessionLive(claims, access) }
    return sessionCache
      .load(claims.sid, service.now())
      .then(loaded => ({ claims, access: assertSessionLive(claims, loaded) }))
  }

  return {
    ...service,
    keys,
    tokens,
    passwords,
    throttle,
    sessionCache,
    limiter,
    oneTimeTokens,
    uses,
    social: createSocial(service.config),
    authenticate(token: string): Authenticated | Promise<Authenticated> {
      const digest = hash('sha256', token, 'base64')
      const claims = verified.get(digest)
      return claims === undefined ? verifyToken(token, digest) : authenticateAgain(claims)
    },
    authenticateAgain,
    async close() {
      timers.forEach(clearInterval)
      await passwords.close()
    },
  }
}

function assertSessionLive({ sub, client_id }: Claims, access: SessionAccess | null): SessionAccess {
  if (access?.user_id !== sub || access.client_id !== client_id)
    throw new Rejection('AUTH_001', { reason: 'the session has ended' })
  return access
}
