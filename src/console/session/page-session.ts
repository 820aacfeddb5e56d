import { signal } from '@preact/signals'
import type { StreamItem } from '../../client/stream-events.ts'
import type { LiveState } from '../live/live-state.ts'
import { createBrowserSession } from './browser-session.ts'
import { type FromPage, type FromWorker, receivedError } from './messages.ts'
import type { SessionCalls, SignInState } from './session-state.ts'

/** Of the page: `<API>/console`. */
export const API_URL = new URL('.', location.href.replace(/[?#].*$/s, '')).href

export const session = signal<SignInState>({ is: 'starting' })

/** Whether the worker's file is there: after an update of the service it may not be. */
export const isOutdated = signal(false)

/** Of the stream of events that the pages of this browser share. */
export const live = signal<LiveState>({ is: 'off' })

/** Until then (milliseconds since 1970) the client has few requests left, and the console sends none by itself. */
export const scarceUntilMs = signal(0)

type Listener = (item: StreamItem) => void
const listeners = new Set<Listener>()

const RECENT_MS = 1_000
let recent: readonly { item: StreamItem; atMs: number }[] = []

const recentItems = (withinMs: number) => recent.filter(({ atMs }) => performance.now() - atMs < withinMs)

/**
 * Calls it with each event as it happens, and at once with those of the last `withinMs` milliseconds (at most 1,000).
 * Returns what ends that.
 */
export function onStreamItem(listener: Listener, withinMs = 0): () => void {
  listeners.add(listener)
  for (const { item } of recentItems(withinMs)) listener(item)
  return () => listeners.delete(listener)
}

function notifyListeners(item: StreamItem): void {
  recent = [...recentItems(RECENT_MS), { item, atMs: performance.now() }]
  for (const listener of [...listeners]) listener(item)
}

type PageSession = SessionCalls & {
  touch(): void
  /** Less than a tenth of the client's rate limit is left for so long. */
  spare(forMs: number): void
}

declare const trustedTypes:
  | {
      createPolicy(
        name: string,
        rules: { createScriptURL(url: string): string },
      ): { createScriptURL(url: string): string }
    }
  | undefined

export const pageSession: PageSession = typeof SharedWorker === 'undefined' ? ownSession() : sharedSession()

/** Where there is no SharedWorker, each page signs in by itself. */
function ownSession(): PageSession {
  const keeper = createBrowserSession(API_URL, {
    onState(state) {
      session.value = state
    },
    onLive(state) {
      live.value = state
    },
    onItem: notifyListeners,
    onScarce(untilMs) {
      scarceUntilMs.value = untilMs
    },
  })
  session.value = keeper.state()
  watchVisibility(keeper.setVisible)
  addEventListener('pagehide', () => {
    if (keeper.state().is === 'in') void keeper.end('signed_out')
  })
  return keeper
}

function sharedSession(): PageSession {
  const { port } = startWorker()
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  let lastId = 0
  const send = (message: FromPage) => port.postMessage(message)

  port.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => {
    if ('state' in data) {
      session.value = data.state
      return
    }
    if ('live' in data) {
      live.value = data.live
      return
    }
    if ('scarceUntilMs' in data) {
      scarceUntilMs.value = data.scarceUntilMs
      return
    }
    if ('item' in data) return notifyListeners(data.item)
    const call = waiting.get(data.id)
    waiting.delete(data.id)
    if ('error' in data) call?.reject(receivedError(data.error))
    else call?.resolve(data.result)
  })
  port.start()
  watchVisibility(visible => send({ visible }))
  addEventListener('pagehide', () => send({ leave: true }))
  // A page from the browser's cache has left its session.
  addEventListener('pageshow', event => {
    if (event.persisted) location.reload()
  })

  function call<Name extends keyof SessionCalls>(name: Name) {
    return (...given: Parameters<SessionCalls[Name]>) => {
      lastId += 1
      const answer = Promise.withResolvers<unknown>()
      waiting.set(lastId, answer)
      send({ id: lastId, call: name, given } as FromPage)
      return answer.promise as ReturnType<SessionCalls[Name]>
    }
  }
  return {
    signIn: call('signIn'),
    signInWithKey: call('signInWithKey'),
    signOut: call('signOut'),
    signOutEverywhere: call('signOutEverywhere'),
    token: call('token'),
    renew: call('renew'),
    takeTurn: call('takeTurn'),
    touch: () => send({ touch: true }),
    spare: scarceForMs => send({ scarceForMs }),
  }
}

function watchVisibility(report: (isVisible: boolean) => void): void {
  const reportNow = () => report(document.visibilityState === 'visible')
  document.addEventListener('visibilitychange', reportNow)
  reportNow()
}

function startWorker(): SharedWorker {
  const path = document.querySelector('meta[name=session-worker]')?.getAttribute('content') ?? ''
  const worker = new SharedWorker(trusted(new URL(path, API_URL).href), { type: 'module', name: 'session' })
  worker.addEventListener('error', () => {
    isOutdated.value = true
  })
  return worker
}

/** The page's policy lets no other text become the address of a script. */
function trusted(url: string): string {
  if (!url.startsWith(`${API_URL}console/worker-`)) throw new Error('the page names no session worker of its own')
  if (typeof trustedTypes === 'undefined') return url
  return trustedTypes.createPolicy('console', { createScriptURL: text => text }).createScriptURL(url)
}
