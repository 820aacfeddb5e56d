import type { Span } from './text/mapped-text.ts'
import { type Word, wordsOf } from './text/words.ts'
import { BRAND_WORDS, type Brand, type BrandWord } from './urls/brands.ts'

export type BrandMention = Span & {
  brand: Brand
  /** The word also has another meaning. */
  isCommon: boolean
}

const BY_FIRST: ReadonlyMap<string, readonly { words: readonly string[]; of: BrandWord }[]> = byFirstWord()

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
    const matching = (BY_FIRST.get(words[at]!.text) ?? []).filter(({ words: name }) =>
      name.every((word, offset) => words[at + offset]?.text === word),
    )
    const longest = matching.sort((a, b) => b.words.length - a.words.length)[0]
    if (longest === undefined) continue
    const span = { start: words[at]!.start, end: words[at + longest.words.length - 1]!.end }
    if (longest.of.isCommon && !isName && at > 0 && !isMarked(span)) continue
    found.push({ ...span, brand: longest.of.brand, isCommon: longest.of.isCommon })
    at += longest.words.length - 1
  }
  return found
}

function byFirstWord() {
  const by = new Map<string, { words: string[]; of: BrandWord }[]>()
  for (const of of BRAND_WORDS) {
    const words = wordsOf(of.text.replace(/[.&-]/g, ' ')).map(({ text }) => text)
    const first = words[0]
    if (first !== undefined) by.set(first, [...(by.get(first) ?? []), { words, of }])
  }
  return by
}
