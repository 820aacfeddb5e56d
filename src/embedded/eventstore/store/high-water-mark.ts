import { closeSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { FILE_NAME, StoreUnusable } from './database.ts'

/**
 * The position of the last acknowledged event, in a file beside the log. SQLite takes the first damaged frame of its write-ahead log for the
 * end of it, as after a crash in the middle of a write: one flipped bit there, and whatever was acknowledged after it would be gone without a
 * word. The mark is written after each flush of the log and not flushed itself, so it costs an append nothing; it can only be older than the
 * log, or missing, and neither means anything.
 */
const MARK_NAME = 'events.mark'
const WAL_SUFFIX = '-wal'
const POSITION_DIGITS = 16

export interface HighWaterMark {
  /** These events are acknowledged from now on. */
  set(position: number): void
  close(): void
}

/** What a start finds before the log is opened, which changes the write-ahead log. */
export function readBeforeOpening(dataDir: string): { acknowledged: number; wal: Buffer | undefined } {
  return {
    acknowledged: parsed(readIfExists(join(dataDir, MARK_NAME))),
    wal: readIfExists(join(dataDir, FILE_NAME + WAL_SUFFIX)),
  }
}

/**
 * @param lastPosition where the log ends, -1 when it is empty.
 * @throws StoreUnusable when it ends before what was acknowledged.
 */
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
        // A disk that is full, for one. An older mark is as good as none, and the events are stored.
      }
    },
    close: () => {
      if (file !== undefined) closeSync(file)
    },
  }
}

/** Always as long, so that a newer one covers an older one; the checksum tells half of one. */
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
