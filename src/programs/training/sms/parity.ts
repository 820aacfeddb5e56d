import { gzipSync } from 'node:zlib'
import type { Data } from './measure.ts'
import { probabilityOfSample, type Stack } from './stack.ts'

/** The trainer's probabilities of our own sentences, in their order: float32 little-endian, gzip'd. */
export function parityOf(stack: Stack, { own, linkScores }: Pick<Data, 'own' | 'linkScores'>): Buffer {
  const bytes = Buffer.alloc(own.length * 4)
  for (const [at, sample] of own.entries()) bytes.writeFloatLE(probabilityOfSample(stack, sample, linkScores), at * 4)
  return gzipSync(bytes, { level: 9 })
}
