import { BINS_MAX, type BinnedColumn, binColumn, type Matrix } from './bins.ts'
import type { Ensemble, Tree } from './ensemble.ts'
import { COLUMNS_MAX, type HistogramInput, histogramOf, type Sums, sparseOf } from './histogram.ts'

export type BoostOptions = {
  trees: number
  depth: number
  learningRate: number
  /** L2 regularisation of leaf weights. */
  lambda: number
  /** Minimum sum of p(1 − p) on each side of a split. */
  childWeightMin: number
  /** By feature: +1 where raising it must not lower the margin, −1 where it must not raise it. */
  monotone?: Readonly<Record<string, 1 | -1>>
}

/**
 * Gradient boosting of log loss with second-order histograms (Chen & Guestrin 2016, Ke et al. 2017), level-wise.
 * Deterministic: no random numbers, one thread. A monotone feature is split only in its direction, and nodes below stay
 * on their side of the midpoint. `labels`: 0 or 1 for each row.
 */
export function boost(
  { features, rows, columns }: Matrix,
  labels: Uint8Array,
  options: BoostOptions,
  onTree: (made: number) => void = () => {},
): Ensemble {
  const splitColumns = columns.flatMap((column, feature) => {
    const data = binColumn(column)
    return data.edges.length === 0 ? [] : [{ ...data, feature, direction: options.monotone?.[features[feature]!] ?? 0 }]
  })
  if (splitColumns.length > COLUMNS_MAX) throw new Error(`${splitColumns.length} features are more than ${COLUMNS_MAX}`)
  const sparse = sparseOf(splitColumns, rows)
  const positives = labels.reduce((sum, label) => sum + label, 0)
  const bias = Math.fround(Math.log((positives + 1) / (rows - positives + 1)))
  const margins = new Float64Array(rows).fill(bias)
  const gradients = new Float64Array(rows)
  const hessians = new Float64Array(rows)
  const trees: Tree[] = []
  for (let made = 0; made < options.trees; made += 1) {
    for (let row = 0; row < rows; row += 1) {
      const p = 1 / (1 + Math.exp(-margins[row]!))
      gradients[row] = p - labels[row]!
      hessians[row] = p * (1 - p)
    }
    trees.push(grow({ splitColumns, sparse, gradients, hessians, margins, options }))
    onTree(made + 1)
  }
  return { features, bias, trees }
}

/** `direction`: +1 or −1 if it is monotone, otherwise 0. */
type SplitColumn = BinnedColumn & { feature: number; direction: number }

type GrowContext = HistogramInput & {
  splitColumns: readonly SplitColumn[]
  margins: Float64Array
  options: BoostOptions
}

/** Rows `begin` to `end` of `order`; its weight before shrinkage is between `least` and `most`. */
type Node = {
  id: number
  begin: number
  end: number
  sums: Sums
  histogram: Float64Array
  least: number
  most: number
}
type Split = { column: number; bin: number; left: Sums; right: Sums }

function grow(context: GrowContext): Tree {
  const { splitColumns, margins, options } = context
  const rows = margins.length
  const order = new Int32Array(rows)
  for (let row = 0; row < rows; row += 1) order[row] = row
  const buffer = new Int32Array(rows)
  const nodes: { feature: number; threshold: number; left: number; right: number; value: number }[] = []
  const add = (best: number) =>
    nodes.push({ feature: -1, threshold: 0, left: -1, right: -1, value: shrink(best, options) }) - 1
  const sums = sumsOf(context)
  const histogram = histogramOf(context, order, { begin: 0, end: rows, sums })
  const bounds = { least: Number.NEGATIVE_INFINITY, most: Number.POSITIVE_INFINITY }
  const root = add(leafWeight(sums.gradient, sums.hessian, bounds, options))
  let level: Node[] = [{ id: root, begin: 0, end: rows, sums, histogram, ...bounds }]
  const leaves: Node[] = []
  for (let depth = 0; level.length > 0; depth += 1) {
    const next: Node[] = []
    for (const node of level) {
      const split = depth < options.depth ? bestSplit(context, node) : null
      if (split === null) {
        leaves.push(node)
        continue
      }
      const { column, bin, left, right } = split
      const { feature, direction, edges, bins } = splitColumns[column]!
      const middle = partition(order, buffer, node, bins, bin)
      const leftWeight = leafWeight(left.gradient, left.hessian, node, options)
      const rightWeight = leafWeight(right.gradient, right.hessian, node, options)
      const bound = (leftWeight + rightWeight) / 2
      const low = { least: node.least, most: direction === 0 ? node.most : bound }
      const high = { least: direction === 0 ? node.least : bound, most: node.most }
      const ids = { left: add(leftWeight), right: add(rightWeight) }
      Object.assign(nodes[node.id]!, { feature, threshold: edges[bin]!, ...ids })
      const isLast = depth + 1 === options.depth
      next.push(
        ...withHistograms(context, order, isLast ? null : node.histogram, [
          { id: ids.left, begin: node.begin, end: middle, sums: left, ...(direction < 0 ? high : low) },
          { id: ids.right, begin: middle, end: node.end, sums: right, ...(direction < 0 ? low : high) },
        ]),
      )
    }
    level = next
  }
  for (const { id, begin, end } of leaves) {
    const { value } = nodes[id]!
    for (let at = begin; at < end; at += 1) margins[order[at]!]! += value
  }
  return {
    feature: Int32Array.from(nodes, ({ feature }) => feature),
    threshold: Float32Array.from(nodes, ({ threshold }) => threshold),
    left: Int32Array.from(nodes, ({ left }) => left),
    right: Int32Array.from(nodes, ({ right }) => right),
    value: Float64Array.from(nodes, ({ value }) => value),
  }
}

function leafWeight(
  gradient: number,
  hessian: number,
  { least, most }: { least: number; most: number },
  { lambda }: BoostOptions,
): number {
  return Math.min(Math.max(-gradient / (hessian + lambda), least), most)
}

/** Float32, as ONNX stores it. Monotone. */
function shrink(best: number, { learningRate }: BoostOptions): number {
  return Math.fround(best * learningRate)
}

function sumsOf({ gradients, hessians }: GrowContext): Sums {
  return { gradient: gradients.reduce(add, 0), hessian: hessians.reduce(add, 0) }
}

function add(sum: number, value: number): number {
  return sum + value
}

type NodeWithoutHistogram = Omit<Node, 'histogram'>

/** Builds the histogram of the smaller child and subtracts it from the parent's. Leaves need none. */
function withHistograms(
  context: GrowContext,
  order: Int32Array,
  parents: Float64Array | null,
  sides: [NodeWithoutHistogram, NodeWithoutHistogram],
): Node[] {
  if (parents === null) return sides.map(side => ({ ...side, histogram: NONE }))
  const [left, right] = sides
  const smaller = left.end - left.begin < right.end - right.begin ? left : right
  const own = histogramOf(context, order, smaller)
  for (let at = 0; at < own.length; at += 1) parents[at]! -= own[at]!
  return sides.map(side => ({ ...side, histogram: side === smaller ? own : parents }))
}
const NONE = new Float64Array(0)

/** Smaller gains are rounding noise. */
const GAIN_MIN = 1e-9

function bestSplit({ splitColumns, options }: GrowContext, node: Node): Split | null {
  const { lambda, childWeightMin } = options
  const { sums, histogram } = node
  const lossReduction = (gradient: number, hessian: number, by: number) =>
    -(2 * gradient + (hessian + lambda) * by) * by
  const unsplit = lossReduction(sums.gradient, sums.hessian, leafWeight(sums.gradient, sums.hessian, node, options))
  let most = GAIN_MIN
  let best: Split | null = null
  for (let column = 0; column < splitColumns.length; column += 1) {
    const { edges, direction } = splitColumns[column]!
    let slot = column * BINS_MAX * 2
    let gradient = 0
    let hessian = 0
    for (let bin = 0; bin < edges.length; bin += 1, slot += 2) {
      gradient += histogram[slot]!
      hessian += histogram[slot + 1]!
      const gradientRight = sums.gradient - gradient
      const hessianRight = sums.hessian - hessian
      if (hessian < childWeightMin || hessianRight < childWeightMin) continue
      const left = leafWeight(gradient, hessian, node, options)
      const right = leafWeight(gradientRight, hessianRight, node, options)
      if ((right - left) * direction < 0) continue
      const gain = lossReduction(gradient, hessian, left) + lossReduction(gradientRight, hessianRight, right) - unsplit
      if (gain <= most) continue
      most = gain
      const sides = { left: { gradient, hessian }, right: { gradient: gradientRight, hessian: hessianRight } }
      best = { column, bin, ...sides }
    }
  }
  return best
}

/** Stable partition; returns where the right side begins. */
function partition(order: Int32Array, buffer: Int32Array, { begin, end }: Node, bins: Uint8Array, bin: number): number {
  let left = begin
  let right = 0
  for (let at = begin; at < end; at += 1) {
    const row = order[at]!
    if (bins[row]! <= bin) order[left++] = row
    else buffer[right++] = row
  }
  order.set(buffer.subarray(0, right), left)
  return left
}
