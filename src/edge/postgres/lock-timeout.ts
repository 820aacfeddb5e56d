import { sql } from 'slonik'

/**
 * For a statement that needs a table for itself: it waits behind whoever reads the table in a long transaction, say a backup, and everybody else
 * behind it. So it gives way soon, also before PostgreSQL would call it a deadlock (1 s), and is repeated later.
 */
export const shortLockTimeout = sql.unsafe`select set_config('lock_timeout', '300ms', true)`

const LOCK_NOT_AVAILABLE = '55P03'

export function isLockTimeout(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === LOCK_NOT_AVAILABLE
}
