import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { basename } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { createLineSplitter } from '#files/line-splitter.ts'
import { parseCsvRecord } from '#files/parse-csv-record.ts'
import { CommandError } from '#terminal/command-line.ts'

/** No data set has longer records. */
const RECORD_BYTES_MAX = 64 * 1_024

type Cells<Names extends readonly string[]> = { [At in keyof Names]: string }

/**
 * Passes the named columns of each record of a gzip'd CSV file with a header; quoted cells may span lines. Returns the
 * file's SHA-256. Throws CommandError with file, line and reason, also for errors of `onRecord`.
 */
export async function eachRecord<const Names extends readonly string[]>(
  path: string,
  names: Names,
  onRecord: (cells: Cells<Names>) => void,
): Promise<string> {
  const hash = createHash('sha256')
  const name = basename(path)
  let number = 0
  let columnIndexes: number[] | undefined
  let recordLines: string[] = []
  let recordLength = 0
  let isQuoteOpen = false
  const errorOf = (why: string) => new CommandError(`${name}, line ${number}: ${why}`)

  function takeLine(line: string): void {
    recordLines.push(line)
    recordLength += line.length
    if (recordLength > RECORD_BYTES_MAX) throw new Error('a quote does not end')
    if (hasOddQuotes(line)) isQuoteOpen = !isQuoteOpen
    if (isQuoteOpen) return
    const record = recordLines.join('')
    recordLines = []
    recordLength = 0
    const cells = parseCsvRecord(record.trimEnd())
    if (columnIndexes === undefined) columnIndexes = names.map(column => columnIndexOf(column, cells))
    else onRecord(columnIndexes.map(columnIndex => cells[columnIndex] ?? '') as Cells<Names>)
  }
  const lines = createLineSplitter(RECORD_BYTES_MAX, {
    line(line) {
      number += 1
      try {
        takeLine(line.toString())
      } catch (error) {
        throw errorOf(error instanceof Error ? error.message : String(error))
      }
    },
    tooLong() {
      throw errorOf('it is too long')
    },
  })
  try {
    await pipeline(
      createReadStream(path),
      async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          hash.update(chunk)
          yield chunk
        }
      },
      createGunzip(),
      async (chunks: AsyncIterable<Buffer>) => {
        for await (const chunk of chunks) lines.push(chunk)
        lines.end()
        if (isQuoteOpen) throw errorOf('a quote does not end')
      },
    )
  } catch (error) {
    if (error instanceof CommandError) throw error
    throw new CommandError(`${name} can't be read: ${error instanceof Error ? error.message : error}`)
  }
  return hash.digest('hex')
}

/** Quotes within a cell are doubled, so an odd count opens or closes a cell. */
function hasOddQuotes(line: string): boolean {
  let quotes = 0
  for (let at = line.indexOf('"'); at >= 0; at = line.indexOf('"', at + 1)) quotes += 1
  return quotes % 2 === 1
}

function columnIndexOf(column: string, header: readonly string[]): number {
  const columnIndex = header.indexOf(column)
  if (columnIndex < 0) throw new Error(`there is no column ${column}`)
  return columnIndex
}
