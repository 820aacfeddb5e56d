/** Without apostrophes; the offsets are those of the skeleton. */
export type Word = { text: string; start: number; end: number }

const WORD = /[\p{L}\p{M}\p{N}]+(?:['’`][\p{L}\p{M}]+)*/gu

/** @param text in lower case. */
export function wordsOf(text: string): Word[] {
  return Array.from(text.matchAll(WORD), ({ 0: word, index }) => ({
    text: word.replace(/['’`]/g, ''),
    start: index,
    end: index + word.length,
  }))
}
