import type { RefObject } from 'preact'
import { formatRoute } from '../../routing/route.ts'
import { Scrolling } from '../../ui/scrolling.tsx'
import { TITLES } from '../action-forms.tsx'
import type { RowOutcome } from './send-each.ts'
import { forgetRun, resumeRun, severalRun, stopRun } from './several-run.ts'

type Props = { heading: RefObject<HTMLHeadingElement | null>; onSent(): void }

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
      <Scrolling label="Outcomes">
        <table>
          <thead>
            <tr>
              <th scope="col">Alert</th>
              <th scope="col">Outcome</th>
            </tr>
          </thead>
          <tbody>
            {run.rows.map(({ alert_id, outcome }) => (
              <tr key={alert_id}>
                <td>
                  <a href={formatRoute({ path: ['fraud', 'alerts', alert_id] })}>{alert_id}</a>
                </td>
                <td class={`outcome-${outcome.is}`}>{outcome.text}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scrolling>
    </section>
  )
}
