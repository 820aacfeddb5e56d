import { user } from '../api.ts'
import { Time } from '../ui/time.tsx'
import { quota } from './quota.ts'

/** The API has the quota in the answers of analyses alone. */
export function QuotaNote() {
  const known = quota.value
  if (known === null || known.of !== user.value?.id) return null
  const { remaining, limit, resetsAt } = known.quota
  return (
    <p class="hint">
      {remaining.toLocaleString()} of {limit.toLocaleString()} messages are left until{' '}
      <Time at={resetsAt.toISOString()} />, after the last analysis from here.
    </p>
  )
}
