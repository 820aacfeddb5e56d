import type { ParsedMessage } from '../parse-message.ts'

/** Hashes of n-grams, each once. */
export type Grams = Int32Array

/** Number of hash buckets, a power of two. */
export const TEXT_GRAMS = 2 ** 17
export const URL_GRAMS = 2 ** 14

const CHARACTERS_MIN = 2
const CHARACTERS_MAX = 5
/** Characters of a text or URL that are read. */
const TEXT_LENGTH_READ = 2_000
const URL_LENGTH_READ = 200
const FNV_BASIS = 0x811c9dc5
const FNV_PRIME = 0x01000193
const WORD_SALT = 0x9e3779b9
const PAIR_SALT = 0x85ebca6b
const LINK = ' \u0001 '

/**
 * Runs of two to five characters, words and pairs of words of the skeleton. Each digit becomes 0 and each URL one
 * character, so that the model learns no number and no domain by heart.
 */
export function textGrams(parsed: ParsedMessage): Grams {
  const collect = createCollector(TEXT_GRAMS)
  const text = maskedText(parsed)
  characters(text, collect.add)
  let previous = 0
  for (const { text: word } of parsed.words.slice(0, TEXT_LENGTH_READ / 2)) {
    const hash = hashOf(masked(word), WORD_SALT)
    collect.add(hash)
    if (previous !== 0) collect.add(Math.imul(previous ^ PAIR_SALT, FNV_PRIME) ^ hash)
    previous = hash
  }
  return collect.build()
}

export function wordGrams(word: string, previous: string | undefined): Grams {
  const collect = createCollector(TEXT_GRAMS)
  characters(` ${masked(word.slice(0, URL_LENGTH_READ))} `, collect.add)
  const hash = hashOf(masked(word), WORD_SALT)
  collect.add(hash)
  if (previous !== undefined) collect.add(Math.imul(hashOf(masked(previous), WORD_SALT) ^ PAIR_SALT, FNV_PRIME) ^ hash)
  return collect.build()
}

export function urlGrams({ host, path }: { host: string; path: string }): Grams {
  const collect = createCollector(URL_GRAMS)
  characters(`^${masked(host)}$`.slice(0, URL_LENGTH_READ), collect.add)
  characters(masked(`/${path}`.toLowerCase()).slice(0, URL_LENGTH_READ), hash => collect.add(hash ^ PAIR_SALT))
  return collect.build()
}

function maskedText({ skeleton, urlSpans }: ParsedMessage): string {
  const { text, starts } = skeleton
  const limit = Math.min(text.length, TEXT_LENGTH_READ)
  let output = ''
  let at = 0
  for (const { start, end } of urlSpans) {
    let from = at
    while (from < limit && starts[from]! < start) from += 1
    let until = from
    while (until < limit && starts[until]! < end) until += 1
    if (until === from) continue
    output += text.slice(at, from) + LINK
    at = until
  }
  return ` ${masked(output + text.slice(at, limit)).trim()} `
}

function masked(text: string): string {
  return text.replace(/[1-9]/g, '0')
}

function characters(text: string, add: (hash: number) => void): void {
  for (let start = 0; start < text.length; start += 1) {
    let hash = FNV_BASIS
    const end = Math.min(start + CHARACTERS_MAX, text.length)
    for (let at = start; at < end; at += 1) {
      hash = Math.imul(hash ^ text.charCodeAt(at), FNV_PRIME)
      if (at - start + 1 >= CHARACTERS_MIN) add(hash)
    }
  }
}

function hashOf(text: string, salt: number): number {
  let hash = FNV_BASIS ^ salt
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), FNV_PRIME)
  return hash
}

/** Each entry holds the last call that collected the gram, so that no call has to clear the array. */
const COLLECTED = new Map<number, { in: Int32Array; call: number }>()

function createCollector(size: number) {
  const collected = COLLECTED.get(size) ?? { in: new Int32Array(size), call: 0 }
  COLLECTED.set(size, collected)
  collected.call += 1
  const { in: seen, call } = collected
  const grams: number[] = []
  return {
    add(hash: number): void {
      let mixed = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
      mixed ^= mixed >>> 13
      const gram = mixed & (size - 1)
      if (seen[gram] === call) return
      seen[gram] = call
      grams.push(gram)
    },
    build: (): Grams => Int32Array.from(grams),
  }
}
