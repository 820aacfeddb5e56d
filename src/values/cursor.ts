import type { z } from 'zod'
import { type ErrorCode, fieldRejection } from './errors.ts'

/** No value may contain a space. */
export function cursorOf(...position: readonly (string | number)[]): string {
  return Buffer.from(position.join(' ')).toString('base64url')
}

/** A cursor is only a position: every page checks access again. Errors: `code` for a malformed cursor. */
export function readCursor<T>(
  cursor: string,
  positionSchema: z.ZodType<T, string[]>,
  code: ErrorCode,
  field = 'cursor',
): T {
  const text = Buffer.from(cursor, 'base64url').toString('utf8')
  const { data, success } = positionSchema.safeParse(text.split(' '))
  if (!success || cursorOf(text) !== cursor)
    throw fieldRejection(code, [{ field, reason: 'must be the next_cursor of a previous page' }])
  return data
}
