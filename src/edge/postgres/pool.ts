import { createPgDriverFactory } from '@slonik/pg-driver'
import {
  createPool,
  type DatabasePool,
  type DatabaseTransactionConnection,
  type DriverClient,
  type DriverFactory,
  type Interceptor,
  SchemaValidationError,
  sql,
} from 'slonik'
import { within } from '#within.ts'

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

/** The server has not answered in time. Whether it did what it was asked is not known. */
export class PostgresSilent extends Error {
  constructor(msMax: number) {
    super(`PostgreSQL did not answer in ${msMax} ms`)
    this.name = 'PostgresSilent'
  }
}
/** Begins a transaction whose statements take as long as they take: neither the server nor this pool ends them. */
export const withoutTimeLimit = sql.unsafe`set local statement_timeout = 0`

/**
 * Lets the server notice within some 11 s that a machine has vanished under its session, and end it; it would keep the session, and what
 * that holds, for two hours otherwise. Has no effect on a Unix socket.
 */
const WATCHED_BY_SERVER = `select set_config(name, value, false) from (values
  ('tcp_keepalives_idle', '5'), ('tcp_keepalives_interval', '2'), ('tcp_keepalives_count', '3'), ('tcp_user_timeout', '10000')) as s(name, value)`

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

/** The driver itself waits for ever for an answer that was lost, and whoever asked with it. */
function answeringWithin(msMax: number): DriverFactory {
  return async options => {
    const driver = await createPgDriverFactory()(options)
    return { createClient: async () => withDeadline(await driver.createClient(), msMax) }
  }
}

function withDeadline(client: DriverClient, msMax: number): DriverClient {
  let isUnlimited = false
  let isGivenUp = false
  let isWatched = false
  /** A new session has to be told before its first query: no driver hook comes earlier. */
  const ask: DriverClient['query'] = async (...query) => {
    if (!isWatched) await client.query(WATCHED_BY_SERVER)
    isWatched = true
    return client.query(...query)
  }
  return {
    ...client,
    async query(text, ...rest) {
      // A transaction that failed so is rolled back, which would fail in other words.
      if (isGivenUp) throw new PostgresSilent(msMax)
      const answer = ask(text, ...rest)
      if (text === withoutTimeLimit.sql) isUnlimited = true
      if (/^(commit|rollback)$/i.test(text)) isUnlimited = false
      if (isUnlimited) return answer
      return within(msMax, answer, () => {
        isGivenUp = true
        client.destroy().catch(() => undefined)
        return new PostgresSilent(msMax)
      })
    },
  }
}

/**
 * The pool behind read models and operational state. Times come back as ISO 8601 UTC texts, int8 as numbers (every count
 * and every amount of ours is below 2^53).
 */
export function connectPostgres(
  url: string,
  options: { poolMax?: number; connectMsMax?: number; statementMsMax?: number; answerMsMax?: number } = {},
): Promise<Database> {
  const { statementMsMax = STATEMENT_MS_MAX } = options
  const pool = createPool(url, {
    driverFactory: answeringWithin(options.answerMsMax ?? statementMsMax + AFTER_STATEMENT_MS),
    maxPoolSize: options.poolMax ?? POOL_MAX,
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
  return within(FIRST_ANSWER_MS_MAX, pool, () => new PostgresSilent(FIRST_ANSWER_MS_MAX))
}
