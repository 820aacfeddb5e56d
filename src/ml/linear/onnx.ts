import { encodeModel, matrixInfo, type Tensor } from '#ml/onnx/model-file.ts'
import type { QuantisedWeights } from './quantise.ts'

/** Inputs: feature indices of each row and their values (0 = padding). Output: a margin per layer. */
export const PARTS = 'parts'
export const COUNTS = 'counts'
export const MARGINS = 'margins'

/** Deterministic: the same layers give the same bytes. */
export function linearOnnx(
  layers: readonly QuantisedWeights[],
  metadata: Readonly<Record<string, string>>,
): Uint8Array {
  const features = layers[0]!.levels.length
  const levels = new Int8Array(features * layers.length)
  for (const [column, layer] of layers.entries())
    for (let feature = 0; feature < features; feature += 1)
      levels[feature * layers.length + column] = layer.levels[feature]!
  return encodeModel(
    {
      name: 'layers',
      input: [matrixInfo(PARTS, 'parts', 'INT32'), matrixInfo(COUNTS, 'parts')],
      output: [matrixInfo(MARGINS, layers.length)],
      initializer: [
        tensor('levels', 'INT8', [features, layers.length], levels),
        tensor(
          'steps',
          'FLOAT',
          [layers.length],
          Float32Array.from(layers, ({ step }) => step),
        ),
        tensor(
          'biases',
          'FLOAT',
          [layers.length],
          Float32Array.from(layers, ({ bias }) => bias),
        ),
        tensor('last', 'INT64', [1], BigInt64Array.of(2n)),
        tensor('middle', 'INT64', [1], BigInt64Array.of(1n)),
      ],
      node: [
        { opType: 'Gather', input: ['levels', PARTS], output: ['gathered'] },
        { opType: 'Cast', input: ['gathered'], output: ['floats'], attribute: [integer('to', FLOAT)] },
        { opType: 'Unsqueeze', input: [COUNTS, 'last'], output: ['wide'] },
        { opType: 'Mul', input: ['floats', 'wide'], output: ['counted'] },
        { opType: 'ReduceSum', input: ['counted', 'middle'], output: ['summed'], attribute: [integer('keepdims', 0)] },
        { opType: 'Mul', input: ['summed', 'steps'], output: ['stepped'] },
        { opType: 'Add', input: ['stepped', 'biases'], output: [MARGINS] },
      ],
    },
    metadata,
  )
}

/** In `TensorProto.DataType`. */
const FLOAT = 1

const integer = (name: string, i: number) => ({ name, type: 'INT', i }) as const

function tensor(name: string, dataType: Tensor['dataType'], dims: number[], { buffer }: NodeJS.TypedArray): Tensor {
  return { name, dataType, dims, rawData: new Uint8Array(buffer) }
}
