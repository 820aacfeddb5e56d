import { type Attribute, encodeModel, matrixInfo } from '#ml/onnx/model-file.ts'
import type { Ensemble, Tree } from './ensemble.ts'

export const INPUT = 'features'
export const MARGIN = 'margin'
export const PROBABILITY = 'probability'

/** Metadata that the runtime ignores: column names, and weights of inner nodes (float32, base64). */
export const COLUMNS_TEXT = 'columns'
export const BRANCHES_TEXT = 'branch_answers'

/** Deterministic: the same ensemble gives the same bytes, and `readOnnx` reads them back. */
export function toOnnx(ensemble: Ensemble, metadata: Readonly<Record<string, string>>): Uint8Array {
  const graph = {
    name: 'trees',
    node: [
      {
        ...({ opType: 'TreeEnsembleRegressor', domain: 'ai.onnx.ml', attribute: attributesOf(ensemble) } as const),
        ...{ input: [INPUT], output: [MARGIN] },
      },
      { opType: 'Sigmoid', input: [MARGIN], output: [PROBABILITY] },
    ],
    input: [matrixInfo(INPUT, ensemble.features.length)],
    output: [matrixInfo(MARGIN, 1), matrixInfo(PROBABILITY, 1)],
  }
  const own = { [COLUMNS_TEXT]: ensemble.features.join(' '), [BRANCHES_TEXT]: branchesOf(ensemble) }
  return encodeModel(graph, { ...metadata, ...own })
}

function branchesOf({ trees }: Ensemble): string {
  const answers = trees.flatMap(({ feature, value }) => [...value].filter((_, at) => feature[at]! >= 0))
  return Buffer.from(Float32Array.from(answers).buffer).toString('base64')
}

function attributesOf({ bias, trees }: Ensemble): Attribute[] {
  const nodes = trees.flatMap((tree, id) =>
    Array.from(tree.feature, (feature, at) => ({ tree, id, at, isLeaf: feature < 0 })),
  )
  const leaves = nodes.filter(({ isLeaf }) => isLeaf)
  const columnOf = (column: Exclude<keyof Tree, 'value'>) =>
    nodes.map(({ tree, at, isLeaf }) => (isLeaf ? 0 : tree[column][at]!))
  const ints = (name: string, values: number[]) => ({ name, type: 'INTS', ints: values }) as const
  const floats = (name: string, values: number[]) => ({ name, type: 'FLOATS', floats: values }) as const
  const modes = nodes.map(({ isLeaf }) => (isLeaf ? 'LEAF' : 'BRANCH_LEQ'))
  const idsOf = (of: typeof nodes) => of.map(({ id }) => id)
  const indexesOf = (of: typeof nodes) => of.map(({ at }) => at)
  const leafValues = leaves.map(({ tree, at }) => tree.value[at]!)
  const zeros = leaves.map(() => 0)
  return [
    { name: 'n_targets', type: 'INT', i: 1 },
    { name: 'post_transform', type: 'STRING', s: 'NONE' },
    { name: 'aggregate_function', type: 'STRING', s: 'SUM' },
    floats('base_values', [bias]),
    ints('nodes_treeids', idsOf(nodes)),
    ints('nodes_nodeids', indexesOf(nodes)),
    { name: 'nodes_modes', type: 'STRINGS', strings: modes },
    ints('nodes_featureids', columnOf('feature')),
    floats('nodes_values', columnOf('threshold')),
    ints('nodes_truenodeids', columnOf('left')),
    ints('nodes_falsenodeids', columnOf('right')),
    ints('target_treeids', idsOf(leaves)),
    ints('target_nodeids', indexesOf(leaves)),
    ints('target_ids', zeros),
    floats('target_weights', leafValues),
  ]
}
