import { setTimeout as delay } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { deviceStreams } from '#domain/vpn/devices/events.ts'
import { isReadable } from '#event-sourcing/event-store.ts'
import type { Service } from '#service.ts'

/**
 * How long an agent waits for a session of its own to end before it asks anew. Whoever asks is told first what is over already, so that it is also
 * the longest that an end goes unnoticed which this process was not told of: an agent ends tunnels within 5 s.
 */
export const LONG_POLL_MS = 4_000
/** A session that ended just before somebody asks: its lease may be there a moment longer. */
const RECENT_MS = 60_000
const RECENT_MAX = 20_000
const RETRY_MS = 1_000

type Waiter = { sessions: ReadonlySet<string>; notify(ended: string[]): void }

export type SessionEnds = ReturnType<typeof createSessionEnds>

/**
 * Which sessions end, as soon as the log says so, whichever process ended them. The log is followed from the first question on: a service without
 * agents follows nothing.
 */
export function createSessionEnds({ store, log }: Pick<Service, 'store' | 'log'>) {
  const stopping = new AbortController()
  const recent = new LRUCache<string, true>({ max: RECENT_MAX, ttl: RECENT_MS })
  const waiters = new Set<Waiter>()
  let subscription: Promise<void> | null = null

  async function subscribe(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        await store.subscribe({
          prefixes: [deviceStreams.prefix],
          from: await store.end(),
          signal: stopping.signal,
          async handle({ events }) {
            notifyAll(events.filter(isReadable).flatMap(event => endedBy(event) ?? []))
          },
        })
      } catch (error) {
        // Meanwhile agents are told what is over each time that they ask.
        if (!stopping.signal.aborted) log.warn({ err: error }, 'ends of VPN sessions are not followed')
        await delay(RETRY_MS, undefined, { signal: stopping.signal }).catch(() => undefined)
      }
    }
  }

  function notifyAll(ended: readonly string[]): void {
    for (const session_id of ended) recent.set(session_id, true)
    if (ended.length === 0) return
    for (const waiter of waiters) {
      const own = ended.filter(session_id => waiter.sessions.has(session_id))
      if (own.length > 0) waiter.notify(own)
    }
  }

  return {
    /** Those of the sessions that end within `ms`, as soon as one does; none when none did, or when the caller or the process went away. */
    waitForEnd(sessions: readonly string[], ms: number, signal: AbortSignal): Promise<string[]> {
      subscription ??= subscribe()
      const ended = sessions.filter(session_id => recent.has(session_id))
      const isSettled = ended.length > 0 || stopping.signal.aborted || signal.aborted
      if (isSettled) return Promise.resolve(ended)
      return new Promise(resolve => {
        const settle = (ended: string[]) => {
          waiters.delete(waiter)
          clearTimeout(timer)
          signal.removeEventListener('abort', none)
          resolve(ended)
        }
        const none = () => settle([])
        const waiter: Waiter = { sessions: new Set(sessions), notify: settle }
        const timer = setTimeout(none, ms)
        signal.addEventListener('abort', none)
        waiters.add(waiter)
      })
    },
    /** Nobody waits any more. */
    async stop(): Promise<void> {
      stopping.abort()
      for (const waiter of waiters) waiter.notify([])
      await subscription
    },
  }
}

/** The session that an event ended. */
function endedBy(event: Parameters<typeof deviceStreams.parse>[0]): string | null {
  const { type, data } = deviceStreams.parse(event)
  return type === 'VpnSessionIssued' || type === 'VpnSessionConnected' ? null : data.session_id
}
