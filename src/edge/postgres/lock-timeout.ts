import { sql } from 'slonik'

/**
 * For a statement that locks a whole table: while it waits behind a long reader, such as a backup, all later statements
 * wait behind it. So it gives up soon, before the deadlock check (1 s), and is repeated later.
 */
export const shortLockSetting = sql.fragment`set_config('lock_timeout', '300ms', true)`
export const shortLockTimeout = sql.unsafe`select ${shortLockSetting}`

const LOCK_NOT_AVAILABLE = '55P03'

export function isLockTimeout(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === LOCK_NOT_AVAILABLE
}
