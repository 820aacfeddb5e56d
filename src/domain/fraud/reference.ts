import { z } from 'zod'

/**
 * What a model was trained on, as far as it takes to see that what it scores has become something else: for each feature, and for its own
 * score, how many rows fell into which bin.
 */
export const Reference = z.strictObject({
  /** Per feature, in the order of the model's columns: its least and greatest value, and rows by bin. */
  features: z.array(z.strictObject({ least: z.number(), greatest: z.number(), rows: z.array(z.int().nonnegative()) })),
  /** Rows by bin of the probability. */
  score: z.array(z.int().nonnegative()),
})
export type Reference = z.infer<typeof Reference>

/** A value falls into the bin of the first bound that is not less than it, and behind them into the last. Counts, amounts, ratios and days share them. */
const BOUNDS = [-0.001, 0, 0.1, 0.5, 0.9, 1.1, 2, 5, 10, 20, 50, 100, 300, 1_000, 10_000, 100_000]
/** Scores are close to 0, but for few; these are also where levels begin. */
const SCORE_BOUNDS = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.6, 0.85]

export const BINS = BOUNDS.length + 1
export const SCORE_BINS = SCORE_BOUNDS.length + 1

export const binOf = (value: number) => findBin(BOUNDS, value)
export const scoreBinOf = (score: number) => findBin(SCORE_BOUNDS, score)

function findBin(bounds: readonly number[], value: number): number {
  const at = bounds.findIndex(bound => value <= bound)
  return at < 0 ? bounds.length : at
}

/** An empty bin counts as this part of all, as usual: the logarithm has no answer for nothing. */
const SHARE_MIN = 1e-4

/**
 * Population stability index of what is against what was: the sum over bins of (a − e) · ln(a ∕ e) of the parts a and e of all rows. Up to
 * 0.1 is stable, from 0.2 or 0.25 on something has changed (Siddiqi, Credit Risk Scorecards, 2006). Null where there are no rows.
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

/** How many of a row's values are none that training had: less than its least or more than its greatest. */
export function countUnseen({ features }: Reference, row: Float32Array): number {
  return features.filter(({ least, greatest }, at) => row[at]! < least || row[at]! > greatest).length
}
