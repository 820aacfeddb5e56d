import { api } from '../api.ts'
import { formatDuration } from '../format/duration.ts'
import { formatMoney } from '../format/money.ts'
import { Chart } from '../ui/chart.tsx'
import { Facts } from '../ui/facts.tsx'
import { ReadingProblem } from '../ui/reading-problem.tsx'
import { useLastAnswer } from '../ui/use-last-answer.ts'
import { durationSeries, enteredSeries } from './statistics-series.ts'
import { queryOf, type TimeRangeName } from './time-range.ts'

const STATUSES = [
  ['pending', 'Requested'],
  ['completed', 'Completed'],
  ['failed', 'Failed'],
  ['voided', 'Voided'],
] as const

/** Refunds in and out, and how long they take. */
export function RefundStatistics({ range, round }: { range: TimeRangeName; round: number }) {
  const statistics = useLastAnswer(
    signal => api.getRefundStatistics({ query: queryOf(range, Date.now()) }, { signal }),
    range,
    round,
  )
  const { answer, isLoading } = statistics
  return (
    <section aria-labelledby="refund-statistics-title">
      <h2 id="refund-statistics-title">Refunds</h2>
      <ReadingProblem of={statistics} what="chart" />
      {isLoading && <p role="status">Loading</p>}
      {answer !== null && (
        <>
          <Facts
            of={answer.total.entries
              .filter(({ status }) => status === 'completed')
              .flatMap(({ amounts }) => amounts)
              .map(({ currency, amount }) => [`Completed in ${currency}`, formatMoney(amount, currency)] as const)}
          />
          <div class="charts">
            <Chart
              title="Refunds in and out"
              starts={answer.steps.map(({ start }) => start)}
              period={answer.step}
              series={enteredSeries(answer.steps, STATUSES)}
              format={count => count.toLocaleString()}
            />
            <Chart
              title="Time from request to completion"
              starts={answer.steps.map(({ start }) => start)}
              period={answer.step}
              series={durationSeries(answer.steps.map(({ time_to_completion }) => time_to_completion))}
              format={formatDuration}
            />
          </div>
        </>
      )}
    </section>
  )
}
