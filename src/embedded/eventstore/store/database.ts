import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** The SQLite file behind the log: how it is opened, locked, flushed and checked. */

/** Raised when the data folder cannot be used; the message is for the person who started the node. */
export class StoreUnusable extends Error {}

export const FILE_NAME = 'events.db'
const SCHEMA_VERSION = 2

/**
 * The indexes are the streams; there is no table of streams, because the last row of a stream says all there is to know. A stream is
 * known by the position of its first event: keys of streams written at the same time are neighbours, so that a flush of a hundred
 * appends changes a few pages of the index and not a hundred, as it would with names.
 */
const INDEXES = `
  CREATE UNIQUE INDEX event_in_stream ON event (first, revision);
  CREATE UNIQUE INDEX stream_by_name ON event (stream) WHERE position = first;
  PRAGMA user_version = ${SCHEMA_VERSION};
`

/** One row per event. `body` comes last so that a scan that only filters never touches it. */
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

/** Of a new file; it keeps what it was made with. Seven events of 1 KiB fill such a page, three one of 4 KiB with a sixth of it empty. */
const PAGE_BYTES = 8192

/**
 * Pages in the write-ahead log at which SQLite moves them to the main file, while an append waits. Few, so that it waits a few milliseconds
 * (4,096 pages of 4 KiB took ten, and four times that under load); enough that fewer than one append in a hundred does.
 */
const WAL_PAGES = 512

/** Page cache. Bounds memory; streams in use stay in it. */
const CACHE_KIB = 16 * 1024

/**
 * Files up to this size get SQLite's check of every page at each start, indexes against rows included: an index that has lost an entry would
 * hide events. It takes a third of a second at most; larger files would make the start slow.
 */
const CHECK_BYTES_MAX = 128 * 1024 * 1024

/**
 * Opens (or creates) the log of a data folder and keeps every other process out until this one closes it or dies: the lock is the
 * operating system's lock on the file, so a killed node leaves nothing to clean up.
 * @throws StoreUnusable when another process has it, when it is damaged, or when the folder cannot be written.
 */
export function openDatabase(dataDir: string): DatabaseSync {
  const path = join(dataDir, FILE_NAME)
  let database: DatabaseSync | undefined
  try {
    mkdirSync(dataDir, { recursive: true })
    database = new DatabaseSync(path)
    // Exclusive before the first read: the lock is taken for good and the WAL index lives in memory instead of a shared file.
    database.exec('PRAGMA locking_mode = EXCLUSIVE')
    database.exec(`PRAGMA page_size = ${PAGE_BYTES}`)
    database.exec('PRAGMA journal_mode = WAL')
    // FULL: a commit returns after the write-ahead log is on disk. That is the whole meaning of "acknowledged".
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

/** SQLite's (extended) result code of an error, 0 when the error is not SQLite's. */
function sqliteCode(error: unknown): number {
  return error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' ? error.errcode : 0
}

export function isDiskFull(error: unknown): boolean {
  return sqliteCode(error) === SQLITE_FULL
}

/**
 * After a failed flush the operating system may have dropped the pages it could not write, and a second flush would report success
 * for data that is gone. So the handle must not be used again.
 */
export function isFlushFailure(error: unknown): boolean {
  const code = sqliteCode(error)
  return code === SQLITE_IOERR_FSYNC || code === SQLITE_IOERR_DIR_FSYNC
}
