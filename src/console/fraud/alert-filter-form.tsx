import { user } from '../api.ts'
import type { ConsoleRoute } from '../routing/route.ts'
import { FilterForm, filterOptions } from '../ui/filter-form.tsx'
import { useAnswer } from '../ui/use-answer.ts'
import { FRAUD_ALERT_LEVELS, FRAUD_ALERT_STATUSES } from './alert-statuses.ts'
import { readReviewers } from './read-reviewers.ts'
import { reviewerIdOf, reviewerTexts } from './reviewers.ts'

type Query = ConsoleRoute['query']
type Props = { query: Query; onChange(query: Query): void }

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

/** The assignee is chosen by name; without names, by id. The address has the id. */
export function AlertFilterForm({ query, onChange }: Props) {
  const { answer: reviewers } = useAnswer(readReviewers, [])
  const names = reviewerTexts(reviewers ?? [])
  return (
    <FilterForm
      label="Filter alerts"
      query={query}
      onChange={onChange}
      selects={SELECTS}
      texts={[
        ['user_id', 'User'],
        ['transaction_id', 'Transaction'],
        ['assigned_to', 'Assigned to', [...names.values()]],
      ]}
      times={TIMES}
      shown={shown => ({ ...shown, assigned_to: names.get(shown.assigned_to ?? '') ?? shown.assigned_to ?? '' })}
      meant={({ assigned_to = '', ...fields }) =>
        assigned_to === ''
          ? { ...fields, unassigned: query.unassigned ?? '' }
          : { ...fields, assigned_to: reviewerIdOf(assigned_to, names) }
      }
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
