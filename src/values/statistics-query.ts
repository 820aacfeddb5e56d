import { z } from 'zod'
import { boundMs, instant, sinceBeforeUntil } from './instant.ts'
import { nextStart, startOf } from './utc-periods.ts'

const STEPS_MAX = 1_000

export const STATISTICS_STEPS = ['hour', 'day', 'month'] as const

type StatisticsRange = { since: string; until: string; step: (typeof STATISTICS_STEPS)[number] }

/** Steps are whole: an answer of part of a step would change with the range. */
export const StatisticsQuery = z
  .strictObject({
    since: instant.describe(
      'The first step is the one that contains this time; ISO 8601 date and time with an offset.',
    ),
    until: instant.describe('The last step is the last one that begins before this time; ISO 8601 with an offset.'),
    step: z.enum(STATISTICS_STEPS).describe(`Length of a step, in UTC; at most ${STEPS_MAX} steps.`),
  })
  .refine(...sinceBeforeUntil)
  .refine(query => stepStarts(query).length <= STEPS_MAX, {
    error: `is more than ${STEPS_MAX} steps before until`,
    path: ['since'],
    when: ({ issues }) => issues.length === 0,
  })
export type StatisticsQuery = z.infer<typeof StatisticsQuery>

/** ISO 8601, UTC. At most one more than allowed. */
export function stepStarts({ since, until, step }: StatisticsRange): string[] {
  const starts: string[] = []
  const end = boundMs(until)
  for (let at = startOf(step, Date.parse(since)); at < end && starts.length <= STEPS_MAX; at = nextStart(step, at))
    starts.push(new Date(at).toISOString())
  return starts
}
