import { api } from '../api.ts'
import { formatDuration } from '../format/duration.ts'
import { FRAUD_ALERT_LEVELS } from '../fraud/alert-statuses.ts'
import { Chart } from '../ui/chart.tsx'
import { ReadingProblem } from '../ui/reading-problem.tsx'
import { type Column, RecordTable } from '../ui/record-table.tsx'
import { useLastAnswer } from '../ui/use-last-answer.ts'
import { durationSeries, enteredSeries, type LevelShare, levelShares } from './statistics-series.ts'
import { queryOf, type TimeRangeName } from './time-range.ts'

const STATUSES = [
  ['open', 'Opened'],
  ['resolved', 'Resolved'],
  ['escalated', 'Escalated'],
] as const

const LEVELS: readonly Column<LevelShare>[] = [
  { title: 'Level', cell: ({ level }) => <span class={`status level-${level}`}>{level}</span> },
  { title: 'Opened', isNumber: true, cell: ({ opened }) => opened.toLocaleString() },
  { title: 'Resolved', isNumber: true, cell: ({ resolved }) => resolved.toLocaleString() },
  { title: 'Confirmed as fraud', isNumber: true, cell: ({ confirmed }) => confirmed.toLocaleString() },
  { title: 'Share', isNumber: true, cell: shareOf },
]

/** Alerts opened beside those resolved, how long that takes, and how many turn out to be fraud. */
export function AlertStatistics({ range, round }: { range: TimeRangeName; round: number }) {
  const statistics = useLastAnswer(
    signal => api.getFraudAlertStatistics({ query: queryOf(range, Date.now()) }, { signal }),
    range,
    round,
  )
  const { answer, isLoading } = statistics
  return (
    <section aria-labelledby="alert-statistics-title">
      <h2 id="alert-statistics-title">Fraud alerts</h2>
      <ReadingProblem of={statistics} what="chart" />
      {isLoading && <p role="status">Loading</p>}
      {answer !== null && (
        <>
          <div class="charts">
            <Chart
              title="Alerts opened and resolved"
              starts={answer.steps.map(({ start }) => start)}
              period={answer.step}
              series={enteredSeries(answer.steps, STATUSES)}
              format={count => count.toLocaleString()}
            />
            <Chart
              title="Time from opening to resolution"
              starts={answer.steps.map(({ start }) => start)}
              period={answer.step}
              series={durationSeries(answer.steps.map(({ time_to_resolution }) => time_to_resolution))}
              format={formatDuration}
            />
          </div>
          <RecordTable
            label="Alerts by level"
            rows={levelShares(answer.total, FRAUD_ALERT_LEVELS)}
            columns={LEVELS}
            idOf={({ level }) => level}
          />
        </>
      )}
    </section>
  )
}

function shareOf({ resolved, confirmed }: LevelShare): string {
  return resolved === 0 ? '' : `${Math.round((100 * confirmed) / resolved)} %`
}
