import { InvalidInputError } from 'slonik'
import { ZodError } from 'zod'
import { UnreadableEvent } from '#edge/eventstore/errors.ts'
import { SealBroken } from '#edge/vault/vault.ts'

/**
 * Whether an event itself is why it could not be taken: its stream can't be read, its data are not what its type says. Anything else is an
 * outage or a bug that others would meet too: the same event can be taken later.
 */
export function isFaultOfEvent(error: unknown): boolean {
  if (error instanceof UnreadableEvent || error instanceof SealBroken || error instanceof ZodError) return true
  return error instanceof TypeError || error instanceof RangeError || error instanceof SyntaxError
}

/** SQLSTATE classes that blame a value: data exception, and program limit exceeded. */
const VALUE_CLASSES = new Set(['22', '54'])

/** Whether PostgreSQL, or the driver before it, can not take what is to be written, today or ever. */
export function isRefusedValue(error: unknown): boolean {
  if (error instanceof InvalidInputError) return true
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return code.length === 5 && VALUE_CLASSES.has(code.slice(0, 2))
}

/** The reason to keep with an event that was set aside. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
