import { type Client, createClient } from '../../client/client.ts'
import { ServiceError } from '../../client/errors.ts'
import type { StreamItem } from '../../client/stream-events.ts'
import type { LiveState } from './live-state.ts'

type Session = { token(): Promise<string | null>; renew(refused: string): Promise<string | null> }
type Deps = {
  url: string
  session: Session
  onItem(item: StreamItem): void
  onState(state: LiveState): void
  times?: Partial<typeof TIMES>
}

const TIMES = {
  /** A stream that is back by then, as after the end of its token, was not lost for a person. */
  lostMs: 5_000,
  /** After an end that the client does not repair itself, as a session that could not be renewed. */
  restartMs: 30_000,
}

/**
 * The one stream of events of a browser. It is open while it is wanted, and goes on after the last event it had when
 * it is wanted again, unless `forget` was called.
 */
export function createLiveStream({ url, session, onItem, onState, times = {} }: Deps) {
  const { lostMs, restartMs } = { ...TIMES, ...times }
  const client = createClient({ url, session })
  let lastEventId: string | undefined
  let open: AbortController | null = null
  let lostTimer: ReturnType<typeof setTimeout> | undefined
  let restartTimer: ReturnType<typeof setTimeout> | undefined
  let state: LiveState = { is: 'off' }

  function change(to: LiveState): void {
    clearTimeout(lostTimer)
    lostTimer = undefined
    if (to.is === state.is) return
    state = to
    onState(state)
  }

  function lose(): void {
    if (state.is === 'lost' || lostTimer !== undefined) return
    const sinceMs = Date.now()
    lostTimer = setTimeout(() => change({ is: 'lost', sinceMs }), lostMs)
  }

  async function run(leaving: AbortController): Promise<void> {
    try {
      for await (const item of streamOf(client, leaving)) if (open === leaving) onItem(item)
    } catch (error) {
      if (open !== leaving) return
      lose()
      // The service refuses this user: there is nothing to wait for.
      if (error instanceof ServiceError && (error.status === 401 || error.status === 403)) return
      restartTimer = setTimeout(() => void run(leaving), restartMs)
    }
  }

  function streamOf(from: Client, leaving: AbortController) {
    return from.streamEvents({
      signal: leaving.signal,
      ...(lastEventId === undefined ? {} : { lastEventId }),
      onState(now) {
        if (open !== leaving) return
        // It begins now: what happened since pages read their lists is in no event of it.
        if (lastEventId === undefined && now.lastEventId !== undefined)
          onItem({ type: 'reset', reason: 'begins', lastEventId: now.lastEventId })
        lastEventId = now.lastEventId
        if (now.isOpen) change({ is: 'live' })
        else lose()
      },
    })
  }

  return {
    state: () => state,
    want(isWanted: boolean): void {
      if (isWanted === (open !== null)) return
      if (isWanted) {
        open = new AbortController()
        void run(open)
        // Until it opens, a person does not wait for it.
        if (state.is === 'off') lose()
      } else {
        open?.abort()
        open = null
        clearTimeout(restartTimer)
        change({ is: 'off' })
      }
    },
    /** The next stream begins now: its reader has read everything. */
    forget(): void {
      lastEventId = undefined
    },
  }
}
