import { useEffect, useRef, useState } from 'preact/hooks'
import { live, onStreamItem, pageSession } from '../session/page-session.ts'
import type { LiveEvent } from './concerns.ts'
import { createPacedReload } from './paced-reload.ts'
import { pollGapMs } from './poll-gap-ms.ts'
import { useFailures } from './use-failures.ts'

type Options = {
  of: { reload(): void; error: unknown }
  /** Which events change what is shown. Without it, no event does. */
  changedBy?: ((event: LiveEvent) => boolean) | undefined
  /** How many requests a reading makes. */
  requests?: number
  /** Whether the person is at a place that a reading would move. */
  isBusy?(): boolean
}

export type Followed = {
  /** Something happened that is not shown, because it would move what the person is at. */
  isBehind: boolean
  /** For a person who requests it. */
  reload(): void
  /** For what reads by itself: false while the person is there, who sees then that something may have changed. */
  mayReload(): boolean
}

/** An event comes as soon as it is in the log, and read models follow the log within moments. */
const READ_MODEL_MS = 400
const CHECK_MS = 1_000

/**
 * Reads again what an event changes, at most once in some seconds, and once a minute while the stream is lost; always
 * while the page is visible.
 */
export function useLive(options: Options): Followed {
  const latest = useRef(options)
  latest.current = options
  const failures = useFailures(options.of.error)
  const settle = useRef(() => {})
  const [isBehind, setBehind] = useState(false)
  const isFollowed = options.changedBy !== undefined
  useEffect(() => {
    if (!isFollowed) return
    const { requests = 1 } = latest.current
    const isBusy = () => latest.current.isBusy?.() === true
    let readAtMs = performance.now()
    const paced = createPacedReload({
      takeTurn: () => pageSession.takeTurn(requests),
      mayReload: () => document.visibilityState === 'visible' && !isBusy(),
      reload() {
        readAtMs = performance.now()
        setBehind(false)
        latest.current.of.reload()
      },
    })
    settle.current = paced.settle
    const want = () => {
      setBehind(isBusy())
      paced.want()
    }
    let timer: ReturnType<typeof setTimeout> | undefined
    // The read model may not have what came just before the view: its first reading may be without it.
    const leaveStream = onStreamItem(item => {
      if (item.type === 'event' && latest.current.changedBy?.(item.event) !== true) return
      timer ??= setTimeout(() => {
        timer = undefined
        want()
      }, READ_MODEL_MS)
    }, READ_MODEL_MS)
    const checkTimer = setInterval(() => {
      const isDue = performance.now() - readAtMs >= pollGapMs(failures.current)
      if (isDue && live.peek().is === 'lost' && document.visibilityState === 'visible') want()
      else paced.retry()
    }, CHECK_MS)
    document.addEventListener('visibilitychange', paced.retry)
    return () => {
      leaveStream()
      paced.end()
      clearTimeout(timer)
      clearInterval(checkTimer)
      document.removeEventListener('visibilitychange', paced.retry)
    }
  }, [isFollowed])
  return {
    isBehind,
    reload() {
      settle.current()
      setBehind(false)
      options.of.reload()
    },
    mayReload() {
      const isBusy = options.isBusy?.() === true
      setBehind(isBusy)
      return !isBusy
    },
  }
}
