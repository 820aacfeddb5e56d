import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { basename } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { cellsOf } from '#files/csv-cells.ts'
import { createLines } from '#files/lines.ts'
import { CommandError } from '#terminal/command-line.ts'

/** Longer ones are no record of any data set. */
const RECORD_BYTES_MAX = 64 * 1_024

type Cells<Names extends readonly string[]> = { [At in keyof Names]: string }

/**
 * Hands on the named columns of each record of a gzip'd CSV file, which names its columns in the first line; a quoted cell may go over lines.
 * Answers the file's SHA-256. Errors: CommandError with file, line and reason, `take`'s own included.
 */
export async function eachRecord<const Names extends readonly string[]>(
  path: string,
  names: Names,
  take: (cells: Cells<Names>) => void,
): Promise<string> {
  const hash = createHash('sha256')
  const name = basename(path)
  let number = 0
  let places: number[] | undefined
  let begun: string[] = []
  let begunLength = 0
  let isOpen = false
  const isWrong = (why: string) => new CommandError(`${name}, line ${number}: ${why}`)

  function takeLine(line: string): void {
    begun.push(line)
    begunLength += line.length
    if (begunLength > RECORD_BYTES_MAX) throw new Error('a quote does not end')
    if (hasOddQuotes(line)) isOpen = !isOpen
    if (isOpen) return
    const record = begun.join('')
    begun = []
    begunLength = 0
    const cells = cellsOf(record.trimEnd())
    if (places === undefined) places = names.map(column => placeOf(column, cells))
    else take(places.map(place => cells[place] ?? '') as Cells<Names>)
  }
  const lines = createLines(RECORD_BYTES_MAX, {
    line(line) {
      number += 1
      try {
        takeLine(line.toString())
      } catch (error) {
        throw isWrong(error instanceof Error ? error.message : String(error))
      }
    },
    tooLong() {
      throw isWrong('it is too long')
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
        if (isOpen) throw isWrong('a quote does not end')
      },
    )
  } catch (error) {
    if (error instanceof CommandError) throw error
    throw new CommandError(`${name} can't be read: ${error instanceof Error ? error.message : error}`)
  }
  return hash.digest('hex')
}

/** A quote within a cell is doubled: an odd one opens or closes. */
function hasOddQuotes(line: string): boolean {
  let quotes = 0
  for (let at = line.indexOf('"'); at >= 0; at = line.indexOf('"', at + 1)) quotes += 1
  return quotes % 2 === 1
}

function placeOf(column: string, header: readonly string[]): number {
  const place = header.indexOf(column)
  if (place < 0) throw new Error(`there is no column ${column}`)
  return place
}
