import { hash } from 'node:crypto'

/** 4 MiB. Of a million names the filter takes one other name in 6,000 for one of them, of ten million one in four. */
const BITS_LOG2 = 25
const BITS_PER_NAME = 4

/** A set of names in constant memory: it forgets none, and takes a few others for members (a Bloom filter). */
export type BloomFilter = {
  add(name: string): void
  /** False only for a name that was never added. */
  mayHave(name: string): boolean
}

export function createBloomFilter(): BloomFilter {
  // The system gives memory for the parts that are written to, so an empty filter costs next to nothing.
  const words = new Uint32Array(2 ** (BITS_LOG2 - 5))
  return {
    add(name) {
      for (const bit of bitsOf(name)) words[bit >>> 5]! |= 1 << (bit & 31)
    },
    mayHave: name => bitsOf(name).every(bit => (words[bit >>> 5]! & (1 << (bit & 31))) !== 0),
  }
}

function bitsOf(name: string): number[] {
  const digest = hash('sha256', name, 'buffer')
  return Array.from({ length: BITS_PER_NAME }, (_, n) => digest.readUInt32LE(n * 4) >>> (32 - BITS_LOG2))
}
