import { IntegrityConstraintViolationError, InvalidInputError, SchemaValidationError } from 'slonik'
import type { Projection } from '#declarations/read-model.ts'
import type { LoggedEvent } from '#event-sourcing/event-store.ts'
import { PoisonEvent } from '#subscription/poison-event.ts'

/** SQLSTATE classes that values or the statement cause: cardinality, data, integrity, syntax, program limit. */
const EVENT_ERROR_CLASSES = new Set(['21', '22', '23', '42', '54'])
/** A missing table (an emptied schema `read`) is built again; no event is the cause. */
const UNDEFINED_TABLE = '42P01'

/** Whether the events are why a batch failed. Any other failure is an outage: the batch can succeed later. */
function isCausedByEvents(error: unknown): boolean {
  if (error instanceof PoisonEvent || error instanceof SchemaValidationError) return true
  if (error instanceof IntegrityConstraintViolationError || error instanceof InvalidInputError) return true
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return code.length === 5 && code !== UNDEFINED_TABLE && EVENT_ERROR_CLASSES.has(code.slice(0, 2))
}

/** Applies a batch. When an event fails, applies those before it by bisection and throws PoisonEvent. */
export async function bisectBatch(
  projection: Projection,
  events: LoggedEvent[],
  apply: (events: LoggedEvent[]) => Promise<void>,
): Promise<void> {
  try {
    await apply(events)
  } catch (error) {
    const [first, second] = events
    if (!isCausedByEvents(error) || first === undefined) throw error
    if (second === undefined)
      throw error instanceof PoisonEvent ? error : new PoisonEvent(projection.name, first, error)
    const half = events.length >> 1
    await bisectBatch(projection, events.slice(0, half), apply)
    await bisectBatch(projection, events.slice(half), apply)
  }
}
