import { useRef } from 'preact/hooks'
import { type Loaded, useAnswer } from '../ui/use-answer.ts'

/**
 * As `useAnswer`, and the last answer stays when it can't be read again: forms on the page stay with it. Another
 * `round` reads the same again.
 */
export function useLastAnswer<T>(load: (signal: AbortSignal) => Promise<T>, of: string, round = 0): Loaded<T> {
  const last = useRef<{ of: string; answer: T } | null>(null)
  const loaded = useAnswer(load, [of, String(round)])
  if (loaded.answer !== null) last.current = { of, answer: loaded.answer }
  return { ...loaded, answer: last.current?.of === of ? last.current.answer : null }
}
