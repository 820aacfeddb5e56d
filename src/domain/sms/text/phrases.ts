import type { Span } from './mapped-text.ts'
import type { Word } from './words.ts'

/**
 * Slots of words, in lower case without accents: `verify|confirm your? .. account|card`. A slot lists alternatives;
 * `actualic*` is a prefix, `your?` is optional, `..` is up to three words. The first slot is mandatory.
 */
export type Pattern = string

type Slot = { words: ReadonlySet<string>; stems: readonly string[]; isOptional: boolean } | 'gap'
type Compiled = { first: Slot; rest: readonly Slot[] }

export type Finder = (words: readonly Word[]) => Span[]

const GAP_WORDS_MAX = 3
/** Length of the prefix of the first word by which patterns are indexed. */
const KEY_LENGTH = 2

/** Finds the longest match at each word, in linear time. */
export function createFinder(patterns: readonly Pattern[]): Finder {
  const byKey = new Map<string, Compiled[]>()
  for (const pattern of patterns) {
    const [first, ...rest] = pattern.split(' ').map(slotOf)
    if (first === undefined || first === 'gap' || first.isOptional)
      throw new Error(`"${pattern}" does not begin with a word`)
    for (const key of new Set([...first.words, ...first.stems].map(keyOf)))
      byKey.set(key, [...(byKey.get(key) ?? []), { first, rest }])
  }
  return words => {
    const found: Span[] = []
    for (let at = 0; at < words.length; at += 1) {
      let last = -1
      for (const { first, rest } of byKey.get(keyOf(words[at]!.text)) ?? [])
        if (matches(first, words[at]!.text)) last = Math.max(last, endOf(rest, 0, words, at + 1))
      if (last > 0) found.push({ start: words[at]!.start, end: words[last - 1]!.end })
    }
    return found
  }
}

export function createFinders<Name extends string>(
  table: Record<Name, { patterns: readonly Pattern[] }>,
): ReadonlyMap<Name, Finder> {
  const entries = Object.entries(table) as [Name, { patterns: readonly Pattern[] }][]
  return new Map(entries.map(([name, { patterns }]) => [name, createFinder(patterns)]))
}

/** The index after the match, or -1. Patterns have few slots and gaps, which bounds the backtracking. */
function endOf(slots: readonly Slot[], slot: number, words: readonly Word[], at: number): number {
  if (slot === slots.length) return at
  const one = slots[slot]!
  if (one === 'gap') {
    for (let skipped = 0; skipped <= GAP_WORDS_MAX; skipped += 1) {
      const end = endOf(slots, slot + 1, words, at + skipped)
      if (end >= 0) return end
    }
    return -1
  }
  const word = words[at]?.text
  const taken = word !== undefined && matches(one, word) ? endOf(slots, slot + 1, words, at + 1) : -1
  return taken < 0 && one.isOptional ? endOf(slots, slot + 1, words, at) : taken
}

function slotOf(text: string): Slot {
  if (text === '..') return 'gap'
  const isOptional = text.endsWith('?')
  const words = (isOptional ? text.slice(0, -1) : text).split('|')
  return {
    words: new Set(words.filter(word => !word.endsWith('*'))),
    stems: words.filter(word => word.endsWith('*')).map(word => word.slice(0, -1)),
    isOptional,
  }
}

function matches(slot: Slot, word: string): boolean {
  if (slot === 'gap') return true
  if (slot.words.has(word)) return true
  for (const stem of slot.stems) if (word.startsWith(stem)) return true
  return false
}

function keyOf(word: string): string {
  return word.slice(0, KEY_LENGTH)
}
