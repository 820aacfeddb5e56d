import { FEATURE_NAMES } from '#domain/fraud/features.ts'
import { BINS, binOf, type Reference, SCORE_BINS, scoreBinOf } from '#domain/fraud/reference.ts'
import { type Ensemble, marginOf, probabilityOf } from '#ml/trees/ensemble.ts'
import type { Table } from './replay.ts'

/** The distribution of the training rows, with which drift compares later transactions. */
export function referenceOf({ row }: Table, rows: readonly number[], model: Ensemble): Reference {
  const features = FEATURE_NAMES.map(() => ({
    least: Number.POSITIVE_INFINITY,
    greatest: Number.NEGATIVE_INFINITY,
    rows: Array.from({ length: BINS }, () => 0),
  }))
  const score = Array.from({ length: SCORE_BINS }, () => 0)
  for (const index of rows) {
    const values = row(index)
    for (const [at, feature] of features.entries()) {
      const value = values[at]!
      feature.least = Math.min(feature.least, value)
      feature.greatest = Math.max(feature.greatest, value)
      feature.rows[binOf(value)]! += 1
    }
    score[scoreBinOf(probabilityOf(marginOf(model, values)))]! += 1
  }
  return { features, score }
}
