import type { z } from 'zod'
import { type ErrorCode, fieldRejection } from './errors.ts'

/** The place of a page's last row, as a text that callers hand back and need not understand. No value may contain a space. */
export function cursorOf(...position: readonly (string | number)[]): string {
  return Buffer.from(position.join(' ')).toString('base64url')
}

/**
 * The place that a cursor names. It is only a place: whose rows are shown, and which, is asked anew with every page, so a cursor that
 * somebody made up opens nothing. One that is none of ours is refused with `code`, by the field's name.
 */
export function readCursor<T>(
  cursor: string,
  positionSchema: z.ZodType<T, string[]>,
  code: ErrorCode,
  field = 'cursor',
): T {
  const text = Buffer.from(cursor, 'base64url').toString('utf8')
  const { data, success } = positionSchema.safeParse(text.split(' '))
  if (!success || cursorOf(text) !== cursor)
    throw fieldRejection(code, [{ field, reason: 'must be the next_cursor of a page before' }])
  return data
}
