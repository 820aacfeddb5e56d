import type { StreamItem } from '../../client/stream-events.ts'
import type { LiveState } from '../live/live-state.ts'
import { createLiveStream } from '../live/live-stream.ts'
import { createTurns } from '../live/turns.ts'
import { createSessionKeeper, type SessionKeeper } from './session-keeper.ts'
import type { SessionCalls, SignInState } from './session-state.ts'

/** What pages of a browser learn from what they share. */
export type SessionNews = {
  onState(state: SignInState): void
  onLive(state: LiveState): void
  onItem(item: StreamItem): void
  /** Until then the console requests only what a person requested. Milliseconds since 1970. */
  onScarce(untilMs: number): void
}

type BrowserSession = SessionKeeper &
  SessionCalls & {
    live(): LiveState
    scarceUntilMs(): number
    /** Whether any page is visible: there is no stream without one. */
    setVisible(isVisible: boolean): void
    /** A page saw that less than a tenth of the client's rate limit is left. */
    spare(forMs: number): void
  }

/** A page that is hidden for a moment, as when another tab is shown, costs no new stream. */
const HIDDEN_MS = 3_000
const EVENTS_SCOPE = 'events:read'

/** The session of all pages of a browser, with the one stream and the turns that they share. */
export function createBrowserSession(url: string, news: SessionNews): BrowserSession {
  const turns = createTurns()
  let isVisible = false
  let hiddenTimer: ReturnType<typeof setTimeout> | undefined
  let scarceUntilMs = 0

  const keeper = createSessionKeeper(url, state => {
    // The pages are empty then, and read everything when their user is back.
    if (state.is === 'out') stream.forget()
    update()
    news.onState(state)
  })
  const stream = createLiveStream({ url, session: keeper, onItem: news.onItem, onState: news.onLive })

  function update(): void {
    const state = keeper.state()
    stream.want(isVisible && state.is === 'in' && state.user.scopes.some(scope => scope === EVENTS_SCOPE))
  }

  return {
    ...keeper,
    takeTurn: turns.take,
    live: stream.state,
    scarceUntilMs: () => scarceUntilMs,
    setVisible(to) {
      clearTimeout(hiddenTimer)
      const apply = () => {
        isVisible = to
        update()
      }
      if (to) apply()
      else hiddenTimer = setTimeout(apply, HIDDEN_MS)
    },
    spare(forMs) {
      turns.block(forMs)
      scarceUntilMs = Math.max(scarceUntilMs, Date.now() + forMs)
      news.onScarce(scarceUntilMs)
    },
  }
}
