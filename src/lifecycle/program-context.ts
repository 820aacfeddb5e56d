import { randomUUID } from 'node:crypto'
import type { Context } from '#event-sourcing/context.ts'
import type { Actor } from '#event-sourcing/decider.ts'
import { newId } from '#values/ids.ts'

/** One program run is one request. A program has no token: its actor names the user of this machine. */
export function createProgramContext(actor: Actor): () => Context {
  const request_id = newId('req')
  return () => ({
    ...{ actor, request_id, command_id: randomUUID() },
    ...{ correlation_id: request_id, causation_id: null, now: new Date() },
  })
}
