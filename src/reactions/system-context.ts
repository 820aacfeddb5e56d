import type { Context } from '#event-sourcing/context.ts'
import { newId } from '#values/ids.ts'

/**
 * Stamps what the service does by itself. Every try gets a command id of its own: two processes that decide the same thing
 * at the same moment must collide at the store, so that the loser reads what the winner recorded. With one id for both the
 * store would take the second for a repeat of the first, although time and hash differ.
 */
export function systemContext(
  sub: string,
  client_id: string,
  cause: Pick<Context, 'correlation_id' | 'causation_id'>,
  now: Date,
): Context {
  const request_id = newId('req')
  return {
    actor: { sub, client_id, role: 'system' },
    request_id,
    command_id: request_id,
    correlation_id: cause.correlation_id,
    causation_id: cause.causation_id,
    now,
  }
}
