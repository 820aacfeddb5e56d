import protobuf from 'protobufjs/light.js'
import messages from './onnx.json' with { type: 'json' }

/** The part of https://github.com/onnx/onnx/blob/main/onnx/onnx.proto that the models of this service use. */
const ModelProto = protobuf.Root.fromJSON(messages).lookupType('ModelProto')

const VERSIONS = {
  irVersion: 8,
  opsetImport: [
    { domain: '', version: 15 },
    { domain: 'ai.onnx.ml', version: 3 },
  ],
}
const PRODUCER = 'security-service'

type ElementType = 'FLOAT' | 'INT8' | 'INT32' | 'INT64'
export type Attribute = { name: string } & (
  | { type: 'INT'; i: number }
  | { type: 'STRING'; s: string }
  | { type: 'FLOATS'; floats: number[] }
  | { type: 'INTS'; ints: number[] }
  | { type: 'STRINGS'; strings: string[] }
)
type Node = { input: string[]; output: string[]; opType: string; attribute?: Attribute[]; domain?: 'ai.onnx.ml' }
export type Tensor = { dims: number[]; dataType: ElementType; name: string; rawData: Uint8Array }
type Graph = {
  node: Node[]
  name: string
  initializer?: Tensor[]
  input: ReturnType<typeof matrixInfo>[]
  output: ReturnType<typeof matrixInfo>[]
}
type Metadata = Readonly<Record<string, string>>

/** Deterministic: the same graph gives the same bytes. */
export function encodeModel(graph: Graph, metadata: Metadata): Uint8Array {
  const metadataProps = Object.entries(metadata).map(([key, value]) => ({ key, value }))
  return ModelProto.encode(
    ModelProto.fromObject({ ...VERSIONS, producerName: PRODUCER, graph, metadataProps }),
  ).finish()
}

type DecodedGraph = { node: (Omit<Node, 'attribute'> & { attribute: DecodedAttribute[] })[]; initializer: Tensor[] }
export type DecodedAttribute = { name: string; floats: number[]; ints: number[]; strings: string[] }

/** Throws for a file of another producer. */
export function decodeModel(bytes: Uint8Array): { graph: DecodedGraph; metadata: Metadata } {
  const model = ModelProto.toObject(ModelProto.decode(bytes), { arrays: true, longs: Number, enums: String })
  if (model.producerName !== PRODUCER) throw new Error(`its producer is not ${PRODUCER}`)
  const entries: { key: string; value: string }[] = model.metadataProps
  return {
    graph: model.graph ?? { node: [], initializer: [] },
    metadata: Object.fromEntries(entries.map(({ key, value }) => [key, value])),
  }
}

/** An input or output with a row per scored item. */
export function matrixInfo(name: string, columns: number | string, elemType: ElementType = 'FLOAT') {
  const column = typeof columns === 'string' ? { dimParam: columns } : { dimValue: columns }
  return { name, type: { tensorType: { elemType, shape: { dim: [{ dimParam: 'rows' }, column] } } } }
}
