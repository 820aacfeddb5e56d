/** Binary features. Each of a row's n features counts 1 / √n, so that long rows weigh no more. */
export type Sparse = { features: number; rows: readonly Int32Array[] }

export type Weights = { weights: Float64Array; bias: number }

export type FitOptions = {
  cost: number
  /** Factor on the penalty of positive rows. */
  positiveCost: number
  rounds: number
  /** Random numbers in [0, 1) for the order of rows. */
  next: () => number
  /** Weight of each row; 1 by default. */
  counts?: Float64Array
  /** Scale of each feature: how fast its weight grows; 1 by default. */
  scales?: Float64Array
}

/** Largest change of a row in a pass at which training stops. */
const TOLERANCE = 0.01

/**
 * A linear support vector machine with squared hinge loss, by dual coordinate descent (Hsieh et al. 2008). Same rows,
 * same order and same random numbers give identical weights.
 */
export function fitLinear({ features, rows }: Sparse, isPositive: Uint8Array, options: FitOptions): Weights {
  const { cost, positiveCost, rounds, next, counts, scales = new Float64Array(features).fill(1) } = options
  const weights = new Float64Array(features)
  let bias = 0
  const alphas = new Float64Array(rows.length)
  const squares = rows.map(row => row.reduce((sum, feature) => sum + scales[feature]! ** 2, 0) * scaleOf(row) ** 2)
  const order = Int32Array.from(rows, (_, row) => row)
  for (let round = 0; round < rounds; round += 1) {
    shuffle(order, next)
    let moved = 0
    for (const row of order) {
      const present = rows[row]!
      const scale = scaleOf(present)
      const sign = isPositive[row] === 1 ? 1 : -1
      const rowCost = cost * (sign > 0 ? positiveCost : 1) * (counts?.[row] ?? 1)
      if (rowCost === 0) continue
      const slack = 1 / (2 * rowCost)
      let margin = 0
      for (let at = 0; at < present.length; at += 1) margin += weights[present[at]!]! * scales[present[at]!]!
      const gradient = sign * (margin * scale + bias) - 1 + slack * alphas[row]!
      const before = alphas[row]!
      // The bias is a feature of value 1 in every row.
      const after = Math.max(0, before - gradient / (squares[row]! + 1 + slack))
      if (after === before) continue
      alphas[row] = after
      moved = Math.max(moved, Math.abs(after - before) / rowCost)
      const step = (after - before) * sign
      for (let at = 0; at < present.length; at += 1) weights[present[at]!]! += step * scale * scales[present[at]!]!
      bias += step
    }
    if (moved < TOLERANCE) break
  }
  return { weights: weights.map((weight, feature) => weight * scales[feature]!), bias }
}

export function marginOf({ weights, bias }: Weights, present: Int32Array): number {
  let margin = 0
  for (let at = 0; at < present.length; at += 1) margin += weights[present[at]!]!
  return margin * scaleOf(present) + bias
}

export function scaleOf(present: Int32Array): number {
  return present.length === 0 ? 0 : 1 / Math.sqrt(present.length)
}

function shuffle(order: Int32Array, next: () => number): void {
  for (let at = order.length - 1; at > 0; at -= 1) {
    const other = Math.floor(next() * (at + 1))
    const moved = order[at]!
    order[at] = order[other]!
    order[other] = moved
  }
}
