import { ZodError } from 'zod'
import { UnreadableEvent } from '#category.ts'
import { SealBroken } from '#edge/vault/vault.ts'

/**
 * Whether an event itself is why it could not be taken: its stream can't be read, its data are not what its type says. Anything else is an
 * outage or a bug that others would meet too: the same event can be taken later.
 */
export function isFaultOfEvent(error: unknown): boolean {
  if (error instanceof UnreadableEvent || error instanceof SealBroken || error instanceof ZodError) return true
  return error instanceof TypeError || error instanceof RangeError || error instanceof SyntaxError
}

/** The reason to keep with an event that was set aside. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
