import { randomUUID } from 'node:crypto'
import type { Context } from '#event-sourcing/context.ts'

/** The context of a command that a test issues itself. */
export function systemContext(now: Date): Context {
  return {
    actor: { sub: 'test', client_id: 'none', role: 'system' },
    request_id: 'req_test',
    command_id: randomUUID(),
    correlation_id: 'req_test',
    causation_id: null,
    now,
  }
}
