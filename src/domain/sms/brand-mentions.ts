import type { Span } from './text/mapped-text.ts'
import { type Word, wordsOf } from './text/words.ts'
import { BRAND_WORDS, type Brand } from './urls/brands.ts'

export type BrandMention = Span & {
  brand: Brand
  /** The word also has another meaning. */
  isCommon: boolean
}

const NAMES = BRAND_WORDS.map(brandWord => ({
  ...brandWord,
  words: wordsOf(brandWord.text.replace(/[.&-]/g, ' ')).map(({ text }) => text),
}))
const BY_FIRST_WORD = Map.groupBy(NAMES, ({ words }) => words[0])

/**
 * The brands that the words of a skeleton name; the longest name if several begin at one word.
 *
 * @param isName whether the text is a sender's name. In a sentence, a common word names a brand only if it comes first
 *   or `isMarked`.
 */
export function brandsIn(
  words: readonly Word[],
  { isName = false, isMarked = () => false }: { isName?: boolean; isMarked?: (span: Span) => boolean } = {},
): BrandMention[] {
  const found: BrandMention[] = []
  for (let at = 0; at < words.length; at += 1) {
    const matching = (BY_FIRST_WORD.get(words[at]!.text) ?? []).filter(({ words: name }) =>
      name.every((word, offset) => words[at + offset]?.text === word),
    )
    const longest = matching.sort((a, b) => b.words.length - a.words.length)[0]
    if (longest === undefined) continue
    const span = { start: words[at]!.start, end: words[at + longest.words.length - 1]!.end }
    if (longest.isCommon && !isName && at > 0 && !isMarked(span)) continue
    found.push({ ...span, brand: longest.brand, isCommon: longest.isCommon })
    at += longest.words.length - 1
  }
  return found
}
