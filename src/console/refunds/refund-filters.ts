import type { Input } from '../../client/types.ts'
import { type ConsoleRoute, pickFromQuery } from '../routing/route.ts'

export type RefundQuery = NonNullable<NonNullable<Input<'listRefunds'>>['query']>

/** Filters of the address that the API knows. */
export const REFUND_FILTERS = [
  ...['status', 'user_id', 'transaction_id', 'case_id', 'currency', 'reason', 'amount_min', 'amount_max'],
  ...['date_from', 'date_to', 'sort', 'order'],
] as const

const PAGE_SIZE = 50

export function refundQueryOf(query: ConsoleRoute['query']): RefundQuery {
  return { ...pickFromQuery(query, [...REFUND_FILTERS, 'cursor']), page_size: String(PAGE_SIZE) } as RefundQuery
}
