import type { Span } from '../text/mapped-text.ts'
import type { Word } from '../text/words.ts'
import { type Grams, wordGrams } from './grams.ts'

const RUN_MAX = 6
/** Further words are ignored. */
const WORDS_MAX = 400

/** The run of words with the highest weight, or null without words. */
export function heaviestWords(words: readonly Word[], weigh: (grams: Grams) => number): Span | null {
  const weights = words.slice(0, WORDS_MAX).map((word, at) => weigh(wordGrams(word.text, words[at - 1]?.text)))
  let best: { from: number; until: number; sum: number } | null = null
  for (let from = 0; from < weights.length; from += 1)
    for (let until = from, sum = 0; until < Math.min(from + RUN_MAX, weights.length); until += 1) {
      sum += weights[until]!
      if (best === null || sum > best.sum) best = { from, until, sum }
    }
  return best === null ? null : { start: words[best.from]!.start, end: words[best.until]!.end }
}
