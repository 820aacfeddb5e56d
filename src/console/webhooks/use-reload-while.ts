import { useEffect } from 'preact/hooks'
import { reloadGapMs } from './reload-gap-ms.ts'

/**
 * Reads again what changes without an event, while it is under way and the page is visible. `since`: another value
 * begins with the short gaps again.
 */
export function useReloadWhile(isUnderWay: boolean, reload: () => void, since: string): void {
  useEffect(() => {
    if (!isUnderWay) return
    let round = 0
    let timer: ReturnType<typeof setTimeout>
    const wait = () => {
      timer = setTimeout(() => {
        round += 1
        if (document.visibilityState === 'visible') reload()
        wait()
      }, reloadGapMs(round))
    }
    wait()
    return () => clearTimeout(timer)
  }, [isUnderWay, since])
}
