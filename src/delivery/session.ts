import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import { DUE_CHANNEL, ENDPOINT_CHANNEL } from '#commands/webhooks/queue.ts'
import type { Service } from '#service.ts'
import type { DeliveryLimits } from './limits.ts'

/** Any number, the same in every process: the one that holds it turns events into rows. */
const ENQUEUER_LOCK = 7_243_010
const CONNECT_MS_MAX = 5_000

type Hooks = {
  /** A notice on a channel. */
  onDue(webhook: string): void
  onEndpoint(webhook: string): void
  /** The session is new: notices may have been missed. */
  onConnect(): void
  /** This process is the enqueuer until `signal` is aborted; called again after each loss. */
  lead(signal: AbortSignal): Promise<void>
}

/**
 * One PostgreSQL session of our own, because a pool's connections come and go: it listens, and it holds the lock that makes
 * this process the enqueuer. A lost session is made anew; the lock goes with it, so leading stops at once.
 */
export function startSession(service: Service, databaseUrl: string, limits: DeliveryLimits, hooks: Hooks) {
  let stopped = false
  let client: Client | null = null
  let leading: Promise<void> | null = null
  let state: 'starting' | 'active' | 'standby' | 'lost' = 'starting'
  let absentSinceMs: number | null = performance.now()
  const stopping = new AbortController()

  /** Leaves nothing behind: a process that stands by pauses twice a second for months. */
  const pause = (ms: number) => delay(ms, undefined, { signal: stopping.signal }).catch(() => undefined)

  async function live(): Promise<void> {
    const connection = new Client({
      connectionString: databaseUrl,
      connectionTimeoutMillis: CONNECT_MS_MAX,
      query_timeout: CONNECT_MS_MAX,
      keepAlive: true,
    })
    client = connection
    const lost = new AbortController()
    connection.on('error', () => lost.abort())
    connection.on('end', () => lost.abort())
    connection.on('notification', ({ channel, payload }) => {
      if (channel === DUE_CHANNEL) hooks.onDue(payload ?? '')
      if (channel === ENDPOINT_CHANNEL) hooks.onEndpoint(payload ?? '')
    })
    try {
      await connection.connect()
      await connection.query(`listen ${DUE_CHANNEL}`)
      await connection.query(`listen ${ENDPOINT_CHANNEL}`)
      hooks.onConnect()
      while (!stopped && !lost.signal.aborted) {
        const { rows } = await connection.query(`select pg_try_advisory_lock(${ENQUEUER_LOCK}) as held`)
        state = rows[0]?.held === true ? 'active' : 'standby'
        absentSinceMs = null
        if (state === 'active') await leadUntil(lost.signal, connection)
        else await pause(limits.pauseMs)
      }
    } finally {
      state = 'lost'
      absentSinceMs ??= performance.now()
      lost.abort()
      await leading
      connection.removeAllListeners('notification')
      await connection.end().catch(() => undefined)
    }
  }

  /** Leads while the session lives; asks it now and then, because a dead connection may say nothing by itself. */
  async function leadUntil(lost: AbortSignal, connection: Client): Promise<void> {
    const leader = new AbortController()
    const abort = () => leader.abort()
    for (const signal of [lost, stopping.signal]) signal.addEventListener('abort', abort, { once: true })
    if (lost.aborted || stopped) abort()
    const probe = setInterval(() => void connection.query('select 1').catch(abort), limits.heartbeatMs)
    leading = hooks.lead(leader.signal).finally(() => {
      leading = null
    })
    await leading
    clearInterval(probe)
    for (const signal of [lost, stopping.signal]) signal.removeEventListener('abort', abort)
  }

  const running = (async () => {
    while (!stopped) {
      try {
        await live()
      } catch (error) {
        if (!stopped) service.log.warn({ err: error }, 'webhook session lost')
      }
      await pause(limits.pauseMs)
    }
  })()

  return {
    state: () => state,
    /** How long it has neither led nor stood by: notices don't arrive, and perhaps nobody is the enqueuer. */
    absentMs: () => (absentSinceMs === null ? 0 : performance.now() - absentSinceMs),
    async stop(): Promise<void> {
      stopped = true
      stopping.abort()
      await running
      await client?.end().catch(() => undefined)
    },
  }
}
