import { EventStoreDBClient } from '@eventstore/db-client'
import { type Channel, connectivityState } from '@grpc/grpc-js'
import { ConfigError } from '#config/config.ts'
import { ClientTimeout, ConnectionReplaced, isCachedFailure, isNotReady, isRefusal } from './errors.ts'
import { ANSWER_MS_MAX, SERVER_MS_MAX } from './limits.ts'
import { type SilenceTimer, withSilenceTimeout } from './silence-timeout.ts'

/** A new client at most this often, milliseconds: repeats of one call meet a new one, a hundred calls that fail together make one. */
const RENEW_AFTER_MS = 200

/**
 * Seconds in which a node of a cluster must say where the leader is before the next one is asked; the client's own 5 are longer than a caller
 * may wait. Kept when the connection string has another.
 */
const GOSSIP_TIMEOUT_S = 1

/** What the client itself takes when the connection string does not say, milliseconds. */
const KEEP_ALIVE_TIMEOUT_MS = 10_000
/** So many clients one after the other have an option that differs. Lines that nobody uses any more are forgotten sooner. */
const OPTIONS = 100

/** Appends can be silent on a connection that reads are answered on: a follower that has lost its leader. */
type Kind = 'append' | 'read'

/** The one client of this process, and the next one when that is of no more use. */
export type Connection = {
  readonly client: EventStoreDBClient
  /** One call on the client. Rejects with OwnDeadline when it is silent; its outcome is unknown then. */
  request<T>(
    kind: Kind,
    doing: string,
    call: (client: EventStoreDBClient, timer: SilenceTimer) => Promise<T>,
  ): Promise<T>
  /** To be called when a read has ended: throws when its client was left meanwhile, because what is cut off there looks like the end. */
  assertCurrent(client: EventStoreDBClient): void
  close(): Promise<void>
}

/**
 * A client is left for a new one, which looks for the leader anew, and what was under way on it begins again there,
 *
 * - when it keeps a failure: before the first append it asks the server what it can do, and remembers the answer for its life, also that a
 *   cluster was not found or that a server was only starting;
 * - when its node is not ready;
 * - when a call had no answer and no other of its kind had one meanwhile. The connection may lead to a machine that is frozen or gone, and the
 *   client itself would notice after 20 s. A new client asks two things before the call, one after the other; left before a slow server has
 *   answered them, each would be followed by the next, and none get to an append until the server is fast again.
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
 * The client keeps three things from its user that matter here.
 *
 * How far it is with what it does before the first call: `onHeard` is told of its line and of what the server can do.
 *
 * While it looks for a node of a cluster, whatever else breaks on the connection before waits for what is found, in a promise that nobody can
 * catch. Its failure is told to every call anyhow.
 *
 * And it never closes its channel, whose line a next client with the same options would be given again, silent as it is: gRPC lends lines
 * to whoever asks for the same (`made` makes the options differ).
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
    // A cluster may be found after nobody looks for it any more.
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
    // Its words alone: the client's error carries the whole string, and that may hold a password.
    throw new ConfigError(`EVENTSTORE_URL can't be used: ${error instanceof Error ? error.message : error}`)
  }
}

function withGossipTimeout(url: string): string {
  return /[?&]gossip[_-]?timeout=/i.test(optionsOf(url)) ? url : withOption(url, `gossipTimeout=${GOSSIP_TIMEOUT_S}`)
}

function withOwnChannel(url: string, generation: number): string {
  const [, given] = /[?&]keep[_-]?alive[_-]?timeout=(-?\d+)/i.exec(optionsOf(url)) ?? []
  const timeout = given === undefined ? KEEP_ALIVE_TIMEOUT_MS : Number(given)
  // Below 0 it is none.
  return timeout < 0 ? url : withOption(url, `keepAliveTimeout=${timeout + (generation % OPTIONS)}`)
}

/** Of an option that is given twice the client takes the last. */
function withOption(url: string, option: string): string {
  const whole = url.trim().replace(/[/?&]+$/, '')
  return `${whole}${optionsOf(whole) === '' ? '/?' : '&'}${option}`
}

/** From the question mark on: the client takes anything for a password, a question mark too. */
function optionsOf(url: string): string {
  const [, options = ''] = /^[^:]+:\/\/(?:[^:]+:[^@]+@)?[^?]*(\?.*)?$/.exec(url) ?? []
  return options
}
