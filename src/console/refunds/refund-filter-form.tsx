import type { ConsoleRoute } from '../routing/route.ts'
import { FilterForm, filterOptions } from '../ui/filter-form.tsx'
import { REFUND_STATUSES } from './statuses.ts'

type Query = ConsoleRoute['query']

const TEXTS = [
  ['user_id', 'User'],
  ['transaction_id', 'Transaction'],
  ['case_id', 'Case'],
  ['reason', 'Reason'],
  ['currency', 'Currency'],
  ['amount_min', 'Amount from'],
  ['amount_max', 'Amount to'],
] as const
const TIMES = [
  ['date_from', 'Requested from'],
  ['date_to', 'Requested to'],
] as const
/** One field for `sort` and `order` of the address. */
const ORDERS = [
  ['', 'Newest first'],
  ['created_at asc', 'Oldest first'],
  ['amount desc', 'Largest amount first'],
  ['amount asc', 'Smallest amount first'],
] as const
const SELECTS = [
  { name: 'status', label: 'Status', options: filterOptions('any', REFUND_STATUSES) },
  { name: 'order', label: 'Order', options: ORDERS },
]

export function RefundFilterForm({ query, onChange }: { query: Query; onChange(query: Query): void }) {
  return (
    <FilterForm
      label="Filter refunds"
      query={query}
      onChange={onChange}
      selects={SELECTS}
      texts={TEXTS}
      times={TIMES}
      shown={query => ({ ...query, order: orderOf(query) })}
      meant={({ order: both = '', ...fields }) => {
        const [sort = '', order = ''] = both.split(' ')
        return { ...fields, sort, order }
      }}
    />
  )
}

function orderOf({ sort = 'created_at', order = 'desc' }: Query): string {
  const value = `${sort} ${order}`
  return ORDERS.some(([known]) => known === value) ? value : ''
}
