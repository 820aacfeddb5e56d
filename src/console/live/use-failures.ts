import { useEffect, useRef } from 'preact/hooks'

/** How many readings failed one after another. `error`: of the last one, or null. */
export function useFailures(error: unknown): { readonly current: number } {
  const failures = useRef(0)
  useEffect(() => {
    failures.current = error === null || error === undefined ? 0 : failures.current + 1
  }, [error])
  return failures
}
