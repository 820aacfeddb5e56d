import { gzipSync } from 'node:zlib'
import type { ProductEvaluation } from './product.ts'
import type { Table } from './replay.ts'

const ROWS = 1_000

/**
 * Features and the trainer's probability of test rows, float32 little-endian, gzip'd. The rows are from the whole
 * ranking, more of them from its top.
 */
export function parityOf({ row }: Table, { ranking }: ProductEvaluation): Buffer {
  const taken = Math.min(ROWS, ranking.length)
  const values = Array.from({ length: taken }, (_, at) => {
    const rank = at + Math.floor((at / taken) ** 2 * (ranking.length - taken))
    const { row: index, probability } = ranking[rank]!
    return [...row(index), probability]
  }).flat()
  return gzipSync(Float32Array.from(values), { level: 9 })
}
