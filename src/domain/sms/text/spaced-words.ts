import { createMappedText, type MappedText } from './mapped-text.ts'

/** Separators of a spaced-out word. A dot is none, because URLs and abbreviations contain it. */
const GAPS = ' -_*'
/** Fewer letters are initials, or words such as "I a m". */
const LETTERS_MIN = 4
const LETTER = /^[\p{L}\p{N}@$!|]$/u
const WORD_PART = /^[\p{L}\p{N}]$/u

/** Without the characters of host names: `p-a-y` differs from `pay`. */
export const GAPS_IN_URLS = ' *'

/** Joins spaced-out words (`v e r i f y`, `P-I-N-S`) and counts them. A wider gap ends a word. */
export function joinSpacedWords(plain: MappedText, gaps = GAPS): MappedText & { spaced: number } {
  const { text, starts, ends } = plain
  const mapped = createMappedText(text.length)
  let spaced = 0
  for (let at = 0; at < text.length; ) {
    const end = at === 0 || !isOf(WORD_PART, at - 1) ? endOfSpaced(at) : at
    const isWord = (end - at + 1) / 2 >= LETTERS_MIN
    if (isWord) spaced += 1
    for (const until = Math.max(end, at + 1); at < until; at += isWord ? 2 : 1)
      mapped.unit(text.charCodeAt(at), starts[at]!, ends[at]!)
    if (isWord) at -= 1
  }
  return { ...mapped.build(), spaced }

  function endOfSpaced(start: number): number {
    const gap = text[start + 1]
    if (gap === undefined || !gaps.includes(gap) || !isOf(LETTER, start)) return start
    let end = start + 1
    while (text[end] === gap && ends[end]! - starts[end]! === 1 && isOf(LETTER, end + 1)) end += 2
    // What follows belongs to a longer word: "a b c def" ends with c.
    return isOf(WORD_PART, end) ? end - 2 : end
  }

  function isOf(letters: RegExp, at: number): boolean {
    return at < text.length && letters.test(text[at]!)
  }
}
