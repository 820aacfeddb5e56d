import { useRef } from 'preact/hooks'
import { ServiceError } from '../../client/errors.ts'
import { type Loaded, useAnswer } from './use-answer.ts'

export type LastAnswer<T> = Loaded<T> & {
  /** It could not be read again. */
  isOld: boolean
}

const GONE = new Set([401, 403, 404, 410])

/**
 * As `useAnswer`, and the last answer stays while it can't be read again, with the forms on the page and what they
 * show of a command that failed. It goes where the user may not read it any more. Another `round` reads the same again.
 */
export function useLastAnswer<T>(load: (signal: AbortSignal) => Promise<T>, of: string, round = 0): LastAnswer<T> {
  const last = useRef<{ of: string; answer: T } | null>(null)
  const loaded = useAnswer(load, [of, String(round)])
  const { answer, error } = loaded
  if (answer !== null) last.current = { of, answer }
  else if (error instanceof ServiceError && GONE.has(error.status)) last.current = null
  const known = last.current?.of === of ? last.current.answer : null
  return {
    ...loaded,
    answer: known,
    isLoading: loaded.isLoading && known === null,
    isOld: answer === null && error !== null && known !== null,
  }
}
