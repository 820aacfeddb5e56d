import type { Input } from '../../client/types.ts'
import type { ConsoleRoute } from '../routing/route.ts'

export type RefundQuery = NonNullable<NonNullable<Input<'listRefunds'>>['query']>

/** Filters of the address that the API knows. Values go to it as they are: it names what is wrong with them. */
export const REFUND_FILTERS = [
  ...['status', 'user_id', 'transaction_id', 'case_id', 'currency', 'reason', 'amount_min', 'amount_max'],
  ...['date_from', 'date_to', 'sort', 'order'],
] as const

const PAGE_SIZE = 50

export function refundQueryOf(query: ConsoleRoute['query']): RefundQuery {
  const known = [...REFUND_FILTERS, 'cursor'].flatMap(name => {
    const value = query[name]
    return value === undefined ? [] : [[name, value] as const]
  })
  return { ...Object.fromEntries(known), page_size: String(PAGE_SIZE) } as RefundQuery
}
