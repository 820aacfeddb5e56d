import { sql } from 'slonik'
import type { Database } from '#edge/postgres/pool.ts'
import { isUnbuiltError } from '#edge/postgres/read-model-readiness.ts'
import { isSessionExpired } from '#projections/auth/sessions.ts'
import { startInterval } from '#reactions/start-interval.ts'
import type { Service } from '#service.ts'

const INTERVAL_MS = 3_600_000
/** Two million logins a day are deleted as fast as they come. */
const ROWS_PER_RUN_MAX = 100_000

/** Runs in every process with the role `reactor`; concurrent runs are harmless. */
export function startMaintenance({ db, log }: Pick<Service, 'db' | 'log'>): { stop(): Promise<void> } {
  return startInterval(INTERVAL_MS, async () => {
    try {
      const sessions = await deleteExpiredSessions(db)
      if (sessions > 0) log.info({ sessions }, 'rows of sessions that are over by age were deleted')
    } catch (err) {
      log.warn({ err }, 'deleting rows of sessions failed; will be retried')
    }
  })
}

/** No list shows them. Returns how many were deleted. */
export async function deleteExpiredSessions(db: Database, rowsMax = ROWS_PER_RUN_MAX): Promise<number> {
  const deletion = sql.unsafe`
    delete from read.auth_sessions where session_id in (
      select session_id from read.auth_sessions where ${isSessionExpired} order by opened_at limit ${rowsMax})`
  try {
    return (await db.query(deletion)).rowCount
  } catch (error) {
    // The read model is not built yet at the first start.
    if (!isUnbuiltError(error)) throw error
    return 0
  }
}
