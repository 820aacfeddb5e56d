import type { Span } from './text/mapped-text.ts'
import { type Word, wordsOf } from './text/words.ts'
import { BRAND_WORDS, type Brand, type BrandWord } from './urls/brands.ts'

export type BrandMention = Span & {
  brand: Brand
  /** By a word that is said of other things, too. */
  isCommon: boolean
}

const BY_FIRST: ReadonlyMap<string, readonly { words: readonly string[]; of: BrandWord }[]> = byFirstWord()

/**
 * Which brands words of a skeleton name, in their order; the longest name where several begin at a word.
 *
 * @param isName whether the whole text is a name; in a sentence, a word that is said of other things is no brand unless it stands first or `isMarked`.
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
