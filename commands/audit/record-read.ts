import { randomUUID } from 'node:crypto'
import { reads } from '#domain/audit/reads/decider.ts'
import type { ReadEvent } from '#domain/audit/reads/events.ts'
import type { Context } from '#event-sourcing/context.ts'
import type { Service } from '#service.ts'

/** Call before answering: what can't be recorded is not shown. Returns the read's id. Errors: SERVICE_UNAVAILABLE. */
export async function recordRead(
  { execute }: Pick<Service, 'execute'>,
  context: Context,
  read: ReadEvent,
): Promise<string> {
  const read_id = randomUUID()
  await execute.run(reads, read_id, { type: 'record', read }, context, { expectNoStream: true })
  return read_id
}
