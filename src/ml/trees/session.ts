import { InferenceSession, Tensor } from 'onnxruntime-node'
import { INPUT, MARGIN, PROBABILITY } from './onnx.ts'

export type Session = Awaited<ReturnType<typeof openSession>>

/** A run blocks the event loop. This many rows of a model with 400 trees take about 1 ms. */
const ROWS_AT_ONCE = 64

/** Opens a model of `toOnnx`. One thread: a second one only waits. */
export async function openSession(model: Uint8Array) {
  const session = await InferenceSession.create(model, { intraOpNumThreads: 1, interOpNumThreads: 1 })
  return {
    async scores(rows: readonly Float32Array[]) {
      const scored: { margin: number; probability: number }[] = []
      for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) {
        const answer = await session.run({ [INPUT]: tensorOf(rows.slice(start, start + ROWS_AT_ONCE)) })
        const [margins, probabilities] = [MARGIN, PROBABILITY].map(name => answer[name]!.data as Float32Array)
        for (const [at, margin] of margins!.entries()) scored.push({ margin, probability: probabilities![at]! })
      }
      return scored
    },
    close: () => session.release(),
  }
}

function tensorOf(rows: readonly Float32Array[]): Tensor {
  const width = rows[0]?.length ?? 0
  const data = new Float32Array(rows.length * width)
  for (const [at, row] of rows.entries()) data.set(row, at * width)
  return new Tensor('float32', data, [rows.length, width])
}
