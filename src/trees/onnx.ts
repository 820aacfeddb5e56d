import protobuf from 'protobufjs/minimal.js'
import type { Ensemble, Tree } from './ensemble.ts'

/** What the graph takes and gives: rows of float32 by features, and for each row the margin and the probability. */
export const INPUT = 'features'
export const MARGIN = 'margin'
export const PROBABILITY = 'probability'

/** What a runtime has no use for goes as texts: the names of columns, and what branches would answer if they were leaves (float32, base64). */
export const COLUMNS_TEXT = 'columns'
export const BRANCHES_TEXT = 'branch_answers'
export const PRODUCER = 'security-service'

/** Numbers of fields and enums: https://github.com/onnx/onnx/blob/main/onnx/onnx.proto. */
const IR_VERSION = 8
const OPSET = 15
const OPSET_ML = 3
const DOMAIN_ML = 'ai.onnx.ml'
const FLOAT = 1
const ATTRIBUTE = { float: { field: 2, type: 1 }, int: { field: 3, type: 2 }, text: { field: 4, type: 3 } } as const
const ATTRIBUTES = { floats: { field: 7, type: 6 }, ints: { field: 8, type: 7 }, texts: { field: 9, type: 8 } } as const

type Write = (writer: protobuf.Writer) => void

/**
 * The ensemble as an ONNX model: TreeEnsembleRegressor and Sigmoid. The same ensemble gives the same bytes, and `readOnnx` makes it of them
 * again.
 *
 * @param metadata texts that go with the model, as its version.
 */
export function onnxOf(ensemble: Ensemble, metadata: Readonly<Record<string, string>>): Uint8Array {
  const regressor = node('TreeEnsembleRegressor', INPUT, MARGIN, DOMAIN_ML, attributesOf(ensemble))
  const sigmoid = node('Sigmoid', MARGIN, PROBABILITY, '', [])
  return message(model => {
    model.uint32(tag(1)).int64(IR_VERSION)
    text(model, 2, PRODUCER)
    nested(model, 7, graph => {
      nested(graph, 1, regressor)
      nested(graph, 1, sigmoid)
      text(graph, 2, 'trees')
      nested(graph, 11, valueInfo(INPUT, ensemble.features.length))
      nested(graph, 12, valueInfo(MARGIN, 1))
      nested(graph, 12, valueInfo(PROBABILITY, 1))
    })
    nested(model, 8, opset('', OPSET))
    nested(model, 8, opset(DOMAIN_ML, OPSET_ML))
    const own = { [COLUMNS_TEXT]: ensemble.features.join(' '), [BRANCHES_TEXT]: branchesOf(ensemble) }
    for (const [key, value] of Object.entries({ ...metadata, ...own }))
      nested(model, 14, entry => {
        text(entry, 1, key)
        text(entry, 2, value)
      })
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
    ...[one('n_targets', 'int', 1), one('post_transform', 'text', 'NONE'), one('aggregate_function', 'text', 'SUM')],
    many('base_values', 'floats', [bias]),
    many(
      'nodes_treeids',
      'ints',
      all.map(({ id }) => id),
    ),
    many(
      'nodes_nodeids',
      'ints',
      all.map(({ at }) => at),
    ),
    many(
      'nodes_modes',
      'texts',
      all.map(({ isLeaf }) => (isLeaf ? 'LEAF' : 'BRANCH_LEQ')),
    ),
    many(
      'nodes_featureids',
      'ints',
      ofNodes((tree, at) => tree.feature[at]!),
    ),
    many(
      'nodes_values',
      'floats',
      ofNodes((tree, at) => tree.threshold[at]!),
    ),
    many(
      'nodes_truenodeids',
      'ints',
      ofNodes((tree, at) => tree.left[at]!),
    ),
    many(
      'nodes_falsenodeids',
      'ints',
      ofNodes((tree, at) => tree.right[at]!),
    ),
    many(
      'target_treeids',
      'ints',
      leaves.map(({ id }) => id),
    ),
    many(
      'target_nodeids',
      'ints',
      leaves.map(({ at }) => at),
    ),
    many(
      'target_ids',
      'ints',
      leaves.map(() => 0),
    ),
    many(
      'target_weights',
      'floats',
      leaves.map(({ tree, at }) => tree.value[at]!),
    ),
  ]
}

function node(type: string, input: string, output: string, domain: string, attributes: Write[]): Write {
  return writer => {
    text(writer, 1, input)
    text(writer, 2, output)
    text(writer, 4, type)
    for (const attribute of attributes) nested(writer, 5, attribute)
    if (domain !== '') text(writer, 7, domain)
  }
}

function one(name: string, kind: 'int' | 'text', value: number | string): Write {
  const { field, type } = ATTRIBUTE[kind]
  return writer => {
    text(writer, 1, name)
    if (typeof value === 'string') text(writer, field, value)
    else writer.uint32(tag(field)).int64(value)
    writer.uint32(tag(20)).int32(type)
  }
}

function many(name: string, kind: keyof typeof ATTRIBUTES, values: readonly (number | string)[]): Write {
  const { field, type } = ATTRIBUTES[kind]
  return writer => {
    text(writer, 1, name)
    for (const value of values)
      if (typeof value === 'string') text(writer, field, value)
      else if (kind === 'ints') writer.uint32(tag(field)).int64(value)
      else writer.uint32(tag(field, FIXED_32)).float(value)
    writer.uint32(tag(20)).int32(type)
  }
}

function valueInfo(name: string, width: number): Write {
  return writer => {
    text(writer, 1, name)
    nested(writer, 2, type =>
      nested(type, 1, tensor => {
        tensor.uint32(tag(1)).int32(FLOAT)
        nested(tensor, 2, shape => {
          nested(shape, 1, rows => text(rows, 2, 'rows'))
          nested(shape, 1, columns => columns.uint32(tag(1)).int64(width))
        })
      }),
    )
  }
}

function opset(domain: string, version: number): Write {
  return writer => {
    text(writer, 1, domain)
    writer.uint32(tag(2)).int64(version)
  }
}

const VARINT = 0
const LENGTH_DELIMITED = 2
const FIXED_32 = 5

function tag(field: number, wire = VARINT): number {
  return field * 8 + wire
}

function text(writer: protobuf.Writer, field: number, value: string): void {
  writer.uint32(tag(field, LENGTH_DELIMITED)).string(value)
}

function nested(writer: protobuf.Writer, field: number, write: Write): void {
  writer.uint32(tag(field, LENGTH_DELIMITED)).fork()
  write(writer)
  writer.ldelim()
}

function message(write: Write): Uint8Array {
  const writer = protobuf.Writer.create()
  write(writer)
  return writer.finish()
}
