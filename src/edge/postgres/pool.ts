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
import { unlessAborted, within } from '#within.ts'
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

/** The server has not answered in time. Whether it did what it was asked is not known. */
export class PostgresSilent extends Error {
  constructor(ms: number) {
    super(`PostgreSQL did not answer in ${Math.round(ms)} ms`)
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

/** A connection of a pool, as far as it is known whether anybody answers on it. */
type Line = {
  /** When it was made or the last answer came, by `performance.now()`. */
  heardAt: number
  /** Whether it may be silent for as long as its statement takes. */
  isUnlimited: boolean
  giveUp(): void
}

const linesOf = new WeakMap<Database, ReadonlySet<Line>>()

/**
 * Gives up every connection on which nothing has come since `sinceMs` (`performance.now()`), whether somebody waits there or not. To be called when
 * one of them was found silent: what lies between may have forgotten all that were open, and the next one would be taken from the same pool.
 */
export function giveUpSilent(db: Database, sinceMs: number): void {
  for (const line of linesOf.get(db) ?? []) if (line.heardAt < sinceMs && !line.isUnlimited) line.giveUp()
}

/** The driver itself waits for ever for an answer that was lost, and whoever asked with it. */
function answeringWithin(msMax: number, lines: Set<Line>): DriverFactory {
  return async options => {
    const driver = await createPgDriverFactory()(options)
    return { createClient: async () => withDeadline(await driver.createClient(), msMax, lines) }
  }
}

function withDeadline(client: DriverClient, msMax: number, lines: Set<Line>): DriverClient {
  let isWatched = false
  // A signal, and no promise that every answer is raced against: that would keep all answers for as long as the connection lives.
  const givenUp = new AbortController()
  const line: Line = {
    heardAt: performance.now(),
    isUnlimited: false,
    giveUp() {
      givenUp.abort(new PostgresSilent(performance.now() - line.heardAt))
      client.destroy().catch(() => undefined)
    },
  }
  lines.add(line)
  client.on('destroy', () => lines.delete(line))
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
      if (givenUp.signal.aborted) throw new PostgresSilent(msMax)
      const answer = ask(text, ...rest).finally(() => {
        line.heardAt = performance.now()
      })
      if (text === withoutTimeLimit.sql) line.isUnlimited = true
      if (/^(commit|rollback)$/i.test(text)) line.isUnlimited = false
      if (line.isUnlimited) return answer
      const inTime = within(msMax, answer, () => {
        line.giveUp()
        return new PostgresSilent(msMax)
      })
      return unlessAborted(givenUp.signal, inTime)
    },
  }
}

/**
 * The pool behind read models and operational state. Times come back as ISO 8601 UTC texts, int8 as numbers (every count
 * and every amount of ours is below 2^53).
 */
export async function connectPostgres(
  url: string,
  options: { poolMax?: number; connectMsMax?: number; statementMsMax?: number; answerMsMax?: number } = {},
): Promise<Database> {
  const { statementMsMax = STATEMENT_MS_MAX } = options
  const lines = new Set<Line>()
  const { address, ssl } = withTls(url)
  const pool = createPool(address, {
    ...(ssl === undefined ? {} : { ssl }),
    driverFactory: answeringWithin(options.answerMsMax ?? statementMsMax + AFTER_STATEMENT_MS, lines),
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
  const db = await within(FIRST_ANSWER_MS_MAX, pool, () => new PostgresSilent(FIRST_ANSWER_MS_MAX))
  linesOf.set(db, lines)
  return db
}
