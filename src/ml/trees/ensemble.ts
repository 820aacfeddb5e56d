/**
 * A regression tree in arrays, node 0 its root. A row goes left when its feature is at most the threshold. Leaves have feature −1.
 * Thresholds are float32, as ONNX keeps them, and so is what they are compared with.
 */
export type Tree = {
  feature: Int32Array
  threshold: Float32Array
  left: Int32Array
  right: Int32Array
  /** What the node would answer if it were a leaf: of leaves it is the answer, of others it serves explanations. */
  value: Float64Array
}

/** The margin of a row, which is log-odds, is the bias and the sum of what each tree answers. */
export type Ensemble = { features: readonly string[]; bias: number; trees: readonly Tree[] }

/** @param row float32 values, as many as features. */
export function marginOf({ bias, trees }: Ensemble, row: Float32Array): number {
  let margin = bias
  for (const tree of trees) margin += tree.value[leafOf(tree, row)]!
  return margin
}

/**
 * What each feature adds to the margin of a row: along the path of each tree, each step counts for the feature that it asks (Saabas 2014).
 * With `bias`, the sum is the margin.
 */
export function contributionsOf(
  { features, bias, trees }: Ensemble,
  row: Float32Array,
): { bias: number; of: Float64Array } {
  const of = new Float64Array(features.length)
  let base = bias
  for (const { feature, threshold, left, right, value } of trees) {
    base += value[0]!
    for (let node = 0; feature[node]! >= 0; ) {
      const splitFeature = feature[node]!
      const next = row[splitFeature]! <= threshold[node]! ? left[node]! : right[node]!
      of[splitFeature]! += value[next]! - value[node]!
      node = next
    }
  }
  return { bias: base, of }
}

export function probabilityOf(margin: number): number {
  return 1 / (1 + Math.exp(-margin))
}

function leafOf({ feature, threshold, left, right }: Tree, row: Float32Array): number {
  let node = 0
  while (feature[node]! >= 0) node = row[feature[node]!]! <= threshold[node]! ? left[node]! : right[node]!
  return node
}
