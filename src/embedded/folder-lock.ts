import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** SQLite's word for a lock that somebody else holds. */
const SQLITE_BUSY = 5

/**
 * One service per data folder. The lock is the operating system's (through SQLite's exclusive lock on a file), so it is gone
 * when the process is, however it went.
 */
export function lockFolder(dataDir: string): { release(): void } {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const name = join(dataDir, 'service.lock')
  const file = new DatabaseSync(name)
  try {
    file.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
  } catch (error) {
    file.close()
    const isTaken = error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY
    throw new Error(isTaken ? `another service is running on ${dataDir}` : `${name} can't be locked`, { cause: error })
  }
  return { release: () => file.close() }
}
