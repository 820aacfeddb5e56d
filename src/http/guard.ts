import type { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify'
import { assertPlatformCaller } from '#domain/auth/platform.ts'
import { AGENT, isCheckedOnEachRequest, type RoleName, type Scope, SERVICE_ACCOUNT } from '#domain/auth/roles.ts'
import { addressKey } from '#edge/rate-limits/address-key.ts'
import { ADDRESS_PLAN } from '#edge/rate-limits/plans.ts'
import { type RateLimitVerdict, tooManyRequests } from '#edge/rate-limits/verdict.ts'
import type { Service } from '#service.ts'
import { Rejection } from '#values/errors.ts'
import type { CustomLimit, RouteLimit, RouteScope } from './api.ts'
import type { Authenticated, Authenticator, Claims } from './authenticator.ts'
import { parseBearerToken } from './parse-bearer-token.ts'

export type RouteRules = {
  scope: RouteScope
  limit: RouteLimit
  roles?: readonly RoleName[]
  isPlatformOnly?: boolean
}

type Route = { method: string | string[]; url: string; config?: Partial<RouteRules> | undefined }

/** A route without a scope is a defect and stops the start. */
export function routeRulesOf({ method, url, config = {} }: Route): RouteRules {
  const { scope, limit = 'tier', roles, isPlatformOnly = false } = config
  if (scope === undefined) throw new Error(`${method} ${url} does not declare the scope it needs`)
  return { scope, limit, isPlatformOnly, ...(roles === undefined ? {} : { roles }) }
}

/**
 * Authenticates, authorises and rate-limits; made once per route, run before the body is read. It uses callbacks:
 * nearly always everything is cached, and a promise would cost more than the check. A request without a valid token
 * counts against its address, not against a client.
 */
export function createGuard(authenticator: Authenticator, now: Service['now'], rules: RouteRules) {
  const { scope, limit, roles, isPlatformOnly } = rules
  type Done = HookHandlerDoneFunction
  const ownLimit: CustomLimit = typeof limit === 'string' ? { name: limit } : limit

  function charge(
    verdict: RateLimitVerdict | Promise<RateLimitVerdict>,
    reply: FastifyReply,
    done: Done,
    then: () => void,
  ): void {
    if (verdict instanceof Promise) verdict.then(known => charge(known, reply, done, then)).catch(done)
    else {
      setRateLimitHeaders(reply, verdict)
      if (verdict.admitted) then()
      else done(tooManyRequests(verdict, ownLimit.details, ownLimit.code))
    }
  }

  const chargeAddress = (request: FastifyRequest, reply: FastifyReply, done: Done, then: () => void) =>
    charge(authenticator.limiter.charge(addressKey(request.ip), ADDRESS_PLAN, now().getTime()), reply, done, then)

  if (scope === 'public')
    return (request: FastifyRequest, reply: FastifyReply, done: Done): void => {
      if (limit === 'none') done()
      else chargeAddress(request, reply, done, done)
    }

  return (request: FastifyRequest, reply: FastifyReply, done: Done): void => {
    const accept = ({ claims, access }: Authenticated) => {
      const { sub, client_id, role, scope: scopes, sid, exp } = claims
      const plan = ownLimit.plan ?? access.plan
      const { authorization = '' } = request.headers
      if (lastAuthenticated.get(request.raw.socket)?.claims !== claims)
        lastAuthenticated.set(request.raw.socket, { authorization, claims })
      request.caller = { sub, client_id, role, scopes, sid, plan: access.plan, exp }
      const hasScope = (needed: Scope) =>
        scopes.includes(needed) && (!isCheckedOnEachRequest(needed) || access.scopes.includes(needed))
      const authorize = () => {
        if (scope === 'user' && (role === SERVICE_ACCOUNT || role === AGENT))
          return done(new Rejection('AUTH_003', { reason: 'only users may do this' }))
        if (scope !== 'any' && scope !== 'user' && !hasScope(scope))
          return done(new Rejection('AUTH_003', { required_scope: scope }))
        if (roles !== undefined && !roles.some(name => name === role))
          return done(new Rejection('AUTH_003', { required_roles: roles }))
        if (isPlatformOnly) assertPlatformCaller({ client_id })
        done()
      }
      if (limit === 'none') return authorize()
      charge(
        authenticator.limiter.charge(`${ownLimit.name}:${client_id}:${plan.id}`, plan, now().getTime()),
        reply,
        done,
        authorize,
      )
    }
    const reject = (error: unknown) => {
      const reason = error instanceof Error ? error : new Error('not an error')
      if (reason instanceof Rejection && reason.status === 401) chargeAddress(request, reply, done, () => done(reason))
      else done(reason)
    }
    try {
      const result = authenticate(authenticator, request)
      if (result instanceof Promise) result.then(accept, reject).catch(done)
      else accept(result)
    } catch (error) {
      reject(error)
    }
  }
}

/** The last valid header of each connection: most callers repeat it, and comparing costs less than a digest. */
const lastAuthenticated = new WeakMap<Socket, { authorization: string; claims: Claims }>()

function authenticate(
  authenticator: Authenticator,
  { headers, raw }: FastifyRequest,
): Authenticated | Promise<Authenticated> {
  const last = lastAuthenticated.get(raw.socket)
  if (last !== undefined && last.authorization === headers.authorization)
    return authenticator.authenticateAgain(last.claims)
  const token = parseBearerToken(headers)
  if (token === undefined) throw new Rejection('AUTH_001', { reason: 'no Bearer token' })
  return authenticator.authenticate(token)
}

/** `X-RateLimit-Reset` is in Unix seconds; the IETF headers count from now. */
export function setRateLimitHeaders(
  reply: FastifyReply,
  { window, remaining, resetS, nowS, policy }: RateLimitVerdict,
): void {
  reply.header('x-ratelimit-limit', window.limit)
  reply.header('x-ratelimit-remaining', remaining)
  reply.header('x-ratelimit-reset', resetS)
  reply.header('ratelimit-policy', policy)
  reply.header('ratelimit', `"${window.name}";r=${remaining};t=${resetS - nowS}`)
}
