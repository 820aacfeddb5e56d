import type { ConsoleRoute } from '../../routing/route.ts'
import { FilterForm, filterOptions } from '../../ui/filter-form.tsx'
import { DELIVERY_STATUSES } from '../endpoint.ts'
import { EVENT_TYPES } from '../event-types.ts'

type Query = ConsoleRoute['query']

const SELECTS = [
  { name: 'status', label: 'Status', options: filterOptions('any', DELIVERY_STATUSES) },
  { name: 'event_type', label: 'Event type', options: filterOptions('any', EVENT_TYPES) },
]
const TEXTS = [['event_id', 'Event']] as const
const TIMES = [
  ['since', 'Queued from'],
  ['until', 'Queued until'],
] as const

export function DeliveryFilterForm({ query, onChange }: { query: Query; onChange(query: Query): void }) {
  return (
    <FilterForm
      label="Filter deliveries"
      query={query}
      onChange={onChange}
      selects={SELECTS}
      texts={TEXTS}
      times={TIMES}
    />
  )
}
