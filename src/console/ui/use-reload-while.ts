import { useEffect, useRef } from 'preact/hooks'
import { startPoll } from '../live/poll.ts'
import { useFailures } from '../live/use-failures.ts'
import { pageSession } from '../session/page-session.ts'
import { reloadGapMs } from './reload-gap-ms.ts'

type Reloaded = {
  reload(): void
  error: unknown
  /** Of a list: false while the person is in it. */
  mayReload?(): boolean
}

/**
 * Reads again what changes without an event, while it is under way and the page is visible. `since`: another value
 * begins with the short gaps again.
 */
export function useReloadWhile(
  isUnderWay: boolean,
  of: Reloaded,
  since: string,
  gapMs: (round: number, failures: number) => number = reloadGapMs,
): void {
  const latest = useRef(of)
  latest.current = of
  const failures = useFailures(of.error)
  useEffect(() => {
    if (!isUnderWay) return
    return startPoll({
      takeTurn: () => pageSession.takeTurn(1),
      mayReload: () => document.visibilityState === 'visible' && latest.current.mayReload?.() !== false,
      reload: () => latest.current.reload(),
      gapMs: round => gapMs(round, failures.current),
    })
  }, [isUnderWay, since])
}
