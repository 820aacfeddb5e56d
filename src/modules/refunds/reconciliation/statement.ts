import { isUtf8 } from 'node:buffer'
import { z } from 'zod'
import { validationMessage } from '#config/validation-messages.ts'
import { parseCsvRecord } from '#files/parse-csv-record.ts'
import { instant } from '#values/instant.ts'
import { plainText } from '#values/text.ts'

/** The header names the format and the period, the trailer shows that the statement is complete. */
export const STATEMENT_FORMAT = 'payment-statement/1'
export const STATEMENT_ENCODINGS = ['ndjson', 'csv'] as const
export type StatementEncoding = (typeof STATEMENT_ENCODINGS)[number]

export const CSV_HEADER = `#${STATEMENT_FORMAT}`
export const CSV_TRAILER = '#end'
/** In the order in which this service writes them; statements may have more, in any order. */
export const COLUMNS = ['type', 'key', 'reference', 'status', 'amount', 'currency', 'at'] as const

/** In the words of the payment gateway's contract. */
const STATUSES = { transfer: ['succeeded', 'rejected'], reversal: ['completed', 'failed'] } as const

/** Amounts are numbers in major units, or the same as text. */
export const StatementLine = z
  .object({
    type: z.enum(['transfer', 'reversal']),
    key: plainText(128).nullish(),
    reference: plainText(256),
    status: z.enum([...STATUSES.transfer, ...STATUSES.reversal]),
    amount: z.union([z.number(), z.string()], {
      error: issue => (issue.input === undefined ? 'is required' : 'must be a number'),
    }),
    currency: z.string(),
    at: instant,
  })
  .refine(({ type, status }) => STATUSES[type].some(word => word === status), {
    error: 'must be succeeded or rejected for a transfer, completed or failed for a reversal',
    path: ['status'],
  })
export type StatementLine = z.infer<typeof StatementLine>

const StatementHeader = z.object({ format: z.literal(STATEMENT_FORMAT), from: instant, to: instant })
const StatementTrailer = z.object({ end: z.literal(true), lines: z.int().nonnegative() })

/** Where a statement is wrong, and why. Nothing was compared or flagged. */
export class StatementProblem extends Error {
  /** From 1; null for the file as a whole. */
  readonly line: number | null
  readonly field: string
  readonly reason: string
  constructor(line: number | null, field: string, reason: string) {
    super(`${line === null ? 'the statement' : `line ${line}`}: ${field} ${reason}`)
    this.name = 'StatementProblem'
    this.line = line
    this.field = field
    this.reason = reason
  }
}

type ParsedLine =
  | { begin: z.infer<typeof StatementHeader> }
  | { end: { lines: number } }
  | { line: StatementLine }
  /** Names of columns, or an empty line. */
  | null

const OPENING_BRACE = 0x7b
const BYTE_ORDER_MARK = /^\uFEFF/
/** Only its reference distinguishes a foreign payment from another. */
const OPTIONAL: ReadonlySet<string> = new Set(['key'])

/** JSON begins with a brace, everything else is CSV (RFC 4180, one record per line). */
export function createStatementReader() {
  let isJson: boolean | undefined
  /** Of CSV, by position; undefined before the line with their names. */
  let columns: string[] | undefined

  function fromCsv(number: number, text: string): ParsedLine {
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

  function fromJson(number: number, text: string): ParsedLine {
    const value = parseObject(number, text)
    if ('format' in value && number === 1) return { begin: parseWith(number, StatementHeader, value) }
    if ('end' in value) return { end: parseWith(number, StatementTrailer, value) }
    return { line: parseWith(number, StatementLine, value) }
  }

  /** @param number of the line in the file, from 1. Throws StatementProblem. */
  return function read(number: number, bytes: Buffer): ParsedLine {
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
