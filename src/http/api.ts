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
import type { Authenticator } from './authenticator.ts'

export type Api = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  ZodTypeProvider
>

/** The caller, from the access token and the session. */
export type Caller = {
  sub: string
  client_id: string
  role: CallerRole
  scopes: readonly Scope[]
  sid: string
  plan: Plan
  /** When the token ends, in Unix seconds. */
  exp: number
}

/** 'any' = any valid token; 'user' = any token of a user, not of a service account; 'public' = no token. */
export type RouteScope = Scope | 'any' | 'user' | 'public'

/** A limit of the route in place of the client's plan. */
export type CustomLimit = {
  /** The counter, one per client; routes with the same name share it. */
  name: string
  /** The client's own plan by default. */
  plan?: Plan
  /** Added to the details of the error. */
  details?: ErrorDetails
  /** RATE_LIMIT_EXCEEDED by default. */
  code?: ErrorCode
}

export type RouteLimit = 'tier' | 'none' | CustomLimit

/** The two shapes of an error. Source: the spec, "Error body". */
export type ErrorShape = 'flat' | 'nested'

/** Whether a 200 response is always a replay of an earlier one, or sometimes. */
export type ReplayPolicy = 'always' | 'sometimes'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Required: a route without it does not start. */
    scope?: RouteScope
    /** Required in addition to the scope; all roles by default. Service accounts have none of these. */
    roles?: readonly RoleName[]
    /** Only for users of the client that runs the service, in addition to the scope. */
    isPlatformOnly?: boolean
    /** The code for failed validation; INVALID_REQUEST by default. */
    invalid?: ErrorCode
    /** The code for a body that lacks a required field; that of `invalid` by default. */
    missing?: ErrorCode
    /** 'tier' by default; public routes are limited by address. */
    limit?: RouteLimit
    /** Flat by default. */
    errorShape?: ErrorShape
    /** Codes in the OpenAPI document in addition to those of every route. */
    errors?: readonly ErrorCode[]
    /** 8 s by default. */
    responseTimeoutMs?: number
    /** The header Idempotent-Replayed marks a replay. */
    replays?: ReplayPolicy
    /** Media types other than JSON of a body that the route's own parser streams, with no limit of size or time. */
    bodyTypes?: readonly string[]
    /** Media types of a response other than JSON. */
    responseTypes?: readonly string[]
    /** The response lasts as long as its reader wants: it is not in the request times. */
    isOpenEnded?: boolean
    /** Request headers in the OpenAPI document; the route checks them itself. */
    headers?: z.ZodObject
  }
  interface FastifyInstance {
    /** For routes whose response outlives the check of its request. */
    authenticator: Authenticator
  }
  interface FastifyRequest {
    /** Set by the guard, except on public routes. */
    caller: Caller
    /** The error code of the response; for the log. */
    errorCode: ErrorCode | null
  }
}

export function contextOf(request: FastifyRequest, now: Date): Context {
  const { sub, client_id, role } = request.caller
  return contextFor(request, now, { sub, client_id, role })
}

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
