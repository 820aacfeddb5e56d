import type { RefObject } from 'preact'
import { formatRoute } from '../../routing/route.ts'
import { type Column, RecordTable } from '../../ui/record-table.tsx'
import { TITLES } from '../action-forms.tsx'
import type { RowOutcome } from './send-each.ts'
import { forgetRun, resumeRun, severalRun, stopRun } from './several-run.ts'

type Props = { heading: RefObject<HTMLHeadingElement | null>; onSent(): void }

type Row = { alert_id: string; outcome: RowOutcome }

const COLUMNS: readonly Column<Row>[] = [
  {
    title: 'Alert',
    isRowTitle: true,
    cell: ({ alert_id }) => <a href={formatRoute({ path: ['fraud', 'alerts', alert_id] })}>{alert_id}</a>,
  },
  { title: 'Outcome', cell: ({ outcome }) => <span class={`outcome-${outcome.is}`}>{outcome.text}</span> },
]

/** One outcome for each alert. They may have left the queue. */
export function SeveralOutcomes({ heading, onSent }: Props) {
  const run = severalRun()
  if (run === null) return null
  const countOf = (is: RowOutcome['is']) => run.rows.filter(({ outcome }) => outcome.is === is).length
  const left = countOf('not_sent')
  return (
    <section aria-labelledby="outcomes-title">
      <h2 id="outcomes-title" ref={heading} tabIndex={-1}>
        {TITLES[run.action]}: {run.rows.length} selected
      </h2>
      <p role="status">
        {countOf('done')} of {run.rows.length} done{left > 0 && `, ${left} not sent`}.
      </p>
      <div class="actions">
        {run.isRunning && (
          <button type="button" onClick={stopRun}>
            Stop
          </button>
        )}
        {!run.isRunning && left > 0 && (
          <button type="button" onClick={() => void resumeRun().then(onSent)}>
            Go on with {left}
          </button>
        )}
        {!run.isRunning && (
          <button type="button" onClick={forgetRun}>
            Close
          </button>
        )}
      </div>
      <RecordTable label="Outcomes" rows={run.rows} columns={COLUMNS} idOf={({ alert_id }) => alert_id} />
    </section>
  )
}
