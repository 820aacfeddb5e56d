import {
  createPool,
  type DatabasePool,
  type DatabaseTransactionConnection,
  type Interceptor,
  SchemaValidationError,
} from 'slonik'
import { withTimeout } from '#concurrency/timeout.ts'
import { PostgresSilent, type WatchedConnection, withReplyTimeout } from './connection-watchdog.ts'
import { limitConcurrency } from './query-wrapper.ts'
import { withTls } from './tls.ts'

export type Database = DatabasePool
export type Transaction = DatabaseTransactionConnection

/** Connections of a pool. A process has one for its work in the background, and one for whoever waits for an answer. */
export const POOL_MAX = 20
const CONNECT_MS_MAX = 5_000
const STATEMENT_MS_MAX = 60_000
/**
 * PostgreSQL ends a transaction that hears nothing of its process for so long, and lets go of its locks: another process may lead by then.
 */
const IDLE_IN_TRANSACTION_MS_MAX = 8_000
/** By then the server has ended a statement itself: what has not come was lost on the way, with its machine or in a proxy. */
const AFTER_STATEMENT_MS = 5_000
/** For a connection and one small question. */
const FIRST_ANSWER_MS_MAX = CONNECT_MS_MAX + 5_000
/** A connection that is given up is not waited for: a server that is silent would not say goodbye either. */
const GOODBYE_MS_MAX = 200

/** Parses every row with the zod schema its query names; slonik does this only when it is told to. */
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
 * Gives up every connection on which nothing has come since `sinceMs` (`performance.now()`), whether somebody waits there or not. To be called when
 * one of them was found silent: what lies between may have forgotten all that were open, and the next one would be taken from the same pool.
 */
export function destroySilentConnections(db: Database, sinceMs: number): void {
  for (const connection of connectionsOf.get(db) ?? [])
    if (connection.lastReplyAt < sinceMs && !connection.isUnlimited) connection.giveUp()
}

/**
 * The pool behind read models and operational state. Times come back as ISO 8601 UTC texts, int8 as numbers (every count
 * and every amount of ours is below 2^53).
 */
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
    // None of those who have their turn waits in the pool's own queue.
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
        // PostgreSQL writes `2026-01-01 12:00:00.5+00`: only with the space does Date take the short offset.
        parse: value => (value === null ? null : new Date(value).toISOString()),
      },
    ],
    // Nothing of ours keeps state in a session, so there is nothing to discard when a connection goes back.
    resetConnection: async () => {},
  })
  // Before the first connection the driver asks for the types, and waits for ever for that answer too.
  const db = limitConcurrency(
    await withTimeout(FIRST_ANSWER_MS_MAX, pool, () => new PostgresSilent(FIRST_ANSWER_MS_MAX)),
    poolMax,
  )
  connectionsOf.set(db, connections)
  return db
}
