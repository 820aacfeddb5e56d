import { EventStoreDBClient } from '@eventstore/db-client'
import { ConfigError } from '#config.ts'
import { type Waiting, withDeadline } from './deadline.ts'
import { ConnectionLeft, isNotReady, isRefusal, isRemembered, OwnDeadline } from './errors.ts'
import { ANSWER_MS_MAX } from './limits.ts'

/** A new client at most this often, milliseconds: repeats of one call meet a new one, a hundred calls that fail together make one. */
const RENEW_AFTER_MS = 200

/**
 * Seconds in which a node of a cluster must say where the leader is before the next one is asked; the client's own 5 are longer than a caller
 * may wait. Kept when the connection string has another.
 */
const GOSSIP_TIMEOUT_S = 1

/** Appends can be silent on a connection that reads are answered on: a follower that has lost its leader. */
type Kind = 'append' | 'read'

/** The one client of this process, and the next one when that is of no more use. */
export type Connection = {
  readonly client: EventStoreDBClient
  /** One call on the client. Rejects with OwnDeadline when it is silent; its outcome is unknown then. */
  ask<T>(kind: Kind, doing: string, call: (client: EventStoreDBClient, waiting: Waiting) => Promise<T>): Promise<T>
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
 *   client itself would notice after 20 s.
 */
export function connection(url: string): Connection {
  let client = newClient(url)
  let isClosed = false
  let madeAt = Number.NEGATIVE_INFINITY
  let answeredAt = { append: 0, read: 0 }

  function leave(used: EventStoreDBClient) {
    if (used !== client || performance.now() - madeAt < RENEW_AFTER_MS) return
    client = newClient(url)
    void used.dispose()
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
        const isSilent = error instanceof OwnDeadline && answeredAt[kind] < since
        if (isSilent || isRemembered(error) || isNotReady(error)) leave(used)
        throw error
      }
    },
    close: () => {
      isClosed = true
      return client.dispose()
    },
  }
}

/**
 * While the client looks for a node of a cluster, whatever else breaks on the connection before waits for what is found, in a promise that
 * nobody can catch. Its failure is told to every call anyhow.
 */
function newClient(url: string): EventStoreDBClient {
  const client = parsed(url)
  const reconnect: unknown = Reflect.get(client, 'handleError')
  if (typeof reconnect !== 'function') throw new Error('the client reconnects elsewhere now')
  Reflect.set(client, 'handleError', (...failure: unknown[]) => reconnect(...failure).catch(() => undefined))
  return client
}

function parsed(url: string): EventStoreDBClient {
  try {
    return EventStoreDBClient.connectionString(withGossipTimeout(url))
  } catch (error) {
    // Its words alone: the client's error carries the whole string, and that may hold a password.
    throw new ConfigError(`EVENTSTORE_URL can't be used: ${error instanceof Error ? error.message : error}`)
  }
}

function withGossipTimeout(url: string): string {
  if (/[?&]gossip[_-]?timeout=/i.test(url)) return url
  return `${url.trim().replace(/\/+$/, '')}${url.includes('?') ? '&' : '/?'}gossipTimeout=${GOSSIP_TIMEOUT_S}`
}
