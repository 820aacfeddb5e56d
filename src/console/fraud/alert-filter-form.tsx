import { user } from '../api.ts'
import type { ConsoleRoute } from '../routing/route.ts'
import { FilterForm, filterOptions } from '../ui/filter-form.tsx'
import { FRAUD_ALERT_LEVELS, FRAUD_ALERT_STATUSES } from './alert-statuses.ts'

type Query = ConsoleRoute['query']
type Props = { query: Query; onChange(query: Query): void }

const TEXTS = [
  ['user_id', 'User'],
  ['transaction_id', 'Transaction'],
  ['assigned_to', 'Assigned to'],
] as const
const TIMES = [
  ['since', 'Opened from'],
  ['until', 'Opened before'],
] as const
const ORDERS = [
  ['', 'Newest first'],
  ['oldest', 'Oldest first'],
  ['score', 'Highest score first'],
] as const
const SELECTS = [
  { name: 'status', label: 'Status', options: filterOptions('unresolved', [...FRAUD_ALERT_STATUSES, 'all']) },
  { name: 'level', label: 'Level', options: filterOptions('any', FRAUD_ALERT_LEVELS) },
  { name: 'sort', label: 'Order', options: ORDERS },
]

export function AlertFilterForm({ query, onChange }: Props) {
  return (
    <FilterForm
      label="Filter alerts"
      query={query}
      onChange={onChange}
      selects={SELECTS}
      texts={TEXTS}
      times={TIMES}
      meant={fields => (fields.assigned_to === '' ? { ...fields, unassigned: query.unassigned ?? '' } : fields)}
      toggles={apply => <AssigneeButtons query={query} apply={apply} />}
    />
  )
}

/** An assignee and none exclude each other. */
function AssigneeButtons({ query: { assigned_to, unassigned }, apply }: { query: Query; apply(changes: Query): void }) {
  const me = user.value?.id ?? ''
  return (
    <>
      <button
        type="button"
        aria-pressed={unassigned === 'true'}
        onClick={() => apply({ assigned_to: '', unassigned: unassigned === 'true' ? '' : 'true' })}
      >
        Unassigned
      </button>
      <button
        type="button"
        aria-pressed={assigned_to === me}
        onClick={() => apply({ assigned_to: assigned_to === me ? '' : me, unassigned: '' })}
      >
        Assigned to me
      </button>
    </>
  )
}
