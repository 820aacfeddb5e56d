import { z } from 'zod'

/** How many rows a caller wants on a page: 1 to `max`, `usual` unless the query says so. */
export function pageLimit(max: number, defaultLimit: number) {
  return z.coerce.number().int().min(1).max(max).default(defaultLimit)
}

/**
 * A page by keyset of rows that were asked for with `limit + 1`: the one too many tells that there are more.
 *
 * @param cursorAfter names the place of the page's last row.
 */
export function pageOf<Row>(rows: readonly Row[], limit: number, cursorAfter: (last: Row) => string) {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  const has_more = rows.length > limit
  const next_cursor = has_more && last !== undefined ? cursorAfter(last) : null
  return { page, pagination: { next_cursor, has_more } }
}
