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
import type { CallerRole, RoleName, Scope } from '#domain/auth/roles.ts'
import type { Plan } from '#edge/rate-limits/plans.ts'
import type { Context } from '#event-sourcing/context.ts'
import type { ErrorCode, ErrorDetails } from '#values/errors.ts'

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
  role: CallerRole
  scopes: readonly Scope[]
  sid: string
  /** How often the client may ask. */
  plan: Plan
}

/** The scope a caller needs; 'any' = any valid token; 'user' = any of a user, not of a service account; 'public' = no token. */
export type RouteScope = Scope | 'any' | 'user' | 'public'

/** A limit of a route's own: it stands in the place of the client's plan. */
export type CustomLimit = {
  /** Of the counter, one per client; routes with the same name share it. */
  name: string
  /** The numbers of the client's own plan unless said. */
  plan?: Plan
  /** Told with the refusal, beside what every refusal of too many requests tells. */
  details?: ErrorDetails
  /** Of the refusal; RATE_LIMIT_EXCEEDED unless said. */
  code?: ErrorCode
}

/** What a route counts against: the plan of the client's tier, a limit of its own, or nothing. */
export type RouteLimit = 'tier' | 'none' | CustomLimit

/** The two shapes of the spec's "Error body". */
export type ErrorShape = 'flat' | 'nested'

/** Whether an answer of 200 is always that of an earlier request, or sometimes. */
export type ReplayPolicy = 'always' | 'sometimes'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A route without one does not start. */
    scope?: RouteScope
    /** Whose callers it is for, beside the scope; all that have it unless said. No machine has one of these roles. */
    roles?: readonly RoleName[]
    /** The code of a request that fails validation; INVALID_REQUEST unless said. */
    invalid?: ErrorCode
    /** What the route counts against; 'tier' unless said (public routes count per address). */
    limit?: RouteLimit
    /** The shape of its refusals; flat unless said. */
    errorShape?: ErrorShape
    /** Codes of the route's own that the OpenAPI document lists beside those every route has. */
    errors?: readonly ErrorCode[]
    /** From the request to its answer at most, milliseconds; 8 s unless said. */
    responseTimeoutMs?: number
    /** Whether 200 is what was answered before; the header Idempotent-Replayed says so. */
    replays?: ReplayPolicy
    /** Media types of a body that is no JSON and that the route's own parser takes as it comes: however large, and however long it takes. */
    bodyTypes?: readonly string[]
    /** Media types of an answer that is no JSON. */
    responseTypes?: readonly string[]
    /** Request headers of the route's own that the OpenAPI document lists; the route checks them itself. */
    headers?: z.ZodObject
  }
  interface FastifyRequest {
    /** Set by the guard on every route that is not public. */
    caller: Caller
    /** The code this request was refused with; for the log. */
    errorCode: ErrorCode | null
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
