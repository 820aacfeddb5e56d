import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import { withTimeout } from '#concurrency/timeout.ts'
import type { DeliveryLimits } from '#delivery/limits.ts'
import { DUE_CHANNEL, ENDPOINT_CHANNEL } from '#delivery/queue.ts'
import type { Service } from '#service.ts'

const CONNECT_MS_MAX = 5_000
const CLOSE_MS_MAX = 1_000

type Hooks = {
  onDue(webhook: string): void
  onEndpoint(webhook: string): void
  /** A new session: notifications may have been missed. */
  onConnect(): void
}

/** A session of its own with LISTEN, because connections of a pool come and go. A lost one is replaced. */
export function startNotificationListener(service: Service, databaseUrl: string, limits: DeliveryLimits, hooks: Hooks) {
  const stopping = new AbortController()
  const { signal } = stopping
  let disconnectedSinceMs: number | null = performance.now()

  /** Removes its abort listener each time: a process can wait for months. */
  const pause = (ms: number) => delay(ms, undefined, { signal }).catch(() => undefined)

  async function listen(): Promise<void> {
    const connection = new Client({
      connectionString: databaseUrl,
      connectionTimeoutMillis: CONNECT_MS_MAX,
      query_timeout: CONNECT_MS_MAX,
      keepAlive: true,
    })
    let lost = false
    const onLost = () => {
      lost = true
    }
    connection.on('error', onLost)
    connection.on('end', onLost)
    connection.on('notification', ({ channel, payload }) => {
      if (channel === DUE_CHANNEL) hooks.onDue(payload ?? '')
      if (channel === ENDPOINT_CHANNEL) hooks.onEndpoint(payload ?? '')
    })
    try {
      await connection.connect()
      await connection.query(`listen ${DUE_CHANNEL}`)
      await connection.query(`listen ${ENDPOINT_CHANNEL}`)
      hooks.onConnect()
      disconnectedSinceMs = null
      while (!signal.aborted && !lost) {
        await pause(limits.heartbeatMs)
        // A dead connection may report no error.
        if (!signal.aborted) await connection.query('select 1')
      }
    } finally {
      disconnectedSinceMs ??= performance.now()
      connection.removeAllListeners('notification')
      // A frozen server never closes.
      await withTimeout(CLOSE_MS_MAX, connection.end()).catch(() => undefined)
    }
  }

  const running = (async () => {
    while (!signal.aborted) {
      try {
        await listen()
      } catch (error) {
        if (!signal.aborted) service.log.warn({ err: error }, 'webhook session lost')
      }
      await pause(limits.pauseMs)
    }
  })()

  return {
    /** For how long no notification could arrive. */
    disconnectedMs: () => (disconnectedSinceMs === null ? 0 : performance.now() - disconnectedSinceMs),
    async stop(): Promise<void> {
      stopping.abort()
      await running
    },
  }
}
