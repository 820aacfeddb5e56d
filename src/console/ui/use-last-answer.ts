import { useRef } from 'preact/hooks'
import { isOutcomeUnknown } from './problem.ts'
import { type Loaded, useAnswer } from './use-answer.ts'

/**
 * As `useAnswer`, and the last answer stays while the service does not answer, with the forms on the page and what they
 * show of a command that failed. `isOld`: it could not be read again. Another `round` reads the same again.
 */
export function useLastAnswer<T>(
  load: (signal: AbortSignal) => Promise<T>,
  of: string,
  round = 0,
): Loaded<T> & { isOld: boolean } {
  const last = useRef<{ of: string; answer: T } | null>(null)
  const loaded = useAnswer(load, [of, String(round)])
  const { answer, error } = loaded
  if (answer !== null) last.current = { of, answer }
  else if (error !== null && !isOutcomeUnknown(error)) last.current = null
  const known = last.current?.of === of ? last.current.answer : null
  return { ...loaded, answer: known, isOld: answer === null && error !== null && known !== null }
}
