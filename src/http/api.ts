import { randomUUID } from 'node:crypto'
import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifyRequest,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { z } from 'zod'
import type { Context } from '#context.ts'
import type { AgreedLimit, Tier } from '#domain/auth/clients/events.ts'
import type { RoleName, Scope } from '#domain/auth/roles.ts'
import type { LimitName } from '#edge/rate-limits/plans.ts'
import type { ErrorCode } from '#errors.ts'

/** The Fastify instance that route files add their routes to: schemas are zod schemas, on both sides. */
export type Api = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  ZodTypeProvider
>

/** Who calls, as the access token says and the session confirms. */
export type Caller = {
  sub: string
  client_id: string
  role: RoleName
  scopes: readonly Scope[]
  sid: string
  tier: Tier
  agreed_limit: AgreedLimit | null
}

/** The scope a caller needs; 'any' = any valid token; 'public' = no token. */
export type RouteScope = Scope | 'any' | 'public'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A route without one does not start. */
    scope?: RouteScope
    /** The code of a request that fails validation; INVALID_REQUEST unless said. */
    invalid?: ErrorCode
    /** What the route counts against; 'tier' unless said (public routes count per address). */
    limit?: LimitName
    /** Codes of the route's own that the OpenAPI document lists beside those every route has. */
    errors?: readonly ErrorCode[]
    /** Request headers of the route's own that the OpenAPI document lists; the route checks them itself. */
    headers?: z.ZodObject
  }
  interface FastifyRequest {
    /** Set by the guard on every route that is not public. */
    caller: Caller
    /** The code this request was refused with; for the log. */
    refusal: ErrorCode | null
  }
}

/** The context of a command that this request asks for. */
export function contextOf(request: FastifyRequest, now: Date): Context {
  const { sub, client_id, role } = request.caller
  return contextFor(request, now, { sub, client_id, role })
}

/** The context of a command of a caller without a token. */
export function anonymousContextOf(request: FastifyRequest, now: Date): Context {
  return contextFor(request, now, { sub: 'anonymous', client_id: 'none', role: 'anonymous' })
}

function contextFor(request: FastifyRequest, now: Date, who: Omit<Context['actor'], 'ip'>): Context {
  return {
    actor: { ...who, ip: request.ip },
    request_id: request.id,
    command_id: randomUUID(),
    correlation_id: request.id,
    causation_id: null,
    now,
  }
}
