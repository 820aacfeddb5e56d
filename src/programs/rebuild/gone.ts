import { sql } from 'slonik'
import type { Database } from '#edge/postgres/pool.ts'
import { isUnavailable } from '#edge/unavailable.ts'

const LOOK_MS = 5_000
/** A restart of PostgreSQL is waited out. */
const GONE_LOOKS = 4
export const GONE = 'PostgreSQL is gone; run it again when it is back, it goes on from what was written'

/** A service waits for PostgreSQL for ever; somebody waits for this command, and the service whose stores it uses may have ended with them. */
export function whenGone(db: Database, tell: () => void): NodeJS.Timeout {
  let missed = 0
  const looking = setInterval(() => {
    missed += 1
    if (missed > GONE_LOOKS) {
      clearInterval(looking)
      return tell()
    }
    ask(db).then(
      () => (missed = 0),
      () => undefined,
    )
  }, LOOK_MS)
  return looking
}

const ask = (db: Database) => db.query(sql.unsafe`select 1`)

/** Whether a failure is that PostgreSQL is gone, and not that somebody ended this command's sessions. */
export async function isGone(db: Database, error: unknown): Promise<boolean> {
  if (!(error instanceof Error && isUnavailable(error))) return false
  return ask(db).then(
    () => false,
    () => true,
  )
}
