import { type Fields, fieldsOf, messagesIn, metadataOf, numberOf, textIn, textOf } from '#ml/onnx/read.ts'
import { PRODUCER } from '#ml/onnx/write.ts'
import type { Ensemble, Tree } from './ensemble.ts'
import { BRANCHES_TEXT, COLUMNS_TEXT } from './onnx.ts'

/** Explanations and margins in double precision come from the trees that ONNX Runtime evaluates. */
export function readOnnx(bytes: Uint8Array): { ensemble: Ensemble; metadata: Readonly<Record<string, string>> } {
  try {
    const model = fieldsOf(bytes)
    if (textIn(model, 2) !== PRODUCER) throw new Error(`its producer is not ${PRODUCER}`)
    const metadata = metadataOf(model)
    const graph = messagesIn(model, 7)[0] ?? new Map()
    const regressor = messagesIn(graph, 1).find(node => textIn(node, 4) === 'TreeEnsembleRegressor')
    if (regressor === undefined) throw new Error('it has no TreeEnsembleRegressor')
    const { [COLUMNS_TEXT]: columns, [BRANCHES_TEXT]: branches, ...texts } = metadata
    if (columns === undefined || branches === undefined)
      throw new Error('its column names or branch weights are missing')
    return { ensemble: ensembleOf(attributesOf(regressor), columns.split(' '), branches), metadata: texts }
  } catch (error) {
    throw new Error(`it is not an ONNX model of this service: ${error instanceof Error ? error.message : error}`)
  }
}

type Attributes = { numbers(name: string): number[]; texts(name: string): string[] }

function attributesOf(node: Fields): Attributes {
  const attributes = new Map(messagesIn(node, 5).map(attribute => [textIn(attribute, 1), attribute]))
  const valuesOf = (name: string, ...fields: number[]) => {
    const attribute = attributes.get(name)
    if (attribute === undefined) throw new Error(`it has no ${name}`)
    return fields.flatMap(field => attribute.get(field) ?? [])
  }
  return {
    numbers: name => valuesOf(name, 7, 8).map(numberOf),
    texts: name => valuesOf(name, 9).map(textOf),
  }
}

function ensembleOf({ numbers, texts }: Attributes, features: readonly string[], branches: string): Ensemble {
  const [bias, ...more] = numbers('base_values')
  if (bias === undefined || more.length > 0) throw new Error('base_values is not one number')
  const treeIds = numbers('nodes_treeids')
  const columns = {
    id: numbers('nodes_nodeids'),
    feature: numbers('nodes_featureids'),
    threshold: numbers('nodes_values'),
    left: numbers('nodes_truenodeids'),
    right: numbers('nodes_falsenodeids'),
  }
  const modes = texts('nodes_modes')
  const leaves = { tree: numbers('target_treeids'), node: numbers('target_nodeids'), answer: numbers('target_weights') }
  const lengths = [modes, ...Object.values(columns)].map(({ length }) => length)
  if (lengths.some(length => length !== treeIds.length)) throw new Error('its node attributes differ in length')
  const branchAnswers = Buffer.from(branches, 'base64')
  const trees: Tree[] = []
  let [leaf, branch] = [0, 0]
  for (let start = 0; start < treeIds.length; ) {
    const id = trees.length
    let end = start
    while (end < treeIds.length && treeIds[end] === id) end += 1
    if (end === start) throw new Error(`its trees are not numbered: expected ${id}, found ${treeIds[start]}`)
    const tree = treeFrom(columns, start, end)
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

function treeFrom(
  { id, feature, threshold, left, right }: Record<'id' | 'feature' | 'threshold' | 'left' | 'right', number[]>,
  start: number,
  end: number,
): Tree {
  if (id.slice(start, end).some((node, at) => node !== at)) throw new Error('the nodes of a tree are not numbered')
  return {
    feature: Int32Array.from(feature.slice(start, end)),
    threshold: Float32Array.from(threshold.slice(start, end)),
    left: Int32Array.from(left.slice(start, end)),
    right: Int32Array.from(right.slice(start, end)),
    value: new Float64Array(end - start),
  }
}
