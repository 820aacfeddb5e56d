import { sql } from 'slonik'
import { z } from 'zod'
import { OUTCOMES } from '#domain/fraud/alerts/events.ts'
import { ALERT_STATUSES } from '#domain/fraud/alerts/state.ts'
import { FRAUD_LEVELS } from '#domain/fraud/levels.ts'
import type { Database } from '#edge/postgres/pool.ts'
import { rejectIfUnbuilt } from '#edge/postgres/read-model-readiness.ts'
import { HistogramColumns, histogramOfRows, isInSteps } from '#edge/postgres/statistics-rows.ts'
import { DurationStatistics, durationStatistics, sumBuckets } from '#values/duration-histogram.ts'
import { statisticsSteps, stepsOf } from '#values/statistics-answer.ts'
import { type StatisticsQuery, stepStarts } from '#values/statistics-query.ts'

const Totals = {
  entries: z
    .array(
      z.object({
        status: z.enum(ALERT_STATUSES).describe('The status that alerts entered.'),
        level: z.enum(FRAUD_LEVELS).describe('Their level at that time.'),
        outcome: z.enum(OUTCOMES).nullable().describe('The outcome of their resolution; null in other statuses.'),
        count: z.int().describe('How often alerts entered it: one that is resolved again is counted again.'),
      }),
    )
    .describe('Statuses that alerts entered, by level and outcome; others are left out.'),
  time_to_resolution: DurationStatistics.describe('From the opening to the resolution of alerts that were resolved.'),
}

export const AlertStatisticsResponse = z
  .object({
    ...statisticsSteps(Totals),
    total: z.object(Totals).describe('All steps together.'),
  })
  .describe('What happened to alerts, step by step.')

const Row = z.object({
  start: z.string(),
  status: z.enum(ALERT_STATUSES),
  level: z.enum(FRAUD_LEVELS),
  outcome: z.enum(OUTCOMES).nullable(),
  ...HistogramColumns,
})
type Row = z.infer<typeof Row>

/** The rows of a period are few, however many alerts there are. */
export async function getAlertStatistics(
  db: Database,
  client_id: string,
  query: StatisticsQuery,
): Promise<z.infer<typeof AlertStatisticsResponse>> {
  const starts = stepStarts(query)
  const rows = await rejectIfUnbuilt(
    db.any(sql.type(Row)`
      select start, status, level, nullif(outcome, '') as outcome, ${histogramOfRows}
      from read.alert_statistics
      where client_id = ${client_id} and ${isInSteps(query, starts)}
      group by start, status, level, outcome`),
  )
  return { ...stepsOf(query, starts, rows, totalsOf), total: totalsOf(rows) }
}

function totalsOf(rows: readonly Row[]) {
  const durations = rows.filter(({ status }) => status === 'resolved')
  return {
    entries: entriesOf(rows),
    time_to_resolution: durationStatistics(sumBuckets(durations)),
  }
}

function entriesOf(rows: readonly Row[]) {
  const same = Map.groupBy(rows, ({ status, level, outcome }) => `${status} ${level} ${outcome}`)
  const keys = ALERT_STATUSES.flatMap(status =>
    FRAUD_LEVELS.flatMap(level => [null, ...OUTCOMES].map(outcome => ({ status, level, outcome }))),
  )
  return keys.flatMap(key => {
    const counts = (same.get(`${key.status} ${key.level} ${key.outcome}`) ?? []).flatMap(({ counts }) => counts)
    return counts.length === 0 ? [] : [{ ...key, count: counts.reduce((sum, count) => sum + count, 0) }]
  })
}
