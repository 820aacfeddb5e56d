/** Node 0 is the root, leaves have feature −1. A row goes left if its feature is at most the threshold (float32). */
export type Tree = {
  feature: Int32Array
  threshold: Float32Array
  left: Int32Array
  right: Int32Array
  /** Of an inner node: its weight as if it were a leaf, for explanations. */
  value: Float64Array
}

/** Margin (log-odds) of a row = bias + sum of the trees' outputs. */
export type Ensemble = { features: readonly string[]; bias: number; trees: readonly Tree[] }

export function marginOf({ bias, trees }: Ensemble, row: Float32Array): number {
  let margin = bias
  for (const tree of trees) margin += tree.value[leafOf(tree, row)]!
  return margin
}

/** Each step of a path counts for the feature that it tests (Saabas 2014). `margin`: as `marginOf`, same walk. */
export function contributionsOf(
  { features, bias, trees }: Ensemble,
  row: Float32Array,
): { margin: number; bias: number; of: Float64Array } {
  const of = new Float64Array(features.length)
  let margin = bias
  let base = bias
  for (const { feature, threshold, left, right, value } of trees) {
    base += value[0]!
    let node = 0
    while (feature[node]! >= 0) {
      const splitFeature = feature[node]!
      const next = row[splitFeature]! <= threshold[node]! ? left[node]! : right[node]!
      of[splitFeature]! += value[next]! - value[node]!
      node = next
    }
    margin += value[node]!
  }
  return { margin, bias: base, of }
}

export function probabilityOf(margin: number): number {
  return 1 / (1 + Math.exp(-margin))
}

function leafOf({ feature, threshold, left, right }: Tree, row: Float32Array): number {
  let node = 0
  while (feature[node]! >= 0) node = row[feature[node]!]! <= threshold[node]! ? left[node]! : right[node]!
  return node
}
