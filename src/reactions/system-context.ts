import type { Context } from '#event-sourcing/context.ts'
import { newId } from '#values/ids.ts'

/**
 * Context of what the service does by itself. Each try has its own command id, so that two processes that decide the
 * same at the same moment collide at the store: with one id the store would take the second append for a repeat.
 */
export function systemContext(
  sub: string,
  client_id: string,
  { correlation_id, causation_id }: Pick<Context, 'correlation_id' | 'causation_id'>,
  now: Date,
): Context {
  const request_id = newId('req')
  const actor = { sub, client_id, role: 'system' }
  return { actor, request_id, command_id: request_id, correlation_id, causation_id, now }
}
