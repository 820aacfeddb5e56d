import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { createLineSplitter, readInParts } from '#files/line-splitter.ts'
import { parseCsvRecord } from '#files/parse-csv-record.ts'
import { CommandError } from '#terminal/command-line.ts'
import { createRowReader } from './columns.ts'
import type { createEntryStore } from './entry-store.ts'
import { entriesOf, type RowRefusal } from './row.ts'

/** Ten times a transaction with texts of maximal length. */
const LINE_BYTES_MAX = 64 * 1_024
const BYTES_AT_ONCE = 64 * 1_024
const BYTE_ORDER_MARK = /^\uFEFF/
/** Fatal, because replacement characters would make one id of ids that differ only in invalid bytes. */
const UTF_8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

export const FORMATS = ['csv', 'ndjson'] as const

type ReadOptions = {
  now: Date
  entries: Pick<ReturnType<typeof createEntryStore>, 'add'>
  refused(refusal: RowRefusal & { line: number }): void
  onProgress(bytes: number): void
}

/** CSV or JSON lines, by the file's name, with gzip where it ends in .gz. Returns its SHA-256. Throws CommandError. */
export async function readFile(path: string, { now, entries, refused, onProgress }: ReadOptions): Promise<string> {
  const format = FORMATS.find(name => path.replace(/\.gz$/, '').endsWith(`.${name}`))
  if (format === undefined) throw new CommandError(`${path} must end in .csv or .ndjson, or in that and .gz`)
  let line = 0
  let rowOf: ((cells: readonly string[]) => unknown) | undefined

  function parsed(text: string): unknown {
    if (format === 'ndjson') return JSON.parse(text)
    return rowOf!(parseCsvRecord(text))
  }

  function handleLine(bytes: Buffer): void {
    const text = textOf(bytes, line)
    if (format === 'csv' && rowOf === undefined) {
      if (text === null) throw new CommandError('the first line is not UTF-8')
      rowOf = createRowReader(parseCsvRecord(text))
      return
    }
    if (text === null) {
      refused({ line, field: '', reason: 'is not UTF-8' })
      return
    }
    if (text === '') return
    let row: unknown
    try {
      row = parsed(text)
    } catch (error) {
      refused({ line, field: '', reason: error instanceof Error ? error.message : String(error) })
      return
    }
    for (const found of entriesOf(row, now))
      if ('kind' in found) entries.add({ ...found, line })
      else refused({ ...found, line })
  }

  const lines = createLineSplitter(LINE_BYTES_MAX, {
    line(bytes) {
      line += 1
      handleLine(bytes)
    },
    tooLong() {
      line += 1
      refused({ line, field: '', reason: `is longer than ${LINE_BYTES_MAX / 1_024} KiB` })
    },
  })
  const whole = async (chunks: AsyncIterable<Buffer>) => {
    for await (const chunk of chunks) lines.push(chunk)
    lines.end()
  }
  const file = createReadStream(path)
  const hash = createHash('sha256')
  const counted = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of readInParts(chunks, BYTES_AT_ONCE, onProgress)) {
      hash.update(chunk)
      yield chunk
    }
  }
  try {
    if (path.endsWith('.gz')) await pipeline(file, counted, createGunzip(), whole)
    else await pipeline(file, counted, whole)
  } catch (error) {
    if (error instanceof CommandError || !(error instanceof Error && 'code' in error)) throw error
    throw new CommandError(`${path} can't be read: ${error.message}`)
  }
  return hash.digest('hex')
}

/** The text without line end and byte order mark; null when it is not UTF-8. */
function textOf(bytes: Buffer, line: number): string | null {
  try {
    const text = UTF_8.decode(bytes).replace(/\r?\n$/, '')
    return line === 1 ? text.replace(BYTE_ORDER_MARK, '') : text
  } catch {
    return null
  }
}
