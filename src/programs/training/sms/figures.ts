import { type Interval, intervals } from '../bootstrap.ts'

/** What a message is, and what it was taken for. */
export type LabelledPrediction = { isPositive: boolean; isPredicted: boolean }

export type ConfusionCounts = { hits: number; misses: number; alarms: number; passes: number }

/** How many of each there are, each as often as it is drawn. */
export function countsOf(predictions: readonly LabelledPrediction[], drawn?: Float64Array): ConfusionCounts {
  const counts = { hits: 0, misses: 0, alarms: 0, passes: 0 }
  for (const [at, { isPositive, isPredicted }] of predictions.entries()) {
    const times = drawn?.[at] ?? 1
    if (isPositive) counts[isPredicted ? 'hits' : 'misses'] += times
    else counts[isPredicted ? 'alarms' : 'passes'] += times
  }
  return counts
}

export type SmsFigures = Record<'f1' | 'precision' | 'recall' | 'falseAlarms' | 'accuracy' | 'mcc', Interval>

/** Figures with intervals by message. What has no meaning for want of rows is NaN. */
export function figuresOf(predictions: readonly LabelledPrediction[]): SmsFigures {
  return intervals(predictions.length, drawn => metricsOf(countsOf(predictions, drawn)))
}

export function metricsOf({ hits, misses, alarms, passes }: ConfusionCounts): Record<keyof SmsFigures, number> {
  const [positives, negatives, predictedPositives] = [hits + misses, alarms + passes, hits + alarms]
  return {
    f1: (2 * hits) / (predictedPositives + positives),
    precision: hits / predictedPositives,
    recall: hits / positives,
    falseAlarms: alarms / negatives,
    accuracy: (hits + passes) / (positives + negatives),
    mcc: (hits * passes - alarms * misses) / Math.sqrt(predictedPositives * positives * negatives * (misses + passes)),
  }
}

/** `.912 [.880, .940]`; without the interval where resamples have none, and a dash where it has no meaning. */
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
