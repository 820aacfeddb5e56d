import {
  createPool,
  type DatabasePool,
  type DatabaseTransactionConnection,
  type Interceptor,
  SchemaValidationError,
} from 'slonik'

export type Database = DatabasePool
export type Transaction = DatabaseTransactionConnection

/** Connections per process. */
export const POOL_MAX = 20
const CONNECT_MS_MAX = 5_000
const STATEMENT_MS_MAX = 60_000

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

/**
 * The pool behind read models and operational state. Times come back as ISO 8601 UTC texts, int8 as numbers (every count
 * and every amount of ours is below 2^53).
 */
export function connectPostgres(url: string, options: { poolMax?: number } = {}): Promise<Database> {
  return createPool(url, {
    maxPoolSize: options.poolMax ?? POOL_MAX,
    connectionTimeout: CONNECT_MS_MAX,
    statementTimeout: STATEMENT_MS_MAX,
    idleInTransactionSessionTimeout: STATEMENT_MS_MAX,
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
}
