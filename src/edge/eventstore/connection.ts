import { EventStoreDBClient } from '@eventstore/db-client'
import { type Channel, connectivityState } from '@grpc/grpc-js'
import { ConfigError } from '#config/config.ts'
import { ClientTimeout, ConnectionReplaced, isCachedFailure, isNotReady, isRefusal } from './errors.ts'
import { ANSWER_MS_MAX, SERVER_MS_MAX } from './limits.ts'
import { type SilenceTimer, withSilenceTimeout } from './silence-timeout.ts'

/** At most one new client in this time: a hundred calls that fail together make one. */
const RENEW_AFTER_MS = 200

/** Time for a node to name its leader; the client's 5 s are too long for a caller. A configured value wins. */
const GOSSIP_TIMEOUT_S = 1

const KEEP_ALIVE_TIMEOUT_MS = 10_000
/** Successive clients differ in an option by this many values. gRPC forgets unused connections sooner. */
const OPTIONS = 100

/** Appends can hang while reads are answered: a follower node that lost its leader. */
type Kind = 'append' | 'read'

export type Connection = {
  readonly client: EventStoreDBClient
  /** Rejects with ClientTimeout when there is no answer; the outcome is unknown then. */
  request<T>(
    kind: Kind,
    doing: string,
    call: (client: EventStoreDBClient, timer: SilenceTimer) => Promise<T>,
  ): Promise<T>
  /** To be called after a read. Throws when its client was replaced, because a cut read looks complete. */
  assertCurrent(client: EventStoreDBClient): void
  close(): Promise<void>
}

/**
 * A client is replaced, which looks for the leader again and restarts its calls,
 *
 * - when it caches a failure: it caches the server's features before the first append, also that a cluster was not
 *   found or a server was starting;
 * - when its node is not ready;
 * - when a call had no answer and no other call of its kind had one since: the machine may be gone, and the client
 *   would notice after 20 s. A new client sends two requests before the call; it is not replaced before a slow server
 *   has answered them.
 */
export function createConnection(url: string): Connection {
  let generation = 0
  let lastHeardAt = Number.NEGATIVE_INFINITY
  let { client, close } = nextClient()
  let isClosed = false
  let madeAt = Number.NEGATIVE_INFINITY
  let answeredAt = { append: 0, read: 0 }

  function nextClient() {
    const next = newClient(url, generation, () => {
      if (next.client === client) lastHeardAt = performance.now()
    })
    return next
  }

  function replace(used: EventStoreDBClient) {
    if (used !== client || performance.now() - madeAt < RENEW_AFTER_MS) return
    const closeReplaced = close
    generation += 1
    ;({ client, close } = nextClient())
    void closeReplaced()
    madeAt = performance.now()
    answeredAt = { append: 0, read: 0 }
  }

  function assertCurrent(used: EventStoreDBClient) {
    if (used !== client || isClosed) throw new ConnectionReplaced('the connection was left while this was read')
  }

  return {
    assertCurrent,
    get client() {
      return client
    },
    async request(kind, doing, call) {
      const used = client
      const since = performance.now()
      const answered = () => {
        if (used === client) answeredAt[kind] = performance.now()
      }
      try {
        const answer = await withSilenceTimeout(ANSWER_MS_MAX, doing, timer => call(used, timer))
        if (kind === 'read') assertCurrent(used)
        answered()
        return answer
      } catch (error) {
        if (isRefusal(error)) answered()
        const isBeginning = performance.now() - lastHeardAt < SERVER_MS_MAX
        const isSilent = error instanceof ClientTimeout && answeredAt[kind] < since && !isBeginning
        if (isSilent || isCachedFailure(error) || isNotReady(error)) replace(used)
        throw error
      }
    },
    close: () => {
      isClosed = true
      return close()
    },
  }
}

/**
 * Three things that the client does not offer:
 *
 * - its progress before the first call: `onHeard` is called when the connection is up and when the server's features
 *   are known;
 * - errors while it looks for a node of a cluster, which end in a promise that no caller can catch; every call reports
 *   them anyway;
 * - closing its channel: gRPC would give the silent connection to the next client with the same options (`generation`
 *   makes them differ).
 */
function newClient(
  url: string,
  generation: number,
  onHeard: () => void,
): { client: EventStoreDBClient; close(): Promise<void> } {
  const client = parseUrl(withOwnChannel(withGossipTimeout(url), generation))
  const reconnect = ownMethod(client, 'handleError')
  Reflect.set(client, 'handleError', (...failure: unknown[]) => reconnect(...failure).catch(() => undefined))
  const execute = ownMethod(client, 'execute')
  Reflect.set(client, 'execute', async (...call: unknown[]) => {
    const answer = await execute(...call)
    onHeard()
    return answer
  })
  const createChannel = ownMethod(client, 'createChannel')
  let channel: Channel | undefined
  let isReplaced = false
  Reflect.set(client, 'createChannel', async () => {
    channel = (await createChannel()) as Channel
    // The cluster may be found after the client was replaced.
    if (isReplaced) channel.close()
    else notifyWhenReady(channel, onHeard)
    return channel
  })
  return {
    client,
    async close() {
      isReplaced = true
      await client.dispose()
      channel?.close()
    },
  }
}

function notifyWhenReady(channel: Channel, onReady: () => void): void {
  const state = channel.getConnectivityState(false)
  if (state === connectivityState.READY) onReady()
  else if (state !== connectivityState.SHUTDOWN)
    channel.watchConnectivityState(state, Number.POSITIVE_INFINITY, () => notifyWhenReady(channel, onReady))
}

function ownMethod(client: EventStoreDBClient, name: string): (...args: unknown[]) => Promise<unknown> {
  const method: unknown = Reflect.get(client, name)
  if (typeof method !== 'function') throw new Error(`the client has no ${name} any more`)
  return (...args) => method(...args)
}

function parseUrl(url: string): EventStoreDBClient {
  try {
    return EventStoreDBClient.connectionString(url)
  } catch (error) {
    // The message alone: the client's error contains the whole string, which may hold a password.
    throw new ConfigError(`EVENTSTORE_URL can't be used: ${error instanceof Error ? error.message : error}`)
  }
}

function withGossipTimeout(url: string): string {
  return /[?&]gossip[_-]?timeout=/i.test(optionsOf(url)) ? url : withOption(url, `gossipTimeout=${GOSSIP_TIMEOUT_S}`)
}

function withOwnChannel(url: string, generation: number): string {
  const [, given] = /[?&]keep[_-]?alive[_-]?timeout=(-?\d+)/i.exec(optionsOf(url)) ?? []
  const timeout = given === undefined ? KEEP_ALIVE_TIMEOUT_MS : Number(given)
  // A negative value means no timeout.
  return timeout < 0 ? url : withOption(url, `keepAliveTimeout=${timeout + (generation % OPTIONS)}`)
}

/** The client takes the last of repeated options. */
function withOption(url: string, option: string): string {
  const whole = url.trim().replace(/[/?&]+$/, '')
  return `${whole}${optionsOf(whole) === '' ? '/?' : '&'}${option}`
}

/** From the question mark on. A password can contain one. */
function optionsOf(url: string): string {
  const [, options = ''] = /^[^:]+:\/\/(?:[^:]+:[^@]+@)?[^?]*(\?.*)?$/.exec(url) ?? []
  return options
}
