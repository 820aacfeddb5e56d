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
import type { Context } from '#execute.ts'
import type { RoleName, Scope } from './scopes.ts'

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
  tier: 'A' | 'B' | 'C'
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The scope a caller needs; 'any' = any valid token; 'public' = no token. A route without one does not start. */
    scope?: Scope | 'any' | 'public'
  }
  interface FastifyRequest {
    /** Set by the authentication hook on every route that is not public. */
    caller: Caller
  }
}

/** The context of a command that this request asks for. */
export function contextOf(request: FastifyRequest, now: Date): Context {
  const { sub, client_id, role } = request.caller
  return {
    actor: { sub, client_id, role, ip: request.ip },
    request_id: request.id,
    command_id: randomUUID(),
    correlation_id: request.id,
    causation_id: null,
    now,
  }
}
