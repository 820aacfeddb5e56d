import WORDS from './language-words.json' with { type: 'json' }
import type { Word } from './text/words.ts'

/** `other`: another language, or too few words. */
export type Language = 'en' | 'es' | 'other'

const COMMON = { en: new Set(WORDS.en), es: new Set(WORDS.es) }
/** Words of languages that share short words with Spanish: French, Portuguese, Italian, Catalan. */
const NEIGHBOURS = new Set(WORDS.neighbours)
/** The words above are about a quarter of a text. */
const SHARE_MIN = 0.12

export function languageOf(words: readonly Word[]): Language {
  const letters = words.filter(({ text }) => /^\p{L}/u.test(text))
  const count = (of: ReadonlySet<string>) => letters.reduce((sum, { text }) => sum + (of.has(text) ? 1 : 0), 0)
  const [en, es] = [count(COMMON.en), count(COMMON.es)]
  const most = Math.max(en, es)
  if (most === 0 || most < letters.length * SHARE_MIN) return 'other'
  if (es <= en) return 'en'
  return count(NEIGHBOURS) * 2 > es ? 'other' : 'es'
}
