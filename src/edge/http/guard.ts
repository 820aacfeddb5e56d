import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify'
import type { Scope } from '#domain/auth/roles.ts'
import type { Auth, Authenticated } from '#edge/auth/auth.ts'
import { Rejection } from '#errors.ts'
import { bearerOf } from './bearer.ts'

/**
 * Who may come in: made once per route, run before the body is read. Callbacks instead of promises, because on almost every
 * request everything is known already and a promise would cost more than the check.
 */
export function createGuard(auth: Auth, scope: Scope | 'any') {
  return (request: FastifyRequest, _reply: FastifyReply, done: HookHandlerDoneFunction): void => {
    const token = bearerOf(request.headers)
    const admit = ({ claims, standing }: Authenticated) => {
      const { sub, client_id, role, scope: scopes, sid } = claims
      const { tier, agreed_limit } = standing
      request.caller = { sub, client_id, role, scopes, sid, tier, agreed_limit }
      if (scope === 'any' || scopes.includes(scope)) done()
      else done(new Rejection('AUTH_003', { required_scope: scope }))
    }
    try {
      if (token === undefined) throw new Rejection('AUTH_001', { reason: 'no Bearer token' })
      const answer = auth.authenticate(token)
      if (answer instanceof Promise) answer.then(admit).catch(done)
      else admit(answer)
    } catch (error) {
      done(error instanceof Error ? error : new Error('not an error'))
    }
  }
}
