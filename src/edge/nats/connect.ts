import { setTimeout as delay } from 'node:timers/promises'
import { type ConnectionOptions, connect, ErrorCode, Events, type NatsConnection, NatsError } from 'nats'
import type { NatsAccess } from '#config/nats-access.ts'
import { PROBE_MS_MAX, type Unreachable, unreachableOf } from '#edge/unreachable.ts'

/** A connection that reconnects by itself. Made in the background, so that a start does not need the broker. */
export type Nats = {
  /** Throws NatsUnavailable while there is no connection: messages are not buffered. */
  live(): NatsConnection
  isLive(): boolean
  /** Calls `act` once, with the first connection. What subscribes then survives outages. */
  whenConnected(act: (connection: NatsConnection) => void): void
  close(): Promise<void>
}

export class NatsUnavailable extends Error {
  constructor(reason = 'NATS is not connected') {
    super(reason)
    this.name = 'NatsUnavailable'
  }
}

const CONNECT_MS_MAX = 5_000
const RECONNECT_AFTER_MS = 1_000
/**
 * A dead broker is noticed after two unanswered pings. Until then each request to the payment gateway waits in vain. A
 * new connection is also there sooner after a cut than TCP repeats what was lost.
 */
const PING_MS = 3_000

/** The broker may allow the service these inboxes only. */
export const INBOX_PREFIX = '_INBOX.security-service'

/** `name`: as the broker lists the connection. */
export function connectNats(access: NatsAccess, name: string): Nats {
  const ending = new AbortController()
  const first = Promise.withResolvers<NatsConnection>()
  let connection: NatsConnection | undefined
  let isLive = false

  const connecting = (async () => {
    while (!ending.signal.aborted) {
      try {
        const made = await connect(natsOptions(access, name))
        connection = made
        isLive = true
        first.resolve(made)
        void watch(made)
        return
      } catch {
        await delay(RECONNECT_AFTER_MS, undefined, { signal: ending.signal }).catch(() => undefined)
      }
    }
  })()

  async function watch(made: NatsConnection) {
    for await (const { type } of made.status()) {
      if (type === Events.Disconnect) isLive = false
      else if (type === Events.Reconnect) isLive = true
    }
  }

  return {
    live() {
      if (connection === undefined || !isLive) throw new NatsUnavailable()
      return connection
    },
    isLive: () => isLive,
    whenConnected: act => void first.promise.then(act),
    async close() {
      ending.abort()
      await connecting
      isLive = false
      await connection?.close()
    },
  }
}

export async function probeNats(access: NatsAccess): Promise<Unreachable | undefined> {
  try {
    const options = { ...natsOptions(access, 'first question'), timeout: PROBE_MS_MAX, reconnect: false }
    await (await connect(options)).close()
    return undefined
  } catch (error) {
    if (!(error instanceof NatsError)) return unreachableOf(error)
    if (AUTH_ERRORS.has(error.code))
      return { reason: 'it refuses the user, the password or the token', isLasting: true }
    if (error.code === ErrorCode.ServerOptionNotAvailable) return { reason: 'it offers no TLS', isLasting: true }
    return unreachableOf(error)
  }
}
const AUTH_ERRORS = new Set<string>([ErrorCode.AuthorizationViolation, ErrorCode.AuthenticationExpired])

export function natsOptions({ servers, login, tls }: NatsAccess, name: string): ConnectionOptions {
  return {
    servers,
    // A stack for each request costs more than the request.
    noAsyncTraces: true,
    ...login,
    name,
    timeout: CONNECT_MS_MAX,
    pingInterval: PING_MS,
    inboxPrefix: INBOX_PREFIX,
    maxReconnectAttempts: -1,
    // Otherwise the client gives up after two refusals, as while credentials are being changed.
    ignoreAuthErrorAbort: true,
    reconnectTimeWait: RECONNECT_AFTER_MS,
    ...(tls === undefined ? {} : { tls }),
  }
}
