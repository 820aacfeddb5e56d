import { z } from 'zod'

/** Longer durations are in the last bucket. */
const LONGEST_MS = 10 * 366 * 86_400_000
/** A bucket is at most so much longer than the one before: its middle is within 4.8 % of all its durations. */
const GROWTH = 1.1

/**
 * Upper bounds in whole milliseconds. They are the same for all histograms, which are merged by adding up their
 * counts. They are stored: change them only together with new tables.
 */
const BOUNDS: readonly number[] = boundsUpTo(LONGEST_MS)

function boundsUpTo(longest: number): number[] {
  const bounds = [1]
  for (let bound = 1; bound < longest; bounds.push(bound)) bound = Math.max(bound + 1, Math.floor(bound * GROWTH))
  return bounds
}

/** Counts by the upper bound of their bucket in milliseconds. */
export type DurationCounts = ReadonlyMap<number, number>

/** Rows as a query aggregates them: the bounds and counts of the buckets that are not empty. */
type CountedBuckets = { buckets: readonly number[]; counts: readonly number[] }

export function sumBuckets(rows: readonly CountedBuckets[]): DurationCounts {
  const sums = new Map<number, number>()
  for (const { buckets, counts } of rows)
    for (const [index, bound] of buckets.entries()) sums.set(bound, (sums.get(bound) ?? 0) + counts[index]!)
  return sums
}

/** The upper bound of the duration's bucket. A clock that was set back makes no negative duration. */
export function bucketOf(durationMs: number): number {
  let [low, high] = [0, BOUNDS.length - 1]
  while (low < high) {
    const middle = (low + high) >> 1
    if (BOUNDS[middle]! < durationMs) low = middle + 1
    else high = middle
  }
  return BOUNDS[low]!
}

export const DurationStatistics = z.object({
  count: z.int().describe('Durations that are counted here.'),
  p50_seconds: z.number().nullable().describe('Half of them took at most so long, ± 5 %; null without any.'),
  p95_seconds: z.number().nullable().describe('95 % of them took at most so long, ± 5 %; null without any.'),
  buckets: z
    .object({
      up_to_seconds: z.array(z.number()).describe('Upper bounds of the buckets that are not empty, ascending.'),
      counts: z.array(z.int()).describe('Durations in each of them.'),
    })
    .describe(
      'The histogram. Bounds are the same in every answer: add up the counts of equal bounds to merge answers.',
    ),
})

export function durationStatistics(counts: DurationCounts): z.infer<typeof DurationStatistics> {
  const buckets = [...counts].sort(([one], [other]) => one - other)
  return {
    count: buckets.reduce((sum, [, count]) => sum + count, 0),
    p50_seconds: quantile(buckets, 0.5),
    p95_seconds: quantile(buckets, 0.95),
    buckets: { up_to_seconds: buckets.map(([bound]) => bound / 1_000), counts: buckets.map(([, count]) => count) },
  }
}

/** The duration of nearest rank. */
function quantile(buckets: readonly (readonly [bound: number, count: number])[], portion: number): number | null {
  const rank = Math.ceil(portion * buckets.reduce((sum, [, count]) => sum + count, 0))
  let passed = 0
  for (const [bound, count] of buckets) {
    passed += count
    if (passed >= rank) return Math.round(middleOf(bound)) / 1_000
  }
  return null
}

/** As far from the shortest duration of the bucket as from the longest, relative to each. */
function middleOf(bound: number): number {
  const shortest = (BOUNDS[BOUNDS.indexOf(bound) - 1] ?? 0) + 1
  return (2 * shortest * bound) / (shortest + bound)
}
