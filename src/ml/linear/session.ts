import { InferenceSession, Tensor } from 'onnxruntime-node'
import { decodeModel } from '#ml/onnx/model-file.ts'
import { scaleOf } from './fit.ts'
import { COUNTS, MARGINS, PARTS } from './onnx.ts'

export type LinearSession = Awaited<ReturnType<typeof openLinear>>

/** A run pads all rows to its longest: rows of similar length share one. Between runs the event loop is free. */
const ROWS_AT_ONCE = 16

/** Opens a model of `linearOnnx`. One thread: a second one only waits. */
export async function openLinear(model: Uint8Array) {
  const session = await InferenceSession.create(model, { intraOpNumThreads: 1, interOpNumThreads: 1 })
  const { levels, steps, metadata } = readLevels(model)
  return {
    metadata,
    weightOf(parts: Int32Array, layer: number): number {
      let sum = 0
      for (const part of parts) sum += levels[part * steps.length + layer]!
      return sum * steps[layer]!
    },
    async margins(rows: readonly Int32Array[]): Promise<Float32Array[]> {
      const margins: Float32Array[] = new Array(rows.length)
      const order = [...rows.keys()].sort((a, b) => rows[a]!.length - rows[b]!.length || a - b)
      for (let start = 0; start < order.length; start += ROWS_AT_ONCE) {
        const taken = order.slice(start, start + ROWS_AT_ONCE)
        const answer = await session.run(tensorsOf(taken.map(row => rows[row]!)))
        const all = answer[MARGINS]!.data as Float32Array
        const layers = all.length / taken.length
        for (const [at, row] of taken.entries()) margins[row] = all.slice(at * layers, (at + 1) * layers)
      }
      return margins
    },
    close: () => session.release(),
  }
}

/** `steps`: the value of one level, by layer. Copies: the file is not kept, and floats are aligned to four bytes. */
function readLevels(model: Uint8Array) {
  const { graph, metadata } = decodeModel(model)
  const bytesOf = (name: string) =>
    Uint8Array.from(graph.initializer.find(constant => constant.name === name)!.rawData).buffer
  return { levels: new Int8Array(bytesOf('levels')), steps: new Float32Array(bytesOf('steps')), metadata }
}

function tensorsOf(rows: readonly Int32Array[]): Record<string, Tensor> {
  const width = Math.max(1, ...rows.map(({ length }) => length))
  const parts = new Int32Array(rows.length * width)
  const counts = new Float32Array(rows.length * width)
  for (const [at, row] of rows.entries()) {
    parts.set(row, at * width)
    counts.fill(scaleOf(row), at * width, at * width + row.length)
  }
  const shape = [rows.length, width]
  return { [PARTS]: new Tensor('int32', parts, shape), [COUNTS]: new Tensor('float32', counts, shape) }
}
