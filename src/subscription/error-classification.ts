import { InvalidInputError } from 'slonik'
import { ZodError } from 'zod'
import { SealBroken } from '#edge/vault/vault.ts'
import { UnreadableEvent } from '#event-sourcing/category.ts'

/** Whether an event itself is the cause of a failure. Any other cause is an outage or a bug. */
export function isPoisonEvent(error: unknown): boolean {
  if (error instanceof UnreadableEvent || error instanceof SealBroken || error instanceof ZodError) return true
  if (isDataException(error)) return true
  return error instanceof TypeError || error instanceof RangeError || error instanceof SyntaxError
}

/** SQLSTATE classes: data exception (a NUL, a number out of range), program limit exceeded (a key too long). */
const DATA_EXCEPTION_CLASSES = new Set(['22', '54'])

/** Whether PostgreSQL or its driver refused a value; it would refuse it every time. */
export function isDataException(error: unknown): boolean {
  // slonik wraps 22P02 without its code.
  if (error instanceof InvalidInputError) return true
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const code = 'code' in cause ? String(cause.code) : ''
    if (code.length === 5 && DATA_EXCEPTION_CLASSES.has(code.slice(0, 2))) return true
  }
  return false
}

export function reasonOf(error: unknown): string {
  if (error instanceof ZodError)
    return error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ')
  return error instanceof Error ? error.message : String(error)
}
