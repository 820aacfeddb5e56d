import { type Binned, binned, type Matrix } from './bins.ts'
import type { Ensemble, Tree } from './ensemble.ts'

export type Boosting = {
  trees: number
  /** Levels of questions. */
  depth: number
  learningRate: number
  /** L2 on the answers of leaves. */
  lambda: number
  /** Sum of p(1 − p) that each side of a split must have. */
  childWeightMin: number
  /** By feature: +1 where raising it must never lower the margin, −1 where it must never raise it. */
  monotone?: Readonly<Record<string, 1 | -1>>
}

const BINS = 256

/**
 * Gradient boosting of log loss by second-order histograms (Chen & Guestrin 2016, Ke et al. 2017), grown level by level. It uses no random
 * numbers and one thread: the same rows in the same order give the same trees to the bit. A monotone feature is split only where its two
 * sides come in its order, and what lies below keeps to its side of their middle.
 *
 * @param labels 0 or 1 for each row.
 */
export function boost(
  { features, rows, columns }: Matrix,
  labels: Uint8Array,
  options: Boosting,
  onTree: (made: number) => void = () => {},
): Ensemble {
  const data = columns.map(binned)
  const bins = new Uint8Array(rows * data.length)
  for (const [feature, column] of data.entries())
    for (let row = 0; row < rows; row += 1) bins[row * data.length + feature] = column.bins[row]!
  const positives = labels.reduce((sum, label) => sum + label, 0)
  const bias = Math.log((positives + 1) / (rows - positives + 1))
  const margins = new Float64Array(rows).fill(bias)
  const gradients = new Float64Array(rows)
  const hessians = new Float64Array(rows)
  const directions = features.map(name => options.monotone?.[name] ?? 0)
  const trees: Tree[] = []
  for (let made = 0; made < options.trees; made += 1) {
    for (let row = 0; row < rows; row += 1) {
      const p = 1 / (1 + Math.exp(-margins[row]!))
      gradients[row] = p - labels[row]!
      hessians[row] = p * (1 - p)
    }
    trees.push(grow({ data, bins, gradients, hessians, margins, directions, options }))
    onTree(made + 1)
  }
  return { features, bias, trees }
}

type Growing = {
  data: readonly Binned[]
  /** The same row by row: a histogram asks for all features of a row at once. */
  bins: Uint8Array
  gradients: Float64Array
  hessians: Float64Array
  /** Moved by what the tree answers. */
  margins: Float64Array
  directions: readonly number[]
  options: Boosting
}

/** Its rows stand in `order` from `begin` to `end`; its answer lies between `least` and `most`. */
type Node = {
  id: number
  begin: number
  end: number
  sums: Sums
  /** Of each feature and bin: the gradients' sum and the hessians'. */
  histogram: Float64Array
  least: number
  most: number
}
type Sums = { gradient: number; hessian: number }
type Split = { feature: number; bin: number; gain: number; left: Sums; right: Sums }

function grow(growing: Growing): Tree {
  const { data, margins, options } = growing
  const rows = margins.length
  const order = Int32Array.from({ length: rows }, (_, row) => row)
  const spare = new Int32Array(rows)
  const nodes: { feature: number; threshold: number; left: number; right: number; value: number }[] = []
  const add = (value: number) => nodes.push({ feature: -1, threshold: 0, left: -1, right: -1, value }) - 1
  const histogram = new Float64Array(data.length * BINS * 2)
  accumulate(growing, order, 0, rows, histogram)
  const sums = sumsOf(growing, order)
  const bounds = { least: Number.NEGATIVE_INFINITY, most: Number.POSITIVE_INFINITY }
  let level: Node[] = [{ id: add(answerOf(options, sums, bounds)), begin: 0, end: rows, sums, histogram, ...bounds }]
  const leaves: Node[] = []
  for (let depth = 0; level.length > 0; depth += 1) {
    const next: Node[] = []
    for (const node of level) {
      const split = depth < options.depth ? bestSplit(growing, node) : null
      if (split === null) {
        leaves.push(node)
        continue
      }
      const { feature, bin, left, right } = split
      const middle = partition(order, spare, node, data[feature]!.bins, bin)
      const values = { left: answerOf(options, left, node), right: answerOf(options, right, node) }
      const between = (values.left + values.right) / 2
      const direction = growing.directions[feature]!
      const low = { least: node.least, most: direction === 0 ? node.most : between }
      const high = { least: direction === 0 ? node.least : between, most: node.most }
      const [ofLeft, ofRight] = direction < 0 ? [high, low] : [low, high]
      const isLeftSmaller = middle - node.begin < node.end - middle
      const [begin, end] = isLeftSmaller ? [node.begin, middle] : [middle, node.end]
      const smaller = new Float64Array(histogram.length)
      if (depth + 1 < options.depth) {
        accumulate(growing, order, begin, end, smaller)
        for (let at = 0; at < smaller.length; at += 1) node.histogram[at]! -= smaller[at]!
      }
      const [leftHistogram, rightHistogram] = isLeftSmaller ? [smaller, node.histogram] : [node.histogram, smaller]
      const parent = nodes[node.id]!
      parent.feature = feature
      parent.threshold = data[feature]!.edges[bin]!
      parent.left = add(values.left)
      parent.right = add(values.right)
      next.push({ id: parent.left, begin: node.begin, end: middle, sums: left, histogram: leftHistogram, ...ofLeft })
      next.push({ id: parent.right, begin: middle, end: node.end, sums: right, histogram: rightHistogram, ...ofRight })
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

/** As ONNX keeps it, so that both say the same. */
function answerOf(
  { lambda, learningRate }: Boosting,
  sums: Sums,
  { least, most }: { least: number; most: number },
): number {
  const best = (-sums.gradient / (sums.hessian + lambda)) * learningRate
  return Math.fround(Math.min(Math.max(best, least), most))
}

function sumsOf({ gradients, hessians }: Growing, order: Int32Array): Sums {
  let gradient = 0
  let hessian = 0
  for (const row of order) {
    gradient += gradients[row]!
    hessian += hessians[row]!
  }
  return { gradient, hessian }
}

function accumulate(
  { bins, gradients, hessians }: Growing,
  order: Int32Array,
  begin: number,
  end: number,
  into: Float64Array,
): void {
  const width = into.length / (BINS * 2)
  for (let at = begin; at < end; at += 1) {
    const row = order[at]!
    const gradient = gradients[row]!
    const hessian = hessians[row]!
    const first = row * width
    for (let feature = 0; feature < width; feature += 1) {
      const slot = (feature * BINS + bins[first + feature]!) * 2
      into[slot]! += gradient
      into[slot + 1]! += hessian
    }
  }
}

function bestSplit({ data, directions, options }: Growing, node: Node): Split | null {
  const { lambda, childWeightMin } = options
  const { sums, histogram } = node
  const scoreOf = (of: Sums, value: number) => -(2 * of.gradient * value + (of.hessian + lambda) * value * value)
  const clamped = (of: Sums) => answerOf({ ...options, learningRate: 1 }, of, boundsAt(node, options))
  const parent = scoreOf(sums, clamped(sums))
  let best: Split | null = null
  for (const [feature, { edges }] of data.entries()) {
    const base = feature * BINS * 2
    const direction = directions[feature]!
    const left = { gradient: 0, hessian: 0 }
    for (let bin = 0; bin < edges.length; bin += 1) {
      left.gradient += histogram[base + bin * 2]!
      left.hessian += histogram[base + bin * 2 + 1]!
      const right = { gradient: sums.gradient - left.gradient, hessian: sums.hessian - left.hessian }
      if (left.hessian < childWeightMin || right.hessian < childWeightMin) continue
      const values = { left: clamped(left), right: clamped(right) }
      if (direction !== 0 && (values.right - values.left) * direction < 0) continue
      const gain = scoreOf(left, values.left) + scoreOf(right, values.right) - parent
      if (gain > (best?.gain ?? GAIN_MIN)) best = { feature, bin, gain, left: { ...left }, right }
    }
  }
  return best
}

/** Less is noise of the sums. */
const GAIN_MIN = 1e-9

/** Bounds are of answers, which are shrunk by the learning rate. */
function boundsAt({ least, most }: Node, { learningRate }: Boosting) {
  return { least: least / learningRate, most: most / learningRate }
}

/** Puts the rows of a node that go left in front of the others, both in their order; answers where the others begin. */
function partition(order: Int32Array, spare: Int32Array, { begin, end }: Node, bins: Uint8Array, bin: number): number {
  let left = begin
  let right = 0
  for (let at = begin; at < end; at += 1) {
    const row = order[at]!
    if (bins[row]! <= bin) order[left++] = row
    else spare[right++] = row
  }
  order.set(spare.subarray(0, right), left)
  return left
}
