import { z } from 'zod'

/** Distribution of the training data, to detect drift: rows by bin, for each feature and for the score. */
export const Reference = z.strictObject({
  features: z.array(z.strictObject({ least: z.number(), greatest: z.number(), rows: z.array(z.int().nonnegative()) })),
  score: z.array(z.int().nonnegative()),
})
export type Reference = z.infer<typeof Reference>

/** Upper bounds of the bins, shared by counts, amounts, ratios and days; the last bin is unbounded. */
const BOUNDS = [-0.001, 0, 0.1, 0.5, 0.9, 1.1, 2, 5, 10, 20, 50, 100, 300, 1_000, 10_000, 100_000]
/** Most scores are close to 0; levels begin at the last three. */
const SCORE_BOUNDS = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.6, 0.85]

export const BINS = BOUNDS.length + 1
export const SCORE_BINS = SCORE_BOUNDS.length + 1

export const binOf = (value: number) => findBin(BOUNDS, value)
export const scoreBinOf = (score: number) => findBin(SCORE_BOUNDS, score)

function findBin(bounds: readonly number[], value: number): number {
  const at = bounds.findIndex(bound => value <= bound)
  return at < 0 ? bounds.length : at
}

/** Counted for an empty bin: the logarithm of 0 is undefined. */
const SHARE_MIN = 1e-4

/**
 * Population stability index: the sum over bins of (a − e) · ln(a ∕ e), with shares a and e. Up to 0.1 is stable, from
 * 0.2 or 0.25 on the data has changed (Siddiqi, Credit Risk Scorecards, 2006). Null without rows.
 */
export function stabilityIndex(was: readonly number[], is: readonly number[]): number | null {
  const [before, now] = [total(was), total(is)]
  if (before === 0 || now === 0) return null
  return was.reduce((sum, rows, at) => {
    const expected = Math.max(rows / before, SHARE_MIN)
    const actual = Math.max((is[at] ?? 0) / now, SHARE_MIN)
    return sum + (actual - expected) * Math.log(actual / expected)
  }, 0)
}

function total(rows: readonly number[]): number {
  return rows.reduce((sum, count) => sum + count, 0)
}

export function countUnseen({ features }: Reference, row: Float32Array): number {
  return features.filter(({ least, greatest }, at) => row[at]! < least || row[at]! > greatest).length
}
