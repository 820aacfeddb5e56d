import { useRef } from 'preact/hooks'
import { ServiceError } from '../../client/errors.ts'
import { type Loaded, useAnswer } from './use-answer.ts'

const GONE = new Set([401, 403, 404, 410])

/**
 * As `useAnswer`, and the last answer stays while it can't be read again, with the forms on the page and what they
 * show of a command that failed. It goes where the user may not read it any more. `isOld`: it could not be read again.
 * Another `round` reads the same again.
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
  else if (error instanceof ServiceError && GONE.has(error.status)) last.current = null
  const known = last.current?.of === of ? last.current.answer : null
  return { ...loaded, answer: known, isOld: answer === null && error !== null && known !== null }
}
