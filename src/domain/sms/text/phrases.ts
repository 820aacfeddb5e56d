import type { Word } from './words.ts'

/**
 * A pattern of words, in lower case and without accents: slots behind each other with a space between, in a slot the words that may stand
 * there (`verify|confirm`), a star for any end of a word (`actualic*`), `?` behind a slot that may be missing, `..` for up to three words of
 * any kind: `verify|confirm your? .. account|card`. The first slot is always there.
 */
export type Pattern = string

type Slot = { words: ReadonlySet<string>; stems: readonly string[]; isOptional: boolean } | 'gap'
type Compiled = { first: Slot; rest: readonly Slot[] }

export type PhraseMatch = { start: number; end: number }
export type Finder = (words: readonly Word[]) => PhraseMatch[]

const GAP_WORDS_MAX = 3
/** By so many letters of its first word a pattern is looked up. */
const KEY_LENGTH = 2

/** Finds where patterns match, in the text's own units: from each word on at most one, the longest. Its time is in proportion to the words. */
export function createFinder(patterns: readonly Pattern[]): Finder {
  const byKey = new Map<string, Compiled[]>()
  for (const pattern of patterns) {
    const [first, ...rest] = pattern.split(' ').map(slotOf)
    if (first === undefined || first === 'gap' || first.isOptional) throw new Error(`"${pattern}" begins with no word`)
    for (const key of new Set([...first.words, ...first.stems].map(keyOf)))
      byKey.set(key, [...(byKey.get(key) ?? []), { first, rest }])
  }
  return words => {
    const found: PhraseMatch[] = []
    for (let at = 0; at < words.length; at += 1) {
      let last = -1
      for (const { first, rest } of byKey.get(keyOf(words[at]!.text)) ?? [])
        if (matches(first, words[at]!.text)) last = Math.max(last, endOf(rest, 0, words, at + 1))
      if (last > 0) found.push({ start: words[at]!.start, end: words[last - 1]!.end })
    }
    return found
  }
}

/** The place behind the last word of what matches from a place on; −1 where nothing does. Slots and gaps are few, and so are the ways. */
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
