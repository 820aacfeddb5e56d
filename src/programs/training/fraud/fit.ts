import { FEATURE_NAMES, FEATURES } from '#domain/fraud/features.ts'
import { DAY_MS } from '#domain/fraud/history.ts'
import type { Matrix } from '#ml/trees/bins.ts'
import { type BoostOptions, boost } from '#ml/trees/boost.ts'
import type { Ensemble } from '#ml/trees/ensemble.ts'
import type { Days } from '../days.ts'
import type { Table } from './replay.ts'

const SAME = { learningRate: 0.05, lambda: 1, childWeightMin: 10 }

/** For the product's model: neither a larger amount nor an unseen device lowers its score. */
export const SERVED: BoostOptions = {
  ...SAME,
  ...{ trees: 400, depth: 3 },
  monotone: Object.fromEntries(
    Object.entries(FEATURES).flatMap(([name, { monotone }]) => (monotone === undefined ? [] : [[name, monotone]])),
  ),
}

/**
 * For the comparison with published models, which are not monotone: only features that must be monotone in any model of
 * the product are. Depth and number of trees were chosen on the Handbook's validation weeks, where full monotonicity
 * costs some thousandths of average precision.
 */
export const COMPARED: BoostOptions = {
  ...SAME,
  ...{ trees: 400, depth: 4 },
  monotone: { amount_to_mean_30d: 1, is_new_device: 1, count_1h: 1, count_24h: 1 },
}

/** A fraud that became known after `trainedAt` (milliseconds) counts as legitimate. */
export function fit(
  table: Table,
  { days, trainedAt, boosting }: { days: Days; trainedAt: number; boosting: BoostOptions },
  onTree?: (made: number) => void,
): Ensemble {
  const rows = rowsOf(table, days)
  const labels = Uint8Array.from(rows, row => ((table.fraud[row]?.knownAt ?? trainedAt) < trainedAt ? 1 : 0))
  return boost(matrixOf(table, rows), labels, boosting, onTree)
}

export function rowsOf(
  { size, at }: Table,
  { from, until }: Days,
  isIncluded: (row: number) => boolean = () => true,
): number[] {
  const rows: number[] = []
  for (let row = 0; row < size; row += 1) if (at[row]! >= from && at[row]! < until && isIncluded(row)) rows.push(row)
  return rows
}

/** The days from the first to the last transaction. */
export function daysCoveredBy({ size, at }: Table): Days {
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (let row = 0; row < size; row += 1) {
    first = Math.min(first, at[row]!)
    last = Math.max(last, at[row]!)
  }
  return { from: Math.floor(first / DAY_MS) * DAY_MS, until: (Math.floor(last / DAY_MS) + 1) * DAY_MS }
}

function matrixOf({ row }: Table, rows: readonly number[]): Matrix {
  const columns = FEATURE_NAMES.map(() => new Float32Array(rows.length))
  for (const [position, index] of rows.entries()) {
    const values = row(index)
    for (let feature = 0; feature < values.length; feature += 1) columns[feature]![position] = values[feature]!
  }
  return { features: FEATURE_NAMES, rows: rows.length, columns }
}
