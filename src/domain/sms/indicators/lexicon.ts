import { createFinders, type Finder } from '../text/phrases.ts'
import LEXICON from './lexicon.json' with { type: 'json' }

/** Topics are features of the model (`says_<topic>`): a renamed, added or moved one needs a new model. */
export type Topic = keyof typeof LEXICON
export const TOPICS = Object.keys(LEXICON) as Topic[]

const FINDERS = createFinders(LEXICON)

export type Topics = Readonly<Record<Topic, ReturnType<Finder>>>

export function topicsIn(words: Parameters<Finder>[0]): Topics {
  return Object.fromEntries([...FINDERS].map(([topic, find]) => [topic, find(words)])) as Topics
}
