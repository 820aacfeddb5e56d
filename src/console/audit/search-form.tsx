import { can } from '../api.ts'
import type { ConsoleRoute } from '../routing/route.ts'
import { FilterForm } from '../ui/filter-form.tsx'
import { FAMILIES } from './families.ts'

type Query = ConsoleRoute['query']

const SELECTS = [
  { name: 'family', label: 'Kind of record', options: [['', 'any'] as const, ...Object.entries(FAMILIES)] },
]
const TEXTS = [
  ['object', 'Record'],
  ['actor', 'Actor'],
  ['subject', 'Person'],
  ['request_id', 'Request'],
  ['type', 'Type of event'],
] as const
const OF_ANY_CLIENT = ['client_id', 'Client'] as const
const TIMES = [
  ['since', 'Recorded from'],
  ['until', 'Recorded before'],
] as const

type Props = { query: Query; onSearch(query: Query): void; onRemove(): void }

export function AuditSearchForm({ query, onSearch, onRemove }: Props) {
  return (
    <FilterForm
      label="Search the audit"
      query={query}
      onChange={onSearch}
      onRemove={onRemove}
      button="Search"
      selects={SELECTS}
      texts={can('audit:read:any') ? [...TEXTS, OF_ANY_CLIENT] : TEXTS}
      times={TIMES}
    />
  )
}
