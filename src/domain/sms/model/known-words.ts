import type { Word } from '../text/words.ts'

/** The words of training as a bit set by hash. About one in eight unknown words collides with a known one. */
export type KnownWords = Uint8Array

const BITS = 2 ** 17
const TIMES_MIN = 2

export function knownWordsOf(texts: Iterable<readonly Word[]>): KnownWords {
  const times = new Uint8Array(BITS)
  for (const words of texts)
    for (const number of new Set(words.map(numberOf))) times[number] = Math.min(TIMES_MIN, times[number]! + 1)
  const known = new Uint8Array(BITS / 8)
  for (let number = 0; number < BITS; number += 1)
    if (times[number] === TIMES_MIN) known[number >> 3]! |= 1 << (number & 7)
  return known
}

/** The share of known words; 1 without words. */
export function knownShare(words: readonly Word[], known: KnownWords): number {
  if (words.length === 0) return 1
  const met = words.filter(word => {
    const number = numberOf(word)
    return (known[number >> 3]! & (1 << (number & 7))) !== 0
  })
  return met.length / words.length
}

export function isKnownWords(bytes: Uint8Array): boolean {
  return bytes.length === BITS / 8
}

/** All digits hash as 0, so that numbers of one length are one word. */
function numberOf({ text }: Word): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at)
    hash = Math.imul(hash ^ (unit >= 0x31 && unit <= 0x39 ? 0x30 : unit), 0x01000193)
  }
  hash ^= hash >>> 15
  return Math.imul(hash, 0x2c1b3c6d) >>> 15
}
