import { z } from 'zod'

export function pageLimit(max: number, defaultLimit: number) {
  return z.coerce.number().int().min(1).max(max).default(defaultLimit)
}

export function pageCursor(lengthMax: number) {
  return z.string().max(lengthMax).optional().describe('`next_cursor` of the previous page, with the same filters.')
}

export const pagination = z
  .object({
    next_cursor: z.string().nullable().describe('Send it as `cursor` for the next page; null on the last page.'),
    has_more: z.boolean().describe('Whether there is another page.'),
  })
  .describe('How to get the next page.')

/** A keyset page of rows that were queried with `limit + 1`: the extra row shows that there are more. */
export function pageOf<Row>(rows: readonly Row[], limit: number, cursorAfter: (last: Row) => string) {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  const has_more = rows.length > limit
  const next_cursor = has_more && last !== undefined ? cursorAfter(last) : null
  return { page, pagination: { next_cursor, has_more } }
}
