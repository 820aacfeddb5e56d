import { isConfusable, latinOf } from './homoglyphs.ts'
import { createMappedText, type MappedText } from './mapped-text.ts'

export type Skeleton = MappedText & {
  /** Count of words with confusables. */
  homoglyphs: number
  /** Count of words with leet. */
  leet: number
}

const WORD = /[\p{L}\p{M}\p{N}@$!|€]+/gu
const PLAIN = /^[a-z]+$|^[0-9]+$/i
const LETTER = /\p{L}/gu
const MARK = /^\p{M}$/u
const LATIN = /[a-z]/i
const ASCII = /^[\0-\x7f]*$/
const LEET: Readonly<Record<string, string>> = {
  '0': 'o',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
  '@': 'a',
  $: 's',
  '€': 'e',
}
const LEET_SIGN = /[0134578@$!|€]/
/** Looks like i and l: between two consonants it is i. */
const STROKE = /[1!|]/
const CONSONANT = /[b-df-hj-np-tv-z035789$]/i
const LETTERS_OR_LEET = /^(?:\p{L}|[0134578@$!|€])+$/u
/** Words with fewer letters are codes or abbreviations ("gr8", "b4u"). */
const LEET_LETTERS_MIN = 3
/** Longer runs are no words and stay unchanged. */
const WORD_LENGTH_MAX = 64

/**
 * The skeleton (UTS 39) of a text, in lower case without accents: confusables in a Latin text or word become Latin
 * letters, digits and signs within a word become letters (`acc0unt`, `p@ypal`).
 */
export function skeletonOf({ text, starts, ends }: MappedText): Skeleton {
  const mapped = createMappedText(text.length)
  const counts = { homoglyphs: 0, leet: 0 }
  const isLatin = isMostlyLatin(text)
  let at = 0
  for (const { 0: word, index } of text.matchAll(WORD)) {
    copy(at, index)
    if (PLAIN.test(word)) copy(index, index + word.length, word.toLowerCase())
    else put(word, index)
    at = index + word.length
  }
  copy(at, text.length)
  return { ...mapped.build(), ...counts }

  function copy(from: number, until: number, replacement = text.slice(from, until)): void {
    for (let unit = from; unit < until; unit += 1)
      mapped.unit(replacement.charCodeAt(unit - from), starts[unit]!, ends[unit]!)
  }

  function put(word: string, start: number): void {
    const isShort = word.length <= WORD_LENGTH_MAX
    const asLatin = isLatin || (isShort && LATIN.test(word))
    // In a URL, digits and `@` are no leet.
    const core =
      isShort && !/^\.\p{L}/u.test(text.slice(start + word.length, start + word.length + 2)) ? coreOf(word) : ''
    const [leetFrom, leetUntil] = isLeet(core)
      ? [start + word.indexOf(core), start + word.indexOf(core) + core.length]
      : [0, 0]
    let hasConfusable = false
    let from = start
    for (const character of word) {
      const until = from + character.length
      hasConfusable ||= asLatin && isConfusable(character)
      if (asLatin && MARK.test(character)) {
        if (from > start) mapped.extend(ends[until - 1]!)
        from = until
        continue
      }
      const letter = from >= leetFrom && from < leetUntil ? letterOf(word, from - start) : undefined
      const replacement = letter ?? (asLatin ? latinOf(character) : character.toLowerCase())
      for (let unit = 0; unit < replacement.length; unit += 1)
        mapped.unit(replacement.charCodeAt(unit), starts[from]!, ends[until - 1]!)
      from = until
    }
    if (hasConfusable) counts.homoglyphs += 1
    if (leetUntil > leetFrom) counts.leet += 1
  }
}

function isMostlyLatin(text: string): boolean {
  let [latin, all] = [0, 0]
  if (ASCII.test(text)) return true
  for (const { 0: letter } of text.matchAll(LETTER)) {
    all += 1
    if (letter < '\u0250') latin += 1
  }
  return latin * 2 > all
}

/** A word without the signs around it, which belong to sentences or prices. */
function coreOf(word: string): string {
  return word.replace(/^[!|€@]+/, '').replace(/[$!|€@]+$/, '')
}

function letterOf(word: string, at: number): string | undefined {
  const sign = word[at]!
  if (!STROKE.test(sign)) return LEET[sign]
  const isBetween = CONSONANT.test(word[at - 1] ?? '') && CONSONANT.test(word[at + 1] ?? '')
  return isBetween ? 'i' : 'l'
}

/** More letters than leet, no number before or after the word ("150p", "covid19"), no missing space ("hi!how"). */
function isLeet(core: string): boolean {
  const exclaimed = core.indexOf('!')
  if (exclaimed >= 0 && (letterOf(core, exclaimed) !== 'i' || exclaimed > 4)) return false
  if (!LEET_SIGN.test(core) || !LETTERS_OR_LEET.test(core) || /^\d\d|\d\d$/.test(core)) return false
  const letters = core.match(LETTER)?.length ?? 0
  return letters >= LEET_LETTERS_MIN && letters > core.length - letters
}
