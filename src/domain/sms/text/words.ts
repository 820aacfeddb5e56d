/** A word of a skeleton, without apostrophes, and where it stands there. */
export type Word = { text: string; start: number; end: number }

const WORD = /[\p{L}\p{M}\p{N}]+(?:['’`][\p{L}\p{M}]+)*/gu

/** Of a text in lower case. */
export function wordsOf(text: string): Word[] {
  return Array.from(text.matchAll(WORD), ({ 0: word, index }) => ({
    text: word.replace(/['’`]/g, ''),
    start: index,
    end: index + word.length,
  }))
}
