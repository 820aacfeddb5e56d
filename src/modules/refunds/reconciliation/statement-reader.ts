import { isUtf8 } from 'node:buffer'
import type { z } from 'zod'
import { validationMessage } from '#config/validation-messages.ts'
import { parseCsvRecord } from '#files/parse-csv-record.ts'
import {
  COLUMNS,
  CSV_HEADER,
  CSV_TRAILER,
  StatementHeader,
  StatementLine,
  StatementProblem,
  StatementTrailer,
} from './statement.ts'

export type StatementFileLine =
  | { begin: z.infer<typeof StatementHeader> }
  | { end: { lines: number } }
  | { line: StatementLine }
  /** Names of columns, or an empty line. */
  | null

const OPENING_BRACE = 0x7b
const BYTE_ORDER_MARK = /^\uFEFF/
/** Only its reference distinguishes a foreign payment from another. */
const OPTIONAL: ReadonlySet<string> = new Set(['key'])

/** Reads the lines of a statement: JSON begins with a brace, everything else is CSV (RFC 4180, one record per line). */
export function createStatementReader() {
  let isJson: boolean | undefined
  /** Of CSV, by position; undefined before the line with their names. */
  let columns: string[] | undefined

  function fromCsv(number: number, text: string): StatementFileLine {
    const cells = parseCells(number, text)
    if (number === 1 && cells[0] === CSV_HEADER)
      return { begin: parseWith(number, StatementHeader, { format: cells[0].slice(1), from: cells[1], to: cells[2] }) }
    if (cells[0] === CSV_TRAILER)
      return { end: parseWith(number, StatementTrailer, { end: true, lines: Number(cells[1] || Number.NaN) }) }
    if (columns === undefined) {
      columns = cells.map(cell => cell.trim())
      const missing = COLUMNS.find(name => !OPTIONAL.has(name) && !columns!.includes(name))
      if (missing !== undefined) throw new StatementProblem(number, missing, 'is not among the column names')
      const duplicate = COLUMNS.find(name => columns!.indexOf(name) !== columns!.lastIndexOf(name))
      if (duplicate !== undefined) throw new StatementProblem(number, duplicate, 'is the name of several columns')
      return null
    }
    if (cells.length !== columns.length)
      throw new StatementProblem(number, 'line', `has ${cells.length} cells for ${columns.length} columns`)
    // An empty cell means that the field is missing.
    const fields = columns.flatMap((name, index) => (cells[index] === '' ? [] : [[name, cells[index]]]))
    return { line: parseWith(number, StatementLine, Object.fromEntries(fields)) }
  }

  function fromJson(number: number, text: string): StatementFileLine {
    const value = parseObject(number, text)
    if ('format' in value && number === 1) return { begin: parseWith(number, StatementHeader, value) }
    if ('end' in value) return { end: parseWith(number, StatementTrailer, value) }
    return { line: parseWith(number, StatementLine, value) }
  }

  /** @param number of the line in the file, from 1. Throws StatementProblem. */
  return function read(number: number, bytes: Buffer): StatementFileLine {
    if (!isUtf8(bytes)) throw new StatementProblem(number, 'line', 'is not UTF-8')
    const text = bytes
      .toString('utf8')
      .replace(BYTE_ORDER_MARK, '')
      .replace(/\r?\n$/, '')
    if (text.trim() === '') return null
    isJson ??= text.charCodeAt(0) === OPENING_BRACE
    return isJson ? fromJson(number, text) : fromCsv(number, text)
  }
}

function parseCells(number: number, text: string): string[] {
  try {
    return parseCsvRecord(text)
  } catch (error) {
    throw new StatementProblem(number, 'line', `is not CSV: ${error instanceof Error ? error.message : error}`)
  }
}

function parseObject(number: number, text: string): object {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new StatementProblem(number, 'line', 'is not JSON')
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  throw new StatementProblem(number, 'line', 'is not a JSON object')
}

function parseWith<T>(number: number, schema: z.ZodType<T>, value: unknown): T {
  const { data, error } = schema.safeParse(value, { error: validationMessage })
  if (error === undefined) return data as T
  const [first] = error.issues
  throw new StatementProblem(number, first?.path.map(String).join('.') || 'line', first?.message ?? 'is not valid')
}
