import type { Answer } from '../../client/types.ts'
import { api } from '../api.ts'
import { formatAge } from '../format/age.ts'
import { formatMoney } from '../format/money.ts'
import { isOfFamily } from '../live/concerns.ts'
import { replaceQuery, route } from '../routing/location.ts'
import { formatRoute } from '../routing/route.ts'
import { useKept } from '../session/use-kept.ts'
import { hasLetterKeys, setLetterKeys } from '../settings.ts'
import { ListStatus, useLiveList } from '../ui/list-status.tsx'
import { PageLinks } from '../ui/page-links.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { ReadingProblem } from '../ui/reading-problem.tsx'
import { type Column, RecordTable } from '../ui/record-table.tsx'
import { StatusMark } from '../ui/status-mark.tsx'
import { Time } from '../ui/time.tsx'
import { useLastAnswer } from '../ui/use-last-answer.ts'
import { AlertFilterForm } from './alert-filter-form.tsx'
import { alertQueryOf } from './alert-filters.ts'
import { Assignee, LevelMark } from './alert-marks.tsx'
import { useQueueKeys } from './queue-keys.ts'
import { SeveralAlerts } from './several/several-alerts.tsx'
import { useTakeNext } from './take-next.tsx'

type Page = Answer<'listFraudAlerts'>

const COLUMNS: readonly Column<Page['data'][number]>[] = [
  {
    title: 'Alert',
    cell: ({ alert_id }) => <a href={formatRoute({ path: ['fraud', 'alerts', alert_id] })}>{alert_id}</a>,
  },
  { title: 'Level and score', cell: alert => <LevelMark level={alert.fraud_level} score={alert.fraud_score} /> },
  {
    title: 'Status',
    cell: ({ status, outcome }) => (
      <>
        <StatusMark of="alert" status={status} />
        {outcome !== null && ` ${outcome}`}
      </>
    ),
  },
  { title: 'Assigned to', cell: ({ assigned_to }) => <Assignee of={assigned_to} /> },
  { title: 'Age', cell: ({ age_seconds }) => formatAge(age_seconds) },
  { title: 'User', cell: ({ user_id }) => user_id },
  { title: 'Amount', isNumber: true, cell: ({ amount, currency }) => formatMoney(amount, currency) },
  { title: 'Opened', cell: ({ opened_at }) => <Time at={opened_at} /> },
]

/** The queue of alerts: unresolved ones unless a filter has others. */
export function AlertsPage() {
  const { query } = route.value
  const alerts = useLastAnswer(
    signal => api.listFraudAlerts({ query: alertQueryOf(query) }, { signal }),
    JSON.stringify(query),
  )
  const { answer } = alerts
  const { list, ...live } = useLiveList(alerts, event => isOfFamily(event, 'fraud'))
  const next = useTakeNext()
  useQueueKeys(list, next.start)
  const kept = useKept<ReadonlySet<string>>('selected', new Set())
  const selected = kept.value
  const setSelected = (alerts: ReadonlySet<string>) => {
    kept.value = alerts
  }
  const chosen = answer?.data.filter(({ alert_id }) => selected.has(alert_id)) ?? []
  return (
    <>
      <PageTitle title="Fraud alerts" reload={live.reload}>
        <button type="button" class="primary" disabled={next.isRunning} onClick={next.start}>
          Take the next
        </button>
      </PageTitle>
      {next.note}
      <AlertFilterForm query={query} onChange={replaceQuery} />
      <ReadingProblem of={alerts} what="list" />
      <ListStatus of={alerts} count={answer === null ? '' : countOf(answer)} live={live} />
      <div ref={list}>
        {answer !== null && answer.data.length > 0 && (
          <RecordTable
            label="Fraud alerts"
            rows={answer.data}
            columns={[selectColumn(answer.data, selected, setSelected), ...COLUMNS]}
            idOf={({ alert_id }) => alert_id}
          />
        )}
      </div>
      {answer?.data.length === 0 && <Empty query={query} />}
      <PageLinks label="Pages of the queue" path={['fraud']} query={query} next={answer?.pagination.next_cursor} />
      <SeveralAlerts chosen={chosen} onSent={live.reload} onSelect={alerts => setSelected(new Set(alerts))} />
      <LetterKeys />
    </>
  )
}

function selectColumn(
  alerts: Page['data'],
  selected: ReadonlySet<string>,
  onSelect: (selected: ReadonlySet<string>) => void,
): Column<Page['data'][number]> {
  const isAll = alerts.every(({ alert_id }) => selected.has(alert_id))
  const toggle = (alert_id: string) => {
    const others = new Set(selected)
    onSelect(others.delete(alert_id) ? others : others.add(alert_id))
  }
  return {
    title: 'Selected',
    control: (
      <input
        type="checkbox"
        class="select"
        aria-label="Select all alerts of this page"
        checked={isAll}
        onChange={() => onSelect(new Set(isAll ? [] : alerts.map(({ alert_id }) => alert_id)))}
      />
    ),
    cell: ({ alert_id }) => (
      <input
        type="checkbox"
        class="select"
        aria-label={`Select ${alert_id}`}
        checked={selected.has(alert_id)}
        onChange={() => toggle(alert_id)}
      />
    ),
  }
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
        Keys: j and k move through the alerts, x selects one, t takes the next, Enter opens one
      </label>
    </p>
  )
}
