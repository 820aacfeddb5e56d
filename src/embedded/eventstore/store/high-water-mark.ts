import { closeSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { FILE_NAME, StoreUnusable } from './database.ts'

/**
 * The position of the last acknowledged event, in a file. SQLite takes the first damaged frame of its write-ahead log
 * for its end, so one flipped bit would silently lose acknowledged events. Written after each flush and not flushed
 * itself, so it may be older than the log, or missing.
 */
const MARK_NAME = 'events.mark'
const WAL_SUFFIX = '-wal'
const POSITION_DIGITS = 16

export interface HighWaterMark {
  set(position: number): void
  close(): void
}

/** Read before the log is opened, which changes the write-ahead log. */
export function readBeforeOpening(dataDir: string): { acknowledged: number; wal: Buffer | undefined } {
  return {
    acknowledged: parsed(readIfExists(join(dataDir, MARK_NAME))),
    wal: readIfExists(join(dataDir, FILE_NAME + WAL_SUFFIX)),
  }
}

export function openHighWaterMark(
  dataDir: string,
  lastPosition: number,
  { acknowledged, wal }: ReturnType<typeof readBeforeOpening>,
): HighWaterMark {
  const path = join(dataDir, MARK_NAME)
  if (acknowledged > lastPosition) {
    const kept = join(dataDir, `${FILE_NAME}${WAL_SUFFIX}.refused`)
    if (wal !== undefined) writeFileSync(kept, wal)
    throw new StoreUnusable(
      `${join(dataDir, FILE_NAME)} has lost acknowledged events: it ends at position ${lastPosition}, and ${acknowledged} was acknowledged. ` +
        `The disk has changed what was written${wal === undefined ? '' : `; the write-ahead log as it was found is in ${kept}`}. ` +
        `Restore a backup of the folder, or delete ${path} to go on without these events`,
    )
  }
  let file: number | undefined
  return {
    set(position) {
      try {
        file ??= openSync(path, 'w')
        writeSync(file, line(position), 0)
      } catch {
        // A full disk is harmless: the events are stored, and an older mark is valid.
      }
    },
    close: () => {
      if (file !== undefined) closeSync(file)
    },
  }
}

/** Of fixed length, so that a newer one covers an older one; the checksum detects a partial write. */
function line(position: number): string {
  const digits = String(position).padStart(POSITION_DIGITS, '0')
  return `${digits} ${crc32(digits).toString(16).padStart(8, '0')}\n`
}

function parsed(mark: Buffer | undefined): number {
  const position = Number(mark?.toString('latin1').slice(0, POSITION_DIGITS))
  return mark !== undefined && mark.toString('latin1') === line(position) ? position : -1
}

function readIfExists(path: string): Buffer | undefined {
  try {
    return readFileSync(path)
  } catch {
    return undefined
  }
}
