import { setTimeout as delay } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { deviceStreams } from '#domain/vpn/devices/events.ts'
import { isReadable } from '#event-sourcing/event-store.ts'
import type { Service } from '#service.ts'

/**
 * How long an agent waits for a session of its own to end before it asks anew. Whoever asks is told first what is over already, so that it is also
 * the longest that an end goes unnoticed which this process was not told of: an agent ends tunnels within 5 s.
 */
export const WATCH_MS = 4_000
/** A session that ended just before somebody asks: its lease may be there a moment longer. */
const RECENT_MS = 60_000
const RECENT_MAX = 20_000
const AGAIN_AFTER_MS = 1_000

type Waiting = { sessions: ReadonlySet<string>; tell(ended: string[]): void }

export type Endings = ReturnType<typeof createEndings>

/**
 * Which sessions end, as soon as the log says so, whichever process ended them. The log is followed from the first question on: a service without
 * agents follows nothing.
 */
export function createEndings({ store, log }: Pick<Service, 'store' | 'log'>) {
  const stopping = new AbortController()
  const recent = new LRUCache<string, true>({ max: RECENT_MAX, ttl: RECENT_MS })
  const everybody = new Set<Waiting>()
  let following: Promise<void> | null = null

  async function follow(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        await store.subscribe({
          prefixes: [deviceStreams.prefix],
          from: await store.end(),
          signal: stopping.signal,
          async handle({ events }) {
            tell(events.filter(isReadable).flatMap(event => endedBy(event) ?? []))
          },
        })
      } catch (error) {
        // Meanwhile agents are told what is over each time that they ask.
        if (!stopping.signal.aborted) log.warn({ err: error }, 'ends of VPN sessions are not followed')
        await delay(AGAIN_AFTER_MS, undefined, { signal: stopping.signal }).catch(() => undefined)
      }
    }
  }

  function tell(ended: readonly string[]): void {
    for (const session_id of ended) recent.set(session_id, true)
    if (ended.length === 0) return
    for (const waiting of everybody) {
      const own = ended.filter(session_id => waiting.sessions.has(session_id))
      if (own.length > 0) waiting.tell(own)
    }
  }

  return {
    /** Those of the sessions that end within `ms`, as soon as one does; none when none did, or when the caller or the process went away. */
    until(sessions: readonly string[], ms: number, left: AbortSignal): Promise<string[]> {
      following ??= follow()
      const over = sessions.filter(session_id => recent.has(session_id))
      const isOver = over.length > 0 || stopping.signal.aborted || left.aborted
      if (isOver) return Promise.resolve(over)
      return new Promise(resolve => {
        const done = (ended: string[]) => {
          everybody.delete(waiting)
          clearTimeout(timer)
          left.removeEventListener('abort', none)
          resolve(ended)
        }
        const none = () => done([])
        const waiting: Waiting = { sessions: new Set(sessions), tell: done }
        const timer = setTimeout(none, ms)
        left.addEventListener('abort', none)
        everybody.add(waiting)
      })
    },
    /** Nobody waits any more. */
    async stop(): Promise<void> {
      stopping.abort()
      for (const waiting of everybody) waiting.tell([])
      await following
    },
  }
}

/** The session that an event ended. */
function endedBy(event: Parameters<typeof deviceStreams.parse>[0]): string | null {
  const { type, data } = deviceStreams.parse(event)
  return type === 'VpnSessionIssued' || type === 'VpnSessionConnected' ? null : data.session_id
}
