import { EventStoreDBClient } from '@eventstore/db-client'
import { type Channel, connectivityState } from '@grpc/grpc-js'
import { ConfigError } from '#config/config.ts'
import { type SilenceTimer, withDeadline } from './deadline.ts'
import { ConnectionLeft, isNotReady, isRefusal, isRemembered, OwnDeadline } from './errors.ts'
import { ANSWER_MS_MAX, SERVER_MS_MAX } from './limits.ts'

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
  ask<T>(kind: Kind, doing: string, call: (client: EventStoreDBClient, waiting: SilenceTimer) => Promise<T>): Promise<T>
  /** To be called when a read has ended: throws when its client was left meanwhile, because what is cut off there looks like the end. */
  assertWhole(client: EventStoreDBClient): void
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
export function connection(url: string): Connection {
  let made = 0
  let heardAt = Number.NEGATIVE_INFINITY
  let { client, close } = nextClient()
  let isClosed = false
  let madeAt = Number.NEGATIVE_INFINITY
  let answeredAt = { append: 0, read: 0 }

  function nextClient() {
    const next = newClient(url, made, () => {
      if (next.client === client) heardAt = performance.now()
    })
    return next
  }

  function leave(used: EventStoreDBClient) {
    if (used !== client || performance.now() - madeAt < RENEW_AFTER_MS) return
    const closeLeft = close
    made += 1
    ;({ client, close } = nextClient())
    void closeLeft()
    madeAt = performance.now()
    answeredAt = { append: 0, read: 0 }
  }

  function assertWhole(used: EventStoreDBClient) {
    if (used !== client || isClosed) throw new ConnectionLeft('the connection was left while this was read')
  }

  return {
    assertWhole,
    get client() {
      return client
    },
    async ask(kind, doing, call) {
      const used = client
      const since = performance.now()
      const answered = () => {
        if (used === client) answeredAt[kind] = performance.now()
      }
      try {
        const answer = await withDeadline(ANSWER_MS_MAX, doing, waiting => call(used, waiting))
        if (kind === 'read') assertWhole(used)
        answered()
        return answer
      } catch (error) {
        if (isRefusal(error)) answered()
        const isBeginning = performance.now() - heardAt < SERVER_MS_MAX
        const isSilent = error instanceof OwnDeadline && answeredAt[kind] < since && !isBeginning
        if (isSilent || isRemembered(error) || isNotReady(error)) leave(used)
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
  made: number,
  onHeard: () => void,
): { client: EventStoreDBClient; close(): Promise<void> } {
  const client = parsed(withOwnLine(withGossipTimeout(url), made))
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
  let isLeft = false
  Reflect.set(client, 'createChannel', async () => {
    channel = (await createChannel()) as Channel
    // A cluster may be found after nobody looks for it any more.
    if (isLeft) channel.close()
    else tellWhenUp(channel, onHeard)
    return channel
  })
  return {
    client,
    async close() {
      isLeft = true
      await client.dispose()
      channel?.close()
    },
  }
}

function tellWhenUp(channel: Channel, onUp: () => void): void {
  const state = channel.getConnectivityState(false)
  if (state === connectivityState.READY) onUp()
  else if (state !== connectivityState.SHUTDOWN)
    channel.watchConnectivityState(state, Number.POSITIVE_INFINITY, () => tellWhenUp(channel, onUp))
}

function ownMethod(client: EventStoreDBClient, name: string): (...args: unknown[]) => Promise<unknown> {
  const method: unknown = Reflect.get(client, name)
  if (typeof method !== 'function') throw new Error(`the client has no ${name} any more`)
  return (...args) => method(...args)
}

function parsed(url: string): EventStoreDBClient {
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

function withOwnLine(url: string, made: number): string {
  const [, given] = /[?&]keep[_-]?alive[_-]?timeout=(-?\d+)/i.exec(optionsOf(url)) ?? []
  const timeout = given === undefined ? KEEP_ALIVE_TIMEOUT_MS : Number(given)
  // Below 0 it is none.
  return timeout < 0 ? url : withOption(url, `keepAliveTimeout=${timeout + (made % OPTIONS)}`)
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
