import { useRef } from 'preact/hooks'
import { isOutcomeUnknown } from './problem.ts'
import type { Loaded } from './use-answer.ts'

/**
 * The answer that a view shows, or the last one when it can't be loaded again because the service does not answer: a
 * form on the page stays, and what it shows of a command that failed. `isOld`: it was not loaded again.
 */
export function useLastKnown<T>({ answer, error }: Loaded<T>): { known: T | null; isOld: boolean } {
  const last = useRef<T | null>(null)
  if (answer !== null) last.current = answer
  else if (error !== null && !isOutcomeUnknown(error)) last.current = null
  return { known: last.current, isOld: answer === null && last.current !== null }
}
