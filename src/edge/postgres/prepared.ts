import { hash } from 'node:crypto'
import { type DriverClient, type QuerySqlToken, sql } from 'slonik'

/**
 * PostgreSQL parses a prepared statement once per connection, and after five executions also keeps its plan unless that
 * seems dearer. For hot statements with few texts: each text has its own name, and each connection keeps all of them.
 *
 * A kept plan is from the size that the tables had; it is renewed when they are analysed, up to a minute after they
 * grew. Of an empty table it reads all rows. So it suits inserts and tables that stay small; a statement that looks up
 * rows in any other table needs `customPlan`, or a `variant` that changes while the table grows.
 */
export function prepared<Query extends QuerySqlToken>(query: Query, variant = 0): Query {
  return { ...query, name: hash('md5', `${variant} ${query.sql}`) }
}

/**
 * One row in a from clause, for which a kept plan expects a thousand: that plan seems dearer, so PostgreSQL makes a
 * custom plan for each execution, for its values and the present size of the tables.
 */
export const customPlan = sql.fragment`generate_series(1, ${1}::int4)`

/** "cached plan must not change result type": a swapped table has other columns. */
const FEATURE_NOT_SUPPORTED = '0A000'
/** Syntax error or access rule violation: a column or its type, which the statement remembers, is another now. */
const DOES_NOT_FIT = '42'
const IN_FAILED_TRANSACTION = '25P02'

/**
 * A statement that no longer fits its tables fails on its connection for ever: it gets a new name there, and is sent
 * once more. Within a transaction it fails, and so does the transaction; its repetition succeeds.
 */
export function renewStalePrepared(client: DriverClient): DriverClient {
  const renewals = new Map<string, number>()

  const send: DriverClient['query'] = (text, values, { name } = {}) =>
    client.query(text, values, name === undefined ? {} : { name: `${name}_${renewals.get(name) ?? 0}` })

  return {
    ...client,
    async query(text, values, options) {
      try {
        return await send(text, values, options)
      } catch (error) {
        const name = options?.name
        if (name === undefined || !isStale(codeOf(error))) throw error
        renewals.set(name, (renewals.get(name) ?? 0) + 1)
        return await send(text, values, options).catch(again => {
          throw codeOf(again) === IN_FAILED_TRANSACTION ? error : again
        })
      }
    },
  }
}

function isStale(code: string): boolean {
  return code === FEATURE_NOT_SUPPORTED || code.startsWith(DOES_NOT_FIT)
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
