import { sql } from 'slonik'
import type { Database } from '#edge/postgres/pool.ts'
import { isUnavailable } from '#edge/unavailable.ts'

const POLL_MS = 5_000
/** A restart of PostgreSQL is waited out. */
const MISSED_MAX = 4
export const CONNECTION_LOST = 'PostgreSQL is gone; run it again when it is back, it goes on from what was written'

/** A service waits for PostgreSQL for ever; somebody waits for this command, and the service whose stores it uses may have ended with them. */
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

/** Whether a failure is that PostgreSQL is gone, and not that somebody ended this command's sessions. */
export async function isConnectionLost(db: Database, error: unknown): Promise<boolean> {
  if (!(error instanceof Error && isUnavailable(error))) return false
  return ping(db).then(
    () => false,
    () => true,
  )
}
