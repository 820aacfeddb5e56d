import { sql } from 'slonik'
import { z } from 'zod'
import type { StatisticsQuery } from '#values/statistics-query.ts'

/** Whether a row with `period` and `start` is of one of these steps. */
export function isInSteps({ step }: StatisticsQuery, starts: readonly string[]) {
  return sql.fragment`period = ${step}
    and start >= ${starts[0]!}::timestamptz and start <= ${starts.at(-1)!}::timestamptz`
}

/** The histogram of a group of rows, each with a `bucket_ms` and its `count`. */
export const histogramOfRows = sql.fragment`
  json_agg(bucket_ms order by bucket_ms) as buckets, json_agg(count order by bucket_ms) as counts`

export const HistogramColumns = { buckets: z.array(z.number()), counts: z.array(z.number()) }
