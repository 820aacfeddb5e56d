import type { ConnectionOptions } from 'node:tls'
import { Client } from 'pg'
import {
  createPool,
  type DatabasePool,
  type DatabaseTransactionConnection,
  type Interceptor,
  SchemaValidationError,
} from 'slonik'
import { withTimeout } from '#concurrency/timeout.ts'
import { POOL_MAX } from '#config/environment.ts'
import { PostgresSilent, type WatchedConnection, withReplyTimeout } from './connection-watchdog.ts'
import { limitConcurrency } from './query-wrapper.ts'

export type Database = DatabasePool
export type Transaction = DatabaseTransactionConnection

const CONNECT_MS_MAX = 5_000
const STATEMENT_MS_MAX = 60_000
/** PostgreSQL ends an idle transaction after this, with its locks: another process may hold the lease by then. */
const IDLE_IN_TRANSACTION_MS_MAX = 8_000
/** The server ends a statement itself. An answer later than this was lost. */
const AFTER_STATEMENT_MS = 5_000
const FIRST_ANSWER_MS_MAX = CONNECT_MS_MAX + 5_000
/** A silent server would not confirm the end of a connection. */
const GOODBYE_MS_MAX = 200

/** Parses every row with the zod schema of its query; slonik needs an interceptor for it. */
const parseRows: Interceptor = {
  name: 'parse-rows',
  transformRow: ({ resultParser }, query, row) => {
    if (resultParser === undefined) return row
    const result = resultParser['~standard'].validate(row)
    if (result instanceof Promise) throw new TypeError('row schemas are synchronous')
    if (result.issues !== undefined) throw new SchemaValidationError(query, row, result.issues)
    return result.value as typeof row
  },
}

const connectionsOf = new WeakMap<Database, ReadonlySet<WatchedConnection>>()

/**
 * Ends every connection without an answer since `sinceMs` (`performance.now()`), used or not. To be called when one was
 * found silent: a gateway may have forgotten all of them.
 */
export function destroySilentConnections(db: Database, sinceMs: number): void {
  for (const connection of connectionsOf.get(db) ?? [])
    if (connection.lastReplyAt < sinceMs && !connection.isUnlimited) connection.giveUp()
}

/** For background work. Times are ISO 8601 UTC texts, int8 are numbers (all counts and amounts are below 2^53). */
export async function connectPostgres(
  url: string,
  options: { poolMax?: number; connectMsMax?: number; statementMsMax?: number; answerMsMax?: number } = {},
): Promise<Database> {
  const { statementMsMax = STATEMENT_MS_MAX, poolMax = POOL_MAX } = options
  const connections = new Set<WatchedConnection>()
  const { address, ssl } = withTls(url)
  const pool = createPool(address, {
    ...(ssl === undefined ? {} : { ssl }),
    driverFactory: withReplyTimeout({
      url,
      connections,
      answerMsMax: options.answerMsMax ?? statementMsMax + AFTER_STATEMENT_MS,
    }),
    // Queries with a slot never wait in the pool's own queue.
    maxPoolSize: 2 * poolMax,
    connectionTimeout: options.connectMsMax ?? CONNECT_MS_MAX,
    statementTimeout: statementMsMax,
    gracefulTerminationTimeout: GOODBYE_MS_MAX,
    idleInTransactionSessionTimeout: IDLE_IN_TRANSACTION_MS_MAX,
    interceptors: [parseRows],
    typeParsers: [
      { name: 'int8', parse: value => (value === null ? null : Number(value)) },
      {
        name: 'timestamptz',
        // PostgreSQL's `2026-01-01 12:00:00.5+00`: only with the space does Date accept the short offset.
        parse: value => (value === null ? null : new Date(value).toISOString()),
      },
    ],
    // Sessions have no state to reset.
    resetConnection: async () => {},
  })
  // The driver loads the types before the first connection, without a timeout.
  const db = limitConcurrency(
    await withTimeout(FIRST_ANSWER_MS_MAX, pool, () => new PostgresSilent(FIRST_ANSWER_MS_MAX)),
    poolMax,
  )
  connectionsOf.set(db, connections)
  return db
}

const TLS_OPTIONS = ['ssl', 'sslmode', 'sslrootcert', 'sslcert', 'sslkey']

/**
 * The address for the pool, and its TLS options as the driver reads them. The pool knows fewer options and no
 * authority, and would connect without TLS when it does not understand one.
 */
function withTls(url: string): { address: string; ssl?: ConnectionOptions } {
  // The driver's types omit the value: false, true, or options.
  const ssl: boolean | ConnectionOptions = new Client({ connectionString: url }).ssl
  const address = new URL(url)
  for (const option of TLS_OPTIONS) address.searchParams.delete(option)
  if (ssl === false) return { address: address.href }
  return { address: address.href, ssl: ssl === true ? {} : ssl }
}
