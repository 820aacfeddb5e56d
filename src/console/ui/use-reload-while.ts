import { useEffect, useRef } from 'preact/hooks'
import { useFailures } from '../live/use-failures.ts'
import { pageSession } from '../session/page-session.ts'
import { reloadGapMs } from './reload-gap-ms.ts'

/**
 * Reads again what changes without an event, while it is under way and the page is visible. `since`: another value
 * begins with the short gaps again.
 */
export function useReloadWhile(
  isUnderWay: boolean,
  of: { reload(): void; error: unknown },
  since: string,
  gapMs: (round: number, failures: number) => number = reloadGapMs,
): void {
  const latest = useRef(of)
  latest.current = of
  const failures = useFailures(of.error)
  useEffect(() => {
    if (!isUnderWay) return
    let round = 0
    let isOver = false
    let timer: ReturnType<typeof setTimeout>
    const readInTurn = async () => {
      if (document.visibilityState === 'visible') await pageSession.takeTurn(1)
      if (isOver) return
      if (document.visibilityState === 'visible') latest.current.reload()
      wait()
    }
    const wait = () => {
      timer = setTimeout(() => void readInTurn(), gapMs(round, failures.current))
      round += 1
    }
    wait()
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [isUnderWay, since])
}
