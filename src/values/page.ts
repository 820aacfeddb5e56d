import { z } from 'zod'

export function pageLimit(max: number, defaultLimit: number) {
  return z.coerce.number().int().min(1).max(max).default(defaultLimit)
}

/** A keyset page of rows that were queried with `limit + 1`: the extra row shows that there are more. */
export function pageOf<Row>(rows: readonly Row[], limit: number, cursorAfter: (last: Row) => string) {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  const has_more = rows.length > limit
  const next_cursor = has_more && last !== undefined ? cursorAfter(last) : null
  return { page, pagination: { next_cursor, has_more } }
}
