import type { Answer } from '../../client/types.ts'
import { formatAge } from '../format/age.ts'
import { Facts } from '../ui/facts.tsx'
import { RecordSource } from '../ui/record-source.tsx'
import { type Column, RecordTable } from '../ui/record-table.tsx'
import { Time } from '../ui/time.tsx'

type Status = Answer<'getInstallationStatus'>
type Subscription = Status['subscriptions'][number]

/** A lag that a person would notice. */
const LAG_MS_MAX = 60_000

const ageOf = (ms: number) => formatAge(Math.round(ms / 1_000))

const SUBSCRIPTIONS: readonly Column<Subscription>[] = [
  { title: 'Subscription', cell: ({ name }) => name },
  { title: 'Version', isNumber: true, cell: ({ version }) => version },
  { title: 'Lag', isNumber: true, cell: ({ lag_ms }) => (lag_ms === null ? 'unknown' : ageOf(lag_ms)) },
  { title: 'Position', isNumber: true, cell: ({ position }) => position ?? 'none' },
  { title: 'Moved', cell: ({ moved_at }) => <Time at={moved_at} /> },
  {
    title: 'Leader',
    cell: ({ leader }) => (leader === null ? <span class="flag">none</span> : `process ${leader.holder}`),
  },
]

const QUEUES: readonly Column<Status['queues'][number]>[] = [
  { title: 'Queue', cell: ({ queue }) => queue },
  { title: 'Jobs', isNumber: true, cell: ({ jobs }) => jobs.toLocaleString() },
  { title: 'Due', isNumber: true, cell: ({ due }) => due.toLocaleString() },
  { title: 'Due for', isNumber: true, cell: ({ due, oldest_due_ms }) => (due === 0 ? '' : ageOf(oldest_due_ms)) },
  {
    title: 'Stuck',
    isNumber: true,
    cell: ({ stuck }) => (stuck === 0 ? '0' : <span class="flag">{stuck.toLocaleString()}</span>),
  },
]

/** For those who run the service: the work of all its processes. */
export function InstallationSections({ status }: { status: Status }) {
  const { subscriptions, queues, deliveries, log_position } = status
  const lags = subscriptions.flatMap(({ lag_ms }) => lag_ms ?? [])
  const without = subscriptions.filter(({ leader }) => leader === null)
  return (
    <>
      <section aria-labelledby="installation-title">
        <h2 id="installation-title">Installation</h2>
        <Facts
          of={[
            ['Event store', log_position === null ? 'does not answer, or is empty' : `at position ${log_position}`],
            ['Largest lag', lags.length === 0 ? 'unknown' : ageOf(Math.max(...lags))],
            ['Subscriptions without a leader', without.map(({ name }) => name).join(', ') || 'none'],
            ['Deliveries that wait', deliveries.pending.toLocaleString()],
            ['Deliveries that are due', deliveries.due.toLocaleString()],
            ['Due for', deliveries.due > 0 ? ageOf(deliveries.oldest_due_ms) : undefined],
          ]}
        />
      </section>
      <section aria-labelledby="queues-title">
        <h2 id="queues-title">Queues</h2>
        {queues.length === 0 ? (
          <p>No queue has a job.</p>
        ) : (
          <RecordTable label="Queues" rows={queues} columns={QUEUES} idOf={({ queue }) => queue} />
        )}
      </section>
      <section aria-labelledby="subscriptions-title">
        <h2 id="subscriptions-title">Subscriptions</h2>
        <details open={subscriptions.some(isLate)}>
          <summary>All {subscriptions.length}, the largest lag first</summary>
          <RecordTable
            label="All subscriptions"
            rows={subscriptions.toSorted(byLag)}
            columns={SUBSCRIPTIONS}
            idOf={({ name, version }) => `${name} ${version}`}
          />
        </details>
      </section>
      <RecordSource record={status} path="/admin/status" />
    </>
  )
}

function isLate({ lag_ms, leader }: Subscription): boolean {
  return leader === null || (lag_ms ?? 0) > LAG_MS_MAX
}

/** A lag that is unknown may be the largest. */
function byLag(one: Subscription, other: Subscription): number {
  return (other.lag_ms ?? Number.POSITIVE_INFINITY) - (one.lag_ms ?? Number.POSITIVE_INFINITY) || 0
}
