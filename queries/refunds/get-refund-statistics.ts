import { sql } from 'slonik'
import { z } from 'zod'
import { REFUND_STATUSES } from '#domain/refunds/state.ts'
import type { Database } from '#edge/postgres/pool.ts'
import { rejectIfUnbuilt } from '#edge/postgres/read-model-readiness.ts'
import { HistogramColumns, histogramOfRows, isInSteps } from '#edge/postgres/statistics-rows.ts'
import { DurationStatistics, durationStatistics, sumBuckets } from '#values/duration-histogram.ts'
import { toMajor } from '#values/money.ts'
import { statisticsSteps, stepsOf } from '#values/statistics-answer.ts'
import { type StatisticsQuery, stepStarts } from '#values/statistics-query.ts'

const Totals = {
  entries: z
    .array(
      z.object({
        status: z.enum(REFUND_STATUSES).describe('The status that refunds entered.'),
        count: z.int().describe('How often refunds entered it: a refund that is retried is pending twice.'),
        amounts: z
          .array(
            z.object({
              currency: z.string().describe('ISO 4217, upper case.'),
              amount: z.number().describe("Sum of their amounts in major units, with the currency's decimals."),
            }),
          )
          .describe('Their amounts, one for each currency.'),
      }),
    )
    .describe('Statuses that refunds entered; others are left out.'),
  time_to_completion: DurationStatistics.describe('From the request to the completion of refunds that completed.'),
}

export const RefundStatisticsResponse = z
  .object({
    ...statisticsSteps(Totals),
    total: z.object(Totals).describe('All steps together.'),
  })
  .describe('What happened to refunds, step by step.')

/** `buckets`: 0 for entries; otherwise durations, in the row without a currency. */
const Row = z.object({
  start: z.string(),
  status: z.enum(REFUND_STATUSES),
  currency: z.string(),
  ...HistogramColumns,
  amount_minor: z.string(),
})
type Row = z.infer<typeof Row>

/** The rows of a period are few, however many refunds there are. */
export async function getRefundStatistics(
  db: Database,
  client_id: string,
  query: StatisticsQuery,
): Promise<z.infer<typeof RefundStatisticsResponse>> {
  const starts = stepStarts(query)
  const rows = await rejectIfUnbuilt(
    db.any(sql.type(Row)`
      select start, status, currency, ${histogramOfRows}, sum(amount_minor)::text as amount_minor
      from read.refund_statistics
      where client_id = ${client_id} and ${isInSteps(query, starts)}
      group by start, status, currency`),
  )
  return { ...stepsOf(query, starts, rows, totalsOf), total: totalsOf(rows) }
}

function totalsOf(rows: readonly Row[]) {
  const byStatus = Map.groupBy(rows, ({ status }) => status)
  return {
    entries: REFUND_STATUSES.flatMap(status => {
      const entries = (byStatus.get(status) ?? []).filter(({ currency }) => currency !== '')
      return entries.length === 0 ? [] : [{ status, count: countOf(entries), amounts: amountsOf(entries) }]
    }),
    time_to_completion: durationStatistics(sumBuckets(rows.filter(({ currency }) => currency === ''))),
  }
}

function countOf(rows: readonly Row[]): number {
  return rows.reduce((sum, { counts }) => sum + counts[0]!, 0)
}

/** Exact: only the JSON number is rounded, when a sum has more than 15 digits. */
function amountsOf(rows: readonly Row[]) {
  const sums = new Map<string, bigint>()
  for (const { currency, amount_minor } of rows) sums.set(currency, (sums.get(currency) ?? 0n) + BigInt(amount_minor))
  return [...sums].sort().map(([currency, minor]) => ({ currency, amount: toMajor(minor, currency) }))
}
