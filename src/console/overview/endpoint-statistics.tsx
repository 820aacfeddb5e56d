import type { Answer } from '../../client/types.ts'
import { api } from '../api.ts'
import { formatDuration } from '../format/duration.ts'
import { formatRoute } from '../routing/route.ts'
import { Chart } from '../ui/chart.tsx'
import { ReadingProblem } from '../ui/reading-problem.tsx'
import { type Column, RecordTable } from '../ui/record-table.tsx'
import { useLastAnswer } from '../ui/use-last-answer.ts'
import { durationSeries } from './statistics-series.ts'
import { queryOf, type TimeRangeName } from './time-range.ts'

type Endpoint = Answer<'getWebhookStatistics'>['endpoints'][number]

const ENDPOINTS: readonly Column<Endpoint>[] = [
  {
    title: 'Endpoint',
    cell: ({ webhook_id }) => <a href={formatRoute({ path: ['webhooks', webhook_id] })}>{webhook_id}</a>,
  },
  { title: 'At the first attempt', isNumber: true, cell: ({ first_try }) => first_try.toLocaleString() },
  { title: 'Later', isNumber: true, cell: ({ after_retries }) => after_retries.toLocaleString() },
  { title: 'Given up', isNumber: true, cell: ({ given_up }) => given_up.toLocaleString() },
  { title: 'Success', isNumber: true, cell: successOf },
  {
    title: '95 % within',
    isNumber: true,
    cell: ({ time_to_delivery: { p95_seconds } }) => (p95_seconds === null ? '' : formatDuration(p95_seconds)),
  },
]

/** What became of deliveries, and how long they take, of all endpoints and of each. */
export function EndpointStatistics({ range, round }: { range: TimeRangeName; round: number }) {
  const statistics = useLastAnswer(
    signal => api.getWebhookStatistics({ query: queryOf(range, Date.now()) }, { signal }),
    range,
    round,
  )
  const { answer, isLoading } = statistics
  return (
    <section aria-labelledby="endpoint-statistics-title">
      <h2 id="endpoint-statistics-title">Deliveries to endpoints</h2>
      <ReadingProblem of={statistics} what="chart" />
      {isLoading && <p role="status">Loading</p>}
      {answer !== null && (
        <>
          <div class="charts">
            <Chart
              title="Deliveries by outcome"
              starts={answer.steps.map(({ start }) => start)}
              period={answer.step}
              series={[
                { name: 'At the first attempt', values: answer.steps.map(({ first_try }) => first_try) },
                { name: 'Later', values: answer.steps.map(({ after_retries }) => after_retries) },
                { name: 'Given up', values: answer.steps.map(({ given_up }) => given_up) },
              ]}
              format={count => count.toLocaleString()}
            />
            <Chart
              title="Time from event to response"
              starts={answer.steps.map(({ start }) => start)}
              period={answer.step}
              series={durationSeries(answer.steps.map(({ time_to_delivery }) => time_to_delivery))}
              format={formatDuration}
            />
          </div>
          {answer.endpoints.length > 0 && (
            <RecordTable
              label="Deliveries by endpoint"
              rows={answer.endpoints}
              columns={ENDPOINTS}
              idOf={({ webhook_id }) => webhook_id}
            />
          )}
        </>
      )}
    </section>
  )
}

/** Of the deliveries that are over. */
function successOf({ first_try, after_retries, given_up }: Endpoint): string {
  const over = first_try + after_retries + given_up
  return over === 0 ? '' : `${Math.floor((100 * (first_try + after_retries)) / over)} %`
}
