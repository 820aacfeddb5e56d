import { setTimeout as delay } from 'node:timers/promises'
import { type ConnectionOptions, connect, ErrorCode, Events, type NatsConnection, NatsError } from 'nats'
import { PROBE_MS_MAX, type Unreachable, unreachableOf } from '#edge/unreachable.ts'

/** A connection that reconnects by itself. Made in the background, so that a start does not need the broker. */
export type Nats = {
  /** Throws NatsUnavailable while there is no connection: messages are not buffered. */
  live(): NatsConnection
  isLive(): boolean
  close(): Promise<void>
}

type NatsOptions = { url: string; name: string; onConnected?: () => void }

export class NatsUnavailable extends Error {
  constructor() {
    super('NATS is not connected')
    this.name = 'NatsUnavailable'
  }
}

const CONNECT_MS_MAX = 5_000
const RECONNECT_AFTER_MS = 1_000
/** A dead broker is noticed after two unanswered pings. */
const PING_MS = 10_000

/** `url`: with `user:password@` or `token@`. `onConnected` is called once; its subscriptions survive outages. */
export function connectNats({ url, name, onConnected = () => {} }: NatsOptions): Nats {
  const ending = new AbortController()
  let connection: NatsConnection | undefined
  let isLive = false

  const connecting = (async () => {
    while (!ending.signal.aborted) {
      try {
        const made = await connect(optionsOf(url, name))
        connection = made
        isLive = true
        onConnected()
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
    async close() {
      ending.abort()
      await connecting
      isLive = false
      await connection?.close()
    },
  }
}

export async function probeNats(url: string): Promise<Unreachable | undefined> {
  try {
    const options = { ...optionsOf(url, 'first question'), timeout: PROBE_MS_MAX, reconnect: false }
    await (await connect(options)).close()
    return undefined
  } catch (error) {
    const isAuthError = error instanceof NatsError && AUTH_ERRORS.has(error.code)
    return isAuthError
      ? { reason: 'it refuses the user, the password or the token', isLasting: true }
      : unreachableOf(error)
  }
}
const AUTH_ERRORS = new Set<string>([ErrorCode.AuthorizationViolation, ErrorCode.AuthenticationExpired])

function optionsOf(url: string, name: string): ConnectionOptions {
  const { protocol, host, username, password } = new URL(url)
  const user = decodeURIComponent(username)
  return {
    servers: `${protocol}//${host}`,
    name,
    timeout: CONNECT_MS_MAX,
    pingInterval: PING_MS,
    maxReconnectAttempts: -1,
    // Otherwise the client gives up after two refusals, as while credentials are being changed.
    ignoreAuthErrorAbort: true,
    reconnectTimeWait: RECONNECT_AFTER_MS,
    ...(protocol === 'tls:' ? { tls: {} } : {}),
    ...(user === '' ? {} : password === '' ? { token: user } : { user, pass: decodeURIComponent(password) }),
  }
}
