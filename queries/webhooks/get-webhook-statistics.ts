import { sql } from 'slonik'
import { z } from 'zod'
import type { Database } from '#edge/postgres/pool.ts'
import { HistogramColumns, histogramOfRows } from '#edge/postgres/statistics-rows.ts'
import { DurationStatistics, durationStatistics, sumBuckets } from '#values/duration-histogram.ts'
import { Rejection } from '#values/errors.ts'
import { prose } from '#values/prose.ts'
import { statisticsSteps, stepsOf } from '#values/statistics-answer.ts'
import { StatisticsQuery, stepStarts } from '#values/statistics-query.ts'
import { nextStart, type UtcPeriod } from '#values/utc-periods.ts'

export const WebhookStatisticsQuery = StatisticsQuery.safeExtend({
  webhook_id: z
    .string()
    .regex(/^wh_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, 'must be the id of an endpoint: wh_ and a UUID')
    .optional()
    .describe('Only deliveries to this endpoint; one that was deleted, too.'),
})
type WebhookStatisticsQuery = z.infer<typeof WebhookStatisticsQuery>

const Totals = {
  first_try: z.int().describe('Deliveries that succeeded at the first attempt.'),
  after_retries: z.int().describe('Deliveries that succeeded later.'),
  given_up: z.int().describe('Deliveries that failed after the last attempt.'),
  waiting: z
    .int()
    .describe(
      prose(
        'Deliveries whose first attempt failed, and that began to wait for the next one. At a disabled endpoint no',
        'attempt is made.',
      ),
    ),
  time_to_delivery: DurationStatistics.describe(
    'From the event to the response that accepted it, of deliveries that succeeded; replays are left out.',
  ),
}

export const WebhookStatisticsResponse = z
  .object({
    ...statisticsSteps(Totals),
    endpoints: z
      .array(z.object({ webhook_id: z.string().describe('The endpoint.'), ...Totals }))
      .describe('All steps together, of each endpoint that has deliveries in them, by id.'),
    total: z.object(Totals).describe('All steps and endpoints together.'),
  })
  .describe('What became of deliveries, step by step.')

/** Of a step or of an endpoint. */
const Row = z.object({
  start: z.string().nullable(),
  webhook: z.string().nullable(),
  entry: z.string(),
  ...HistogramColumns,
})
type Row = z.infer<typeof Row>

/** Errors: NOT_FOUND for an endpoint that the client never had. */
export async function getWebhookStatistics(
  db: Database,
  client_id: string,
  query: WebhookStatisticsQuery,
): Promise<z.infer<typeof WebhookStatisticsResponse>> {
  const starts = stepStarts(query)
  const endpoints = sql.fragment`ops.webhook_endpoints where client_id = ${client_id}
    ${query.webhook_id === undefined ? sql.fragment`` : sql.fragment`and webhook = ${query.webhook_id.slice('wh_'.length)}::uuid`}`
  if (query.webhook_id !== undefined && !(await db.exists(sql.unsafe`select 1 from ${endpoints}`)))
    throw new Rejection('NOT_FOUND')
  // Hours and days are stored as they are. `date_trunc` doubles the time of a query over a million rows.
  const start = query.step === 'month' ? sql.fragment`date_trunc('month', start, 'UTC')` : sql.fragment`start`
  const rows = await db.any(sql.type(Row)`
    with found as (
      select webhook, entry, bucket_ms, count, ${start} as start
      from ops.webhook_statistics
      where webhook in (select webhook from ${endpoints}) and period = ${query.step === 'hour' ? 'hour' : 'day'}
        and start >= ${starts[0]!}::timestamptz and start < ${endOf(query.step, starts.at(-1)!)}::timestamptz),
    summed as (
      select start, webhook, entry, bucket_ms, sum(count) as count
      from found group by grouping sets ((start, entry, bucket_ms), (webhook, entry, bucket_ms)))
    select start, webhook, entry, ${histogramOfRows}
    from summed group by start, webhook, entry`)
  const [ofSteps, ofEndpoints] = [rows.filter(row => row.webhook === null), rows.filter(row => row.start === null)]
  const byWebhook = [...Map.groupBy(ofEndpoints, ({ webhook }) => webhook!)].sort(([a], [b]) => (a < b ? -1 : 1))
  return {
    ...stepsOf(query, starts, ofSteps, totalsOf),
    endpoints: byWebhook.map(([webhook, rows]) => ({ webhook_id: `wh_${webhook}`, ...totalsOf(rows) })),
    total: totalsOf(ofSteps),
  }
}

const endOf = (step: UtcPeriod, start: string) => new Date(nextStart(step, Date.parse(start))).toISOString()

function totalsOf(rows: readonly Row[]) {
  const count = (entry: Exclude<keyof typeof Totals, 'time_to_delivery'>) =>
    rows.filter(row => row.entry === entry).reduce((sum, { counts }) => sum + counts.reduce((a, b) => a + b, 0), 0)
  const durations = new Map([...sumBuckets(rows)].filter(([bucket]) => bucket > 0))
  return {
    ...{ first_try: count('first_try'), after_retries: count('after_retries') },
    ...{ given_up: count('given_up'), waiting: count('waiting') },
    time_to_delivery: durationStatistics(durations),
  }
}
