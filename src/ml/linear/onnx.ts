import { constant, elementCode, node, onnxModel, scalarAttribute, valueInfo } from '#ml/onnx/write.ts'
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
  const floats = (values: number[]) => new Uint8Array(Float32Array.from(values).buffer)
  const axis = (value: bigint) => new Uint8Array(BigInt64Array.of(value).buffer)
  return onnxModel({
    name: 'layers',
    inputs: [valueInfo(PARTS, 'parts', 'int32'), valueInfo(COUNTS, 'parts')],
    outputs: [valueInfo(MARGINS, layers.length)],
    initializers: [
      constant('levels', 'int8', [features, layers.length], new Uint8Array(levels.buffer)),
      constant('steps', 'float', [layers.length], floats(layers.map(({ step }) => step))),
      constant('biases', 'float', [layers.length], floats(layers.map(({ bias }) => bias))),
      constant('last', 'int64', [1], axis(2n)),
      constant('middle', 'int64', [1], axis(1n)),
    ],
    nodes: [
      node('Gather', ['levels', PARTS], 'gathered'),
      node('Cast', ['gathered'], 'floats', [scalarAttribute('to', 'int', elementCode('float'))]),
      node('Unsqueeze', [COUNTS, 'last'], 'wide'),
      node('Mul', ['floats', 'wide'], 'counted'),
      node('ReduceSum', ['counted', 'middle'], 'summed', [scalarAttribute('keepdims', 'int', 0)]),
      node('Mul', ['summed', 'steps'], 'stepped'),
      node('Add', ['stepped', 'biases'], MARGINS),
    ],
    metadata,
  })
}
