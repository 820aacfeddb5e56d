import { InvalidInputError } from 'slonik'
import { ZodError } from 'zod'
import { SealBroken } from '#edge/vault/vault.ts'
import { UnreadableEvent } from '#event-sourcing/category.ts'

/**
 * Whether an event itself is why it could not be taken: its stream can't be read, its data are not what its type says. Anything else is an
 * outage or a bug that others would meet too: the same event can be taken later.
 */
export function isPoisonEvent(error: unknown): boolean {
  if (error instanceof UnreadableEvent || error instanceof SealBroken || error instanceof ZodError) return true
  if (isDataException(error)) return true
  return error instanceof TypeError || error instanceof RangeError || error instanceof SyntaxError
}

/** SQLSTATE classes that blame a value: data exception (a NUL in a text, a number out of range), program limit exceeded (a key too long). */
const DATA_EXCEPTION_CLASSES = new Set(['22', '54'])

/** Whether PostgreSQL, or the driver before it, refused a value for what it is, today and ever. */
export function isDataException(error: unknown): boolean {
  // slonik says so of 22P02, and leaves out the code.
  if (error instanceof InvalidInputError) return true
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const code = 'code' in cause ? String(cause.code) : ''
    if (code.length === 5 && DATA_EXCEPTION_CLASSES.has(code.slice(0, 2))) return true
  }
  return false
}

/** The reason to keep with an event that was set aside. */
export function reasonOf(error: unknown): string {
  if (error instanceof ZodError)
    return error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ')
  return error instanceof Error ? error.message : String(error)
}
