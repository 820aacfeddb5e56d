import { setTimeout as delay } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { deviceStreams } from '#domain/vpn/devices/events.ts'
import { isReadable } from '#event-sourcing/event-store.ts'
import type { Service } from '#service.ts'

/** Also the delay of an end that the subscription missed: an agent ends tunnels within 5 s. */
export const LONG_POLL_MS = 4_000
/** Longer than the lease of an ended session exists. */
const RECENT_MS = 60_000
const RECENT_MAX = 20_000
const RETRY_MS = 1_000

type Waiter = { sessions: ReadonlySet<string>; notify(ended: string[]): void }

/** Subscribes to the log at the first call: a service without agents needs no subscription. */
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
        // Until then agents find ended sessions at each request.
        if (!stopping.signal.aborted) log.warn({ err: error }, 'the subscription to ends of VPN sessions failed')
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
    /** Resolves as soon as a session ends; empty after `ms` or an abort. */
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
    async stop(): Promise<void> {
      stopping.abort()
      for (const waiter of waiters) waiter.notify([])
      await subscription
    },
  }
}

function endedBy(event: Parameters<typeof deviceStreams.parse>[0]): string | null {
  const { type, data } = deviceStreams.parse(event)
  return type === 'VpnSessionIssued' || type === 'VpnSessionConnected' ? null : data.session_id
}
