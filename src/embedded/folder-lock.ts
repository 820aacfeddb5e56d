import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/**
 * One service per data folder. The lock is the operating system's (through SQLite's exclusive lock on a file), so it is gone
 * when the process is, however it went.
 */
export function lockFolder(dataDir: string): { release(): void } {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const file = new DatabaseSync(join(dataDir, 'service.lock'))
  try {
    file.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
  } catch (error) {
    file.close()
    throw new Error(`another service is running on ${dataDir}`, { cause: error })
  }
  return { release: () => file.close() }
}
