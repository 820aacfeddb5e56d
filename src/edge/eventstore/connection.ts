import { EventStoreDBClient } from '@eventstore/db-client'
import { ConfigError } from '#config.ts'
import { isRemembered } from './errors.ts'

/** A new client at most this often, milliseconds: repeats of one call meet a new one, a hundred calls that fail together make one. */
const RENEW_AFTER_MS = 200

/** The one client of this process, and the next one when that is of no more use. */
export type Connection = {
  readonly client: EventStoreDBClient
  /** Tells what a call on a client has failed with. */
  failed(client: EventStoreDBClient, error: unknown): void
  close(): Promise<void>
}

/**
 * Before the first append a client asks the server what it can do, and keeps the answer for its life, a failure too: a cluster that was not
 * found once, an error of a server that was starting. Such a client reads and never appends again, so it is left for a new one, and what
 * was under way on it begins again there.
 */
export function connection(url: string): Connection {
  let client = newClient(url)
  let madeAt = Number.NEGATIVE_INFINITY
  return {
    get client() {
      return client
    },
    failed(used, error) {
      if (used !== client || !isRemembered(error) || performance.now() - madeAt < RENEW_AFTER_MS) return
      client = newClient(url)
      void used.dispose()
      madeAt = performance.now()
    },
    close: () => client.dispose(),
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
    return EventStoreDBClient.connectionString(url)
  } catch (error) {
    // Its words alone: the client's error carries the whole string, and that may hold a password.
    throw new ConfigError(`EVENTSTORE_URL can't be used: ${error instanceof Error ? error.message : error}`)
  }
}
