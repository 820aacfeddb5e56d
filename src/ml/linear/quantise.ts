import type { Weights } from './fit.ts'

/** Weights as multiples of a step, one byte each. */
export type QuantisedWeights = Weights & { levels: Int8Array; step: number }

const LEVEL_MAX = 127

/** `weights` and `bias` are the dequantised values, in float32 as ONNX stores them. */
export function quantise({ weights, bias }: Weights): QuantisedWeights {
  let largest = 0
  for (const weight of weights) largest = Math.max(largest, Math.abs(weight))
  const step = Math.fround(largest / LEVEL_MAX)
  const levels = Int8Array.from(weights, weight => (step === 0 ? 0 : Math.round(weight / step)))
  return { weights: Float64Array.from(levels, level => level * step), bias: Math.fround(bias), levels, step }
}
