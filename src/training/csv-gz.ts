import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { basename } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { CommandError } from '#command-line.ts'
import { cellsOf } from '#large-files/csv-cells.ts'
import { createLines } from '#large-files/lines.ts'

/** Longer lines are no record of any data set. */
const LINE_BYTES_MAX = 64 * 1_024

type Cells<Names extends readonly string[]> = { [At in keyof Names]: string }

/**
 * Hands on the named columns of each record of a gzip'd CSV file, which names its columns in the first line. Answers the file's SHA-256.
 * Errors: CommandError with file, line and reason, `take`'s own included.
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
  const isWrong = (why: string) => new CommandError(`${name}, line ${number}: ${why}`)

  function takeLine(text: string): void {
    const cells = cellsOf(text)
    if (places === undefined) places = names.map(column => placeOf(column, cells))
    else take(places.map(place => cells[place] ?? '') as Cells<Names>)
  }
  const lines = createLines(LINE_BYTES_MAX, {
    line(line) {
      number += 1
      try {
        takeLine(line.toString().trimEnd())
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
      },
    )
  } catch (error) {
    if (error instanceof CommandError) throw error
    throw new CommandError(`${name} can't be read: ${error instanceof Error ? error.message : error}`)
  }
  return hash.digest('hex')
}

function placeOf(column: string, header: readonly string[]): number {
  const place = header.indexOf(column)
  if (place < 0) throw new Error(`there is no column ${column}`)
  return place
}
