import type { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify'
import { AGENT, isConfirmedAtEachRequest, type RoleName, type Scope, SERVICE_ACCOUNT } from '#domain/auth/roles.ts'
import { addressKey } from '#edge/rate-limits/address-key.ts'
import { ADDRESS_PLAN } from '#edge/rate-limits/plans.ts'
import { type RateLimitVerdict, tooManyRequests } from '#edge/rate-limits/verdict.ts'
import type { Service } from '#service.ts'
import { Rejection } from '#values/errors.ts'
import type { OwnLimit, RouteLimit, RouteScope } from './api.ts'
import { bearerOf } from './bearer.ts'
import type { Authenticated, Authenticator, Claims } from './gate.ts'

/** What a route demands of its callers. */
export type Rules = { scope: RouteScope; limit: RouteLimit; roles?: readonly RoleName[] }

type Route = { method: string | string[]; url: string; config?: Partial<Rules> | undefined }

/** A route that does not say who may call it is a mistake, and stops the start. */
export function rulesOf({ method, url, config = {} }: Route): Rules {
  const { scope, limit = 'tier', roles } = config
  if (scope === undefined) throw new Error(`${method} ${url} does not say which scope it needs`)
  return { scope, limit, ...(roles === undefined ? {} : { roles }) }
}

/**
 * Who may come in, and how often: made once per route, run before the body is read. Callbacks instead of promises, because on
 * almost every request everything is known already and a promise would cost more than the check. Without a valid token the
 * address is charged, never a client.
 */
export function createGuard(gate: Authenticator, now: Service['now'], { scope, limit, roles }: Rules) {
  type Done = HookHandlerDoneFunction
  const own: OwnLimit = typeof limit === 'string' ? { name: limit } : limit

  function charge(
    verdict: RateLimitVerdict | Promise<RateLimitVerdict>,
    reply: FastifyReply,
    done: Done,
    then: () => void,
  ): void {
    if (verdict instanceof Promise) verdict.then(known => charge(known, reply, done, then)).catch(done)
    else {
      showLimit(reply, verdict)
      if (verdict.admitted) then()
      else done(tooManyRequests(verdict, own.details, own.code))
    }
  }

  const chargeAddress = (request: FastifyRequest, reply: FastifyReply, done: Done, then: () => void) =>
    charge(gate.limiter.charge(addressKey(request.ip), ADDRESS_PLAN, now().getTime()), reply, done, then)

  if (scope === 'public')
    return (request: FastifyRequest, reply: FastifyReply, done: Done): void => {
      if (limit === 'none') done()
      else chargeAddress(request, reply, done, done)
    }

  return (request: FastifyRequest, reply: FastifyReply, done: Done): void => {
    const admit = ({ claims, standing }: Authenticated) => {
      const { sub, client_id, role, scope: scopes, sid } = claims
      const plan = own.plan ?? standing.plan
      const { authorization = '' } = request.headers
      if (lastSeen.get(request.raw.socket)?.claims !== claims)
        lastSeen.set(request.raw.socket, { authorization, claims })
      request.caller = { sub, client_id, role, scopes, sid, plan: standing.plan }
      const has = (needed: Scope) =>
        scopes.includes(needed) && (!isConfirmedAtEachRequest(needed) || standing.scopes.includes(needed))
      const permit = () => {
        if (scope === 'user' && (role === SERVICE_ACCOUNT || role === AGENT))
          return done(new Rejection('AUTH_003', { reason: 'only users may do this' }))
        if (scope !== 'any' && scope !== 'user' && !has(scope))
          return done(new Rejection('AUTH_003', { required_scope: scope }))
        if (roles === undefined || roles.some(name => name === role)) done()
        else done(new Rejection('AUTH_003', { required_roles: roles }))
      }
      if (limit === 'none') return permit()
      charge(gate.limiter.charge(`${own.name}:${client_id}:${plan.id}`, plan, now().getTime()), reply, done, permit)
    }
    const turnAway = (error: unknown) => {
      const reason = error instanceof Error ? error : new Error('not an error')
      if (reason instanceof Rejection && reason.status === 401) chargeAddress(request, reply, done, () => done(reason))
      else done(reason)
    }
    try {
      const answer = authenticate(gate, request)
      if (answer instanceof Promise) answer.then(admit, turnAway).catch(done)
      else admit(answer)
    } catch (error) {
      turnAway(error)
    }
  }
}

/** The last good header of each connection: most callers send the same one again, and comparing costs less than a digest. */
const lastSeen = new WeakMap<Socket, { authorization: string; claims: Claims }>()

function authenticate(gate: Authenticator, { headers, raw }: FastifyRequest): Authenticated | Promise<Authenticated> {
  const last = lastSeen.get(raw.socket)
  if (last !== undefined && last.authorization === headers.authorization) return gate.authenticateAgain(last.claims)
  const token = bearerOf(headers)
  if (token === undefined) throw new Rejection('AUTH_001', { reason: 'no Bearer token' })
  return gate.authenticate(token)
}

/** `X-RateLimit-Reset` is in Unix seconds; the IETF pair says the same in its own way. */
export function showLimit(reply: FastifyReply, { window, remaining, resetS, nowS, policy }: RateLimitVerdict): void {
  reply.header('x-ratelimit-limit', window.limit)
  reply.header('x-ratelimit-remaining', remaining)
  reply.header('x-ratelimit-reset', resetS)
  reply.header('ratelimit-policy', policy)
  reply.header('ratelimit', `"${window.name}";r=${remaining};t=${resetS - nowS}`)
}
