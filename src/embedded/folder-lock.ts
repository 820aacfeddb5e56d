import { mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { OperationalError } from '#values/operational-error.ts'

const SQLITE_BUSY = 5
const SQLITE_READONLY = 8
const SQLITE_CANTOPEN = 14

export class FolderTaken extends OperationalError {}

/** One service per data folder. The operating system holds the lock and releases it when the process ends. */
export function lockFolder(dataDir: string): { release(): void } {
  const name = join(dataDir, 'service.lock')
  let file: DatabaseSync | undefined
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    assertOwnFolder(dataDir)
    file = new DatabaseSync(name)
    file.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
  } catch (error) {
    file?.close()
    throw toLockError(error, dataDir, name)
  }
  const held = file
  return { release: () => held.close() }
}

/** PostgreSQL refuses a folder of another user, but root could write in it and would fail late. */
function assertOwnFolder(dataDir: string): void {
  const me = process.getuid?.()
  const owner = statSync(dataDir).uid
  if (me === undefined || owner === me) return
  throw new OperationalError(
    `DATA_DIR ${dataDir} belongs to user ${owner}, and this is user ${me}: run as its owner, or set DATA_DIR to another folder`,
  )
}

function toLockError(error: unknown, dataDir: string, name: string): unknown {
  if (!(error instanceof Error) || error instanceof OperationalError) return error
  const { code, errcode } = error as { code?: unknown; errcode?: unknown }
  if (errcode === SQLITE_BUSY)
    return new FolderTaken(`another service is running on ${dataDir}: stop it, or set DATA_DIR to another folder`, {
      cause: error,
    })
  const dataDirError = (reason: string) =>
    new OperationalError(`DATA_DIR ${dataDir} ${reason}: set it to a folder that this user may write`, { cause: error })
  if (code === 'EEXIST' || code === 'ENOTDIR') return dataDirError('is no folder')
  if (errcode === SQLITE_READONLY || errcode === SQLITE_CANTOPEN || /^E(ACCES|PERM|ROFS)$/.test(String(code)))
    return dataDirError('is not writable')
  return new OperationalError(`${name} can't be locked`, { cause: error })
}
