import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

export class StoreUnusable extends Error {}

export const FILE_NAME = 'events.db'
const SCHEMA_VERSION = 2

/**
 * The indexes are the streams: the last row of a stream is its state. The key of a stream is the position of its first
 * event: streams written together have neighbouring keys, so that a flush of a hundred appends changes a few pages of
 * the index, not a hundred as with names.
 */
const INDEXES = `
  CREATE UNIQUE INDEX event_in_stream ON event (first, revision);
  CREATE UNIQUE INDEX stream_by_name ON event (stream) WHERE position = first;
  PRAGMA user_version = ${SCHEMA_VERSION};
`

/** `body` is last, so that a scan with a filter does not read it. */
const SCHEMA = `
  CREATE TABLE event (
    position INTEGER PRIMARY KEY,
    first    INTEGER NOT NULL,
    stream   TEXT    NOT NULL,
    type     TEXT    NOT NULL,
    revision INTEGER NOT NULL,
    id       TEXT    NOT NULL,
    created  INTEGER NOT NULL,
    checksum INTEGER NOT NULL,
    body     BLOB    NOT NULL
  ) STRICT;
  ${INDEXES}
`

/** Format 1 had the index on the name. */
const FROM_FORMAT_1 = `
  ALTER TABLE event ADD COLUMN first INTEGER NOT NULL DEFAULT 0;
  UPDATE event SET first = (SELECT position FROM event AS other WHERE other.stream = event.stream ORDER BY revision LIMIT 1);
  DROP INDEX event_in_stream;
  ${INDEXES}
`

/** Of a new file. Holds seven events of 1 KiB with little waste; a page of 4 KiB holds three. */
const PAGE_BYTES = 8192

/**
 * Pages in the write-ahead log at which SQLite checkpoints while an append waits: few, so that it waits some
 * milliseconds (4,096 pages of 4 KiB took ten to forty), and enough that fewer than one append in a hundred does.
 */
const WAL_PAGES = 512

const CACHE_KIB = 16 * 1024

/** Files up to this size are checked at each start, in a third of a second: an index without an entry hides events. */
const CHECK_BYTES_MAX = 128 * 1024 * 1024

/** The operating system holds the lock, so a killed node leaves nothing to clean up. @throws StoreUnusable */
export function openDatabase(dataDir: string): DatabaseSync {
  const path = join(dataDir, FILE_NAME)
  let database: DatabaseSync | undefined
  try {
    mkdirSync(dataDir, { recursive: true })
    database = new DatabaseSync(path)
    // Before the first read: the WAL index is in memory, without a shared file.
    database.exec('PRAGMA locking_mode = EXCLUSIVE')
    database.exec(`PRAGMA page_size = ${PAGE_BYTES}`)
    database.exec('PRAGMA journal_mode = WAL')
    // FULL: a commit returns after the write-ahead log is on disk, which is what "acknowledged" means.
    database.exec('PRAGMA synchronous = FULL')
    database.exec(`PRAGMA wal_autocheckpoint = ${WAL_PAGES}`)
    database.exec(`PRAGMA cache_size = -${CACHE_KIB}`)
    database.exec('BEGIN EXCLUSIVE')
    const version = pragma(database, 'user_version')
    if (version === 0) database.exec(SCHEMA)
    else if (version === 1) database.exec(FROM_FORMAT_1)
    else if (version !== SCHEMA_VERSION)
      throw new StoreUnusable(`${path} has format ${version}; this node knows ${SCHEMA_VERSION}`)
    database.exec('COMMIT')
    if (version !== 0) checkStructure(database, path)
    return database
  } catch (error) {
    database?.close()
    throw unusable(error, path)
  }
}

function checkStructure(database: DatabaseSync, path: string): void {
  if (pragma(database, 'page_count') * pragma(database, 'page_size') > CHECK_BYTES_MAX) return
  const verdict = String(Object.values(database.prepare('PRAGMA integrity_check(1)').get() ?? {})[0])
  if (verdict !== 'ok') throw new StoreUnusable(`${path} is damaged: ${verdict}`)
}

function pragma(database: DatabaseSync, name: string): number {
  return Number(Object.values(database.prepare(`PRAGMA ${name}`).get() ?? {})[0])
}

function unusable(error: unknown, path: string): StoreUnusable {
  if (error instanceof StoreUnusable) return error
  if (sqliteCode(error) === SQLITE_BUSY) return new StoreUnusable(`${path} is in use by another process`)
  return new StoreUnusable(`${path} cannot be opened: ${error instanceof Error ? error.message : error}`, {
    cause: error,
  })
}

const SQLITE_BUSY = 5
const SQLITE_FULL = 13
const SQLITE_IOERR_FSYNC = 1034
const SQLITE_IOERR_DIR_FSYNC = 1290

function sqliteCode(error: unknown): number {
  return error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' ? error.errcode : 0
}

export function isDiskFull(error: unknown): boolean {
  return sqliteCode(error) === SQLITE_FULL
}

/** After a failed flush the pages may be dropped, and a second flush would report success for lost data. */
export function isFlushFailure(error: unknown): boolean {
  const code = sqliteCode(error)
  return code === SQLITE_IOERR_FSYNC || code === SQLITE_IOERR_DIR_FSYNC
}
