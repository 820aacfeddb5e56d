import { isConfusable, latinOf } from './homoglyphs.ts'
import { createMappedText, type MappedText } from './mapped-text.ts'

export type Skeleton = MappedText & {
  /** Words in which letters of another script stand for Latin ones. */
  homoglyphs: number
  /** Words in which digits or signs stand for letters. */
  leet: number
}

/** Letters and digits, and among them the signs that stand for letters. */
const WORD = /[\p{L}\p{M}\p{N}@$!|€]+/gu
const PLAIN = /^[a-z]+$|^[0-9]+$/i
const LETTER = /\p{L}/gu
/** What is left of accents, and strokes through letters. */
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
/** Both i and l look like it: between two of these it is the vowel. */
const STROKE = /[1!|]/
const CONSONANT = /[b-df-hj-np-tv-z035789$]/i
const LETTERS_OR_LEET = /^(?:\p{L}|[0134578@$!|€])+$/u
/** With fewer letters it is a code or a short form ("gr8", "b4u"). */
const LEET_LETTERS_MIN = 3
/** What is longer is no word: its letters stay as they are. */
const WORD_LENGTH_MAX = 64

/**
 * What a text says to whoever reads it, in lower case and without accents: look-alike letters are the Latin ones that they stand for, where
 * the text or the word is Latin; digits and signs within a word are letters (`acc0unt`, `p@ypal`). It stands beside the text that it was made of.
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
    // In an address a digit is a digit, and `@` is no letter.
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

/** Whether letters of other scripts are the exception. */
function isMostlyLatin(text: string): boolean {
  let [latin, all] = [0, 0]
  if (ASCII.test(text)) return true
  for (const { 0: letter } of text.matchAll(LETTER)) {
    all += 1
    if (letter < '\u0250') latin += 1
  }
  return latin * 2 > all
}

/** A word without the signs around it, which end sentences or begin prices. */
function coreOf(word: string): string {
  return word.replace(/^[!|€@]+/, '').replace(/[$!|€@]+$/, '')
}

/** Which letter a digit or sign within a word stands for. */
function letterOf(word: string, at: number): string | undefined {
  const sign = word[at]!
  if (!STROKE.test(sign)) return LEET[sign]
  const isBetween = CONSONANT.test(word[at - 1] ?? '') && CONSONANT.test(word[at + 1] ?? '')
  return isBetween ? 'i' : 'l'
}

/** More letters than what stands for some, no number before or behind a word ("150p", "covid19"), and no missing space ("hi!how"). */
function isLeet(core: string): boolean {
  const exclaimed = core.indexOf('!')
  if (exclaimed >= 0 && (letterOf(core, exclaimed) !== 'i' || exclaimed > 4)) return false
  if (!LEET_SIGN.test(core) || !LETTERS_OR_LEET.test(core) || /^\d\d|\d\d$/.test(core)) return false
  const letters = core.match(LETTER)?.length ?? 0
  return letters >= LEET_LETTERS_MIN && letters > core.length - letters
}
