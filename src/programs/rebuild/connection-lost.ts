import { sql } from 'slonik'
import type { Database } from '#edge/postgres/pool.ts'
import { isUnavailable } from '#edge/unavailable.ts'

const POLL_MS = 5_000
/** Long enough for a restart of PostgreSQL. */
const MISSED_MAX = 4
export const CONNECTION_LOST = 'PostgreSQL is gone; run it again when it is back, it continues from what was written'

/** A command does not wait for PostgreSQL for ever: a person waits, and its embedded server may have ended. */
export function watchConnection(db: Database, onLost: () => void): NodeJS.Timeout {
  let missed = 0
  const timer = setInterval(() => {
    missed += 1
    if (missed > MISSED_MAX) {
      clearInterval(timer)
      return onLost()
    }
    ping(db).then(
      () => (missed = 0),
      () => undefined,
    )
  }, POLL_MS)
  return timer
}

const ping = (db: Database) => db.query(sql.unsafe`select 1`)

/** Whether PostgreSQL is away, as opposed to a session that an administrator ended. */
export async function isConnectionLost(db: Database, error: unknown): Promise<boolean> {
  if (!(error instanceof Error && isUnavailable(error))) return false
  return ping(db).then(
    () => false,
    () => true,
  )
}
