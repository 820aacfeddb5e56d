import { z } from 'zod'
import { timestamp } from './instant.ts'
import { STATISTICS_STEPS, type StatisticsQuery } from './statistics-query.ts'

/** The beginning of each answer of statistics: its steps, each with `totals`. */
export const statisticsSteps = <Totals extends z.ZodRawShape>(totals: Totals) => ({
  step: z.enum(STATISTICS_STEPS).describe('Length of a step.'),
  steps: z
    .array(z.object({ start: timestamp('Start of the step'), ...totals }))
    .describe('All steps, oldest first, also empty ones.'),
})

/** `starts`: of all steps. */
export function stepsOf<Row extends { start: string | null }, Totals extends object>(
  { step }: StatisticsQuery,
  starts: readonly string[],
  rows: readonly Row[],
  totalsOf: (rows: readonly Row[]) => Totals,
) {
  const byStart = Map.groupBy(rows, ({ start }) => start)
  return { step, steps: starts.map(start => ({ start, ...totalsOf(byStart.get(start) ?? []) })) }
}
