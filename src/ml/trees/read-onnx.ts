import { type DecodedAttribute, decodeModel } from '#ml/onnx/model-file.ts'
import type { Ensemble, Tree } from './ensemble.ts'
import { BRANCHES_TEXT, COLUMNS_TEXT } from './onnx.ts'

/** Explanations and margins in double precision come from the trees that ONNX Runtime evaluates. */
export function readOnnx(bytes: Uint8Array): { ensemble: Ensemble; metadata: Readonly<Record<string, string>> } {
  try {
    const { graph, metadata } = decodeModel(bytes)
    const regressor = graph.node.find(({ opType }) => opType === 'TreeEnsembleRegressor')
    if (regressor === undefined) throw new Error('it has no TreeEnsembleRegressor')
    const { [COLUMNS_TEXT]: columns, [BRANCHES_TEXT]: branches, ...texts } = metadata
    if (columns === undefined || branches === undefined)
      throw new Error('its column names or branch weights are missing')
    return { ensemble: ensembleOf(regressor.attribute, columns.split(' '), branches), metadata: texts }
  } catch (error) {
    throw new Error(`it is not an ONNX model of this service: ${error instanceof Error ? error.message : error}`)
  }
}

function ensembleOf(attributes: readonly DecodedAttribute[], features: readonly string[], branches: string): Ensemble {
  const find = (name: string) => {
    const found = attributes.find(attribute => attribute.name === name)
    if (found === undefined) throw new Error(`it has no ${name}`)
    return found
  }
  const floats = (name: string) => find(name).floats
  const ints = (name: string) => find(name).ints
  const [bias, ...more] = floats('base_values')
  if (bias === undefined || more.length > 0) throw new Error('base_values is not one number')
  const treeIds = ints('nodes_treeids')
  const nodeIds = ints('nodes_nodeids')
  const columns = {
    feature: Int32Array.from(ints('nodes_featureids')),
    threshold: Float32Array.from(floats('nodes_values')),
    left: Int32Array.from(ints('nodes_truenodeids')),
    right: Int32Array.from(ints('nodes_falsenodeids')),
  }
  const modes = find('nodes_modes').strings
  const leaves = { tree: ints('target_treeids'), node: ints('target_nodeids'), answer: floats('target_weights') }
  const lengths = [modes, nodeIds, ...Object.values(columns)].map(({ length }) => length)
  if (lengths.some(length => length !== treeIds.length)) throw new Error('its node attributes differ in length')
  const branchAnswers = Buffer.from(branches, 'base64')
  const trees: Tree[] = []
  let [leaf, branch] = [0, 0]
  for (let start = 0; start < treeIds.length; ) {
    const id = trees.length
    let end = start
    while (end < treeIds.length && treeIds[end] === id) end += 1
    if (end === start) throw new Error(`its trees are not numbered: expected ${id}, found ${treeIds[start]}`)
    if (nodeIds.slice(start, end).some((node, at) => node !== at))
      throw new Error('the nodes of a tree are not numbered')
    const tree: Tree = {
      feature: columns.feature.slice(start, end),
      threshold: columns.threshold.slice(start, end),
      left: columns.left.slice(start, end),
      right: columns.right.slice(start, end),
      value: new Float64Array(end - start),
    }
    for (let node = 0; node < end - start; node += 1) {
      const isLeaf = modes[start + node] === 'LEAF'
      if (!isLeaf && modes[start + node] !== 'BRANCH_LEQ')
        throw new Error(`it has nodes of mode ${modes[start + node]}`)
      if (isLeaf) {
        if (leaves.tree[leaf] !== id || leaves.node[leaf] !== node)
          throw new Error(`leaf ${node} of tree ${id} is missing`)
        tree.feature[node] = tree.left[node] = tree.right[node] = -1
        tree.value[node] = leaves.answer[leaf++]!
        continue
      }
      const isDeeper = (child: number) => child > node && child < end - start
      if (!isDeeper(tree.left[node]!) || !isDeeper(tree.right[node]!) || tree.feature[node]! >= features.length)
        throw new Error(`node ${node} of tree ${id} has an invalid child or feature`)
      if (4 * branch >= branchAnswers.length) throw new Error(`node ${node} of tree ${id} has no weight`)
      tree.value[node] = branchAnswers.readFloatLE(4 * branch++)
    }
    trees.push(tree)
    start = end
  }
  if (branchAnswers.length !== 4 * branch || leaves.tree.length !== leaf)
    throw new Error('it has weights of unknown nodes')
  return { features, bias, trees }
}
