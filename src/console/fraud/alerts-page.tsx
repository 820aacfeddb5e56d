import { useRef } from 'preact/hooks'
import type { Answer } from '../../client/types.ts'
import { api } from '../api.ts'
import { formatAge } from '../format/age.ts'
import { formatMoney } from '../format/money.ts'
import { replaceQuery, route } from '../routing/location.ts'
import { formatRoute } from '../routing/route.ts'
import { hasLetterKeys, setLetterKeys } from '../settings.ts'
import { ProblemNote } from '../ui/problem-note.tsx'
import { Scrolling } from '../ui/scrolling.tsx'
import { StatusMark } from '../ui/status-mark.tsx'
import { Time } from '../ui/time.tsx'
import { useAnswer } from '../ui/use-answer.ts'
import { AlertFilterForm } from './alert-filter-form.tsx'
import { alertQueryOf } from './alert-filters.ts'
import { Assignee, LevelMark } from './alert-marks.tsx'
import { useQueueKeys } from './queue-keys.ts'

/** The queue of alerts: unresolved ones unless a filter has others. */
export function AlertsPage() {
  const { query } = route.value
  const { answer, error, isLoading, reload } = useAnswer(
    signal => api.listFraudAlerts({ query: alertQueryOf(query) }, { signal }),
    [JSON.stringify(query)],
  )
  const list = useRef<HTMLDivElement>(null)
  useQueueKeys(list)
  return (
    <>
      <div class="title">
        <h1>Fraud alerts</h1>
        <button type="button" onClick={reload}>
          Reload
        </button>
      </div>
      <AlertFilterForm query={query} onChange={replaceQuery} />
      <ProblemNote error={error} />
      <p role="status">{isLoading ? 'Loading' : answer === null ? '' : countOf(answer)}</p>
      <div ref={list}>{answer !== null && answer.data.length > 0 && <Queue alerts={answer.data} />}</div>
      {answer?.data.length === 0 && <Empty query={query} />}
      <nav class="pages" aria-label="Pages of the queue">
        {query.cursor !== undefined && (
          <a href={formatRoute({ path: ['fraud'], query: { ...query, cursor: '' } })}>First page</a>
        )}
        {typeof answer?.pagination.next_cursor === 'string' && (
          <a href={formatRoute({ path: ['fraud'], query: { ...query, cursor: answer.pagination.next_cursor } })}>
            Next page
          </a>
        )}
      </nav>
      <LetterKeys />
    </>
  )
}

type Page = Answer<'listFraudAlerts'>

function Queue({ alerts }: { alerts: Page['data'] }) {
  return (
    <Scrolling label="Fraud alerts">
      <table>
        <thead>
          <tr>
            <th scope="col">Alert</th>
            <th scope="col">Level and score</th>
            <th scope="col">Status</th>
            <th scope="col">Assigned to</th>
            <th scope="col">Age</th>
            <th scope="col">User</th>
            <th scope="col" class="number">
              Amount
            </th>
            <th scope="col">Opened</th>
          </tr>
        </thead>
        <tbody>
          {alerts.map(alert => (
            <tr key={alert.alert_id}>
              <td>
                <a href={formatRoute({ path: ['fraud', 'alerts', alert.alert_id] })}>{alert.alert_id}</a>
              </td>
              <td>
                <LevelMark level={alert.fraud_level} score={alert.fraud_score} />
              </td>
              <td>
                <StatusMark of="alert" status={alert.status} />
                {alert.outcome !== null && ` ${alert.outcome}`}
              </td>
              <td>
                <Assignee of={alert.assigned_to} />
              </td>
              <td>{formatAge(alert.age_seconds)}</td>
              <td>{alert.user_id}</td>
              <td class="number">{formatMoney(alert.amount, alert.currency)}</td>
              <td>
                <Time at={alert.opened_at} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scrolling>
  )
}

function countOf({ data, pagination }: Page): string {
  const count = `${data.length} ${data.length === 1 ? 'alert' : 'alerts'}`
  return pagination.has_more ? `${count} on this page; there are more` : count
}

function Empty({ query }: { query: Readonly<Record<string, string>> }) {
  if (query.cursor !== undefined) return <p>There are no more alerts. Go back to the first page.</p>
  if (Object.keys(query).length > 0) return <p>No alert matches these filters. Remove one, or look at all of them.</p>
  return (
    <p>
      No alert waits for a decision. One opens when a score reaches the threshold of your policy: score a transaction by
      POST /fraud/score/realtime, or look at <a href={formatRoute(RESOLVED)}>resolved alerts</a>.
    </p>
  )
}

const RESOLVED = { path: ['fraud'], query: { status: 'resolved' } }

function LetterKeys() {
  return (
    <p>
      <label class="choice">
        <input
          type="checkbox"
          checked={hasLetterKeys.value}
          onChange={({ currentTarget }) => setLetterKeys(currentTarget.checked)}
        />{' '}
        Keys: j and k move through the alerts, Enter opens one
      </label>
    </p>
  )
}
