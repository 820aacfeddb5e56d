import { DOMAIN_ML, listAttribute, node, onnxModel, scalarAttribute, valueInfo, type Write } from '#ml/onnx/write.ts'
import type { Ensemble, Tree } from './ensemble.ts'

export const INPUT = 'features'
export const MARGIN = 'margin'
export const PROBABILITY = 'probability'

/** Metadata that the runtime ignores: column names, and weights of inner nodes (float32, base64). */
export const COLUMNS_TEXT = 'columns'
export const BRANCHES_TEXT = 'branch_answers'

/** Deterministic: the same ensemble gives the same bytes, and `readOnnx` reads them back. */
export function toOnnx(ensemble: Ensemble, metadata: Readonly<Record<string, string>>): Uint8Array {
  const own = { [COLUMNS_TEXT]: ensemble.features.join(' '), [BRANCHES_TEXT]: branchesOf(ensemble) }
  return onnxModel({
    name: 'trees',
    nodes: [
      node('TreeEnsembleRegressor', [INPUT], MARGIN, attributesOf(ensemble), DOMAIN_ML),
      node('Sigmoid', [MARGIN], PROBABILITY),
    ],
    inputs: [valueInfo(INPUT, ensemble.features.length)],
    outputs: [valueInfo(MARGIN, 1), valueInfo(PROBABILITY, 1)],
    metadata: { ...metadata, ...own },
  })
}

function branchesOf({ trees }: Ensemble): string {
  const answers = trees.flatMap(({ feature, value }) => [...value].filter((_, at) => feature[at]! >= 0))
  const bytes = Buffer.alloc(answers.length * 4)
  for (const [at, answer] of answers.entries()) bytes.writeFloatLE(answer, at * 4)
  return bytes.toString('base64')
}

function attributesOf({ bias, trees }: Ensemble): Write[] {
  const all = trees.flatMap((tree, id) =>
    Array.from(tree.feature, (feature, at) => ({ tree, id, at, isLeaf: feature < 0 })),
  )
  const leaves = all.filter(({ isLeaf }) => isLeaf)
  const columnOf = (column: Exclude<keyof Tree, 'value'>) =>
    all.map(({ tree, at, isLeaf }) => (isLeaf ? 0 : tree[column][at]!))
  const ints = (name: string, values: number[]) => listAttribute(name, 'ints', values)
  const floats = (name: string, values: number[]) => listAttribute(name, 'floats', values)
  const modes = all.map(({ isLeaf }) => (isLeaf ? 'LEAF' : 'BRANCH_LEQ'))
  const idsOf = (nodes: typeof all) => nodes.map(({ id }) => id)
  const indicesOf = (nodes: typeof all) => nodes.map(({ at }) => at)
  const leafValues = leaves.map(({ tree, at }) => tree.value[at]!)
  const zeros = leaves.map(() => 0)
  return [
    scalarAttribute('n_targets', 'int', 1),
    scalarAttribute('post_transform', 'text', 'NONE'),
    scalarAttribute('aggregate_function', 'text', 'SUM'),
    floats('base_values', [bias]),
    ints('nodes_treeids', idsOf(all)),
    ints('nodes_nodeids', indicesOf(all)),
    listAttribute('nodes_modes', 'texts', modes),
    ints('nodes_featureids', columnOf('feature')),
    floats('nodes_values', columnOf('threshold')),
    ints('nodes_truenodeids', columnOf('left')),
    ints('nodes_falsenodeids', columnOf('right')),
    ints('target_treeids', idsOf(leaves)),
    ints('target_nodeids', indicesOf(leaves)),
    ints('target_ids', zeros),
    floats('target_weights', leafValues),
  ]
}
