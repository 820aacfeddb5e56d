import { DOMAIN_ML, listAttribute, node, onnxModel, scalarAttribute, valueInfo, type Write } from '#ml/onnx/write.ts'
import type { Ensemble, Tree } from './ensemble.ts'

/** Names of the graph's input and outputs. */
export const INPUT = 'features'
export const MARGIN = 'margin'
export const PROBABILITY = 'probability'

/** Metadata that the runtime ignores: column names, and weights of inner nodes (float32, base64). */
export const COLUMNS_TEXT = 'columns'
export const BRANCHES_TEXT = 'branch_answers'

/**
 * Deterministic: the same ensemble gives the same bytes, and `readOnnx` reads them back.
 *
 * @param metadata such as the version.
 */
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
  const ofNodes = (pick: (tree: Tree, at: number) => number) =>
    all.map(({ tree, at, isLeaf }) => (isLeaf ? 0 : pick(tree, at)))
  return [
    ...[
      scalarAttribute('n_targets', 'int', 1),
      scalarAttribute('post_transform', 'text', 'NONE'),
      scalarAttribute('aggregate_function', 'text', 'SUM'),
    ],
    listAttribute('base_values', 'floats', [bias]),
    listAttribute(
      'nodes_treeids',
      'ints',
      all.map(({ id }) => id),
    ),
    listAttribute(
      'nodes_nodeids',
      'ints',
      all.map(({ at }) => at),
    ),
    listAttribute(
      'nodes_modes',
      'texts',
      all.map(({ isLeaf }) => (isLeaf ? 'LEAF' : 'BRANCH_LEQ')),
    ),
    listAttribute(
      'nodes_featureids',
      'ints',
      ofNodes((tree, at) => tree.feature[at]!),
    ),
    listAttribute(
      'nodes_values',
      'floats',
      ofNodes((tree, at) => tree.threshold[at]!),
    ),
    listAttribute(
      'nodes_truenodeids',
      'ints',
      ofNodes((tree, at) => tree.left[at]!),
    ),
    listAttribute(
      'nodes_falsenodeids',
      'ints',
      ofNodes((tree, at) => tree.right[at]!),
    ),
    listAttribute(
      'target_treeids',
      'ints',
      leaves.map(({ id }) => id),
    ),
    listAttribute(
      'target_nodeids',
      'ints',
      leaves.map(({ at }) => at),
    ),
    listAttribute(
      'target_ids',
      'ints',
      leaves.map(() => 0),
    ),
    listAttribute(
      'target_weights',
      'floats',
      leaves.map(({ tree, at }) => tree.value[at]!),
    ),
  ]
}
