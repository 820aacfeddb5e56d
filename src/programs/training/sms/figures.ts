import { type Interval, intervals } from '../bootstrap.ts'

export type LabelledPrediction = { isPositive: boolean; isPredicted: boolean }

/** @param drawn how often each row counts; once by default. */
export function countsOf(predictions: readonly LabelledPrediction[], drawn?: Float64Array) {
  const counts = { truePositives: 0, falseNegatives: 0, falsePositives: 0, trueNegatives: 0 }
  for (const [at, { isPositive, isPredicted }] of predictions.entries()) {
    const times = drawn?.[at] ?? 1
    if (isPositive) counts[isPredicted ? 'truePositives' : 'falseNegatives'] += times
    else counts[isPredicted ? 'falsePositives' : 'trueNegatives'] += times
  }
  return counts
}

export type SmsFigures = Record<'f1' | 'precision' | 'recall' | 'falsePositiveRate' | 'accuracy' | 'mcc', Interval>

/** With intervals by message. NaN without rows. */
export function figuresOf(predictions: readonly LabelledPrediction[]): SmsFigures {
  return intervals(predictions.length, drawn => metricsOf(countsOf(predictions, drawn)))
}

export function metricsOf(counts: ReturnType<typeof countsOf>): Record<keyof SmsFigures, number> {
  const { truePositives, falseNegatives, falsePositives, trueNegatives } = counts
  const positives = truePositives + falseNegatives
  const negatives = falsePositives + trueNegatives
  const predictedPositives = truePositives + falsePositives
  return {
    f1: (2 * truePositives) / (predictedPositives + positives),
    precision: truePositives / predictedPositives,
    recall: truePositives / positives,
    falsePositiveRate: falsePositives / negatives,
    accuracy: (truePositives + trueNegatives) / (positives + negatives),
    mcc:
      (truePositives * trueNegatives - falsePositives * falseNegatives) /
      Math.sqrt(predictedPositives * positives * negatives * (falseNegatives + trueNegatives)),
  }
}

/** `.912 [.880, .940]`; without an interval if resamples have none, a dash for NaN. */
export function threeDecimalsOf({ value, low, high }: Interval): string {
  if (Number.isNaN(low + high)) return Number.isNaN(value) ? '–' : three(value)
  return `${three(value)} [${three(low)}, ${three(high)}]`
}

/** `2.1 % [1.0, 3.4]`. */
export function percentOf({ value, low, high }: Interval): string {
  return Number.isNaN(value) ? '–' : `${percent(value)} % [${percent(low)}, ${percent(high)}]`
}

function three(value: number): string {
  return value.toFixed(3).replace(/^0\./, '.')
}

function percent(value: number): string {
  return (100 * value).toFixed(1)
}
