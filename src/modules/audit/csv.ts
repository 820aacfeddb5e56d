import { parseCsvRecord } from '#files/parse-csv-record.ts'
import { EXPORT_FIELDS } from './export-record.ts'

/**
 * Events on paper as CSV (RFC 4180), a record in one line. What is an object or a list stands there as JSON, null and what is missing as an
 * empty cell. Whoever opens the file in a spreadsheet must not run what a caller wrote: a cell that would be taken for a formula begins with
 * an apostrophe, as does one that begins with an apostrophe itself, so that it can be taken off again.
 */
export const CSV_HEADER = `${EXPORT_FIELDS.join(',')}\r\n`

const FORMULA_START = /^[=+\-@\t\r']/
const NEEDS_QUOTES = /[",\r\n]/
const NUMBER_FIELDS: ReadonlySet<string> = new Set(['revision', 'v'])
const JSON_FIELDS: ReadonlySet<string> = new Set(['actor', 'data', 'redacted', 'resumes'])
const NULLABLE_FIELDS: ReadonlySet<string> = new Set(['causation_id', 'prev_hash'])

/** With its line end. */
export function csvLine(event: object): string {
  const fields = event as Record<string, unknown>
  return `${EXPORT_FIELDS.map(name => cellOf(fields[name])).join(',')}\r\n`
}

/** The manifest as the last record: a name in the first cell that no stream has, and its JSON among the data. */
export const CSV_MANIFEST = '#manifest'

/** @param json the manifest. */
export function csvManifest(json: string): string {
  return csvLine({ stream: CSV_MANIFEST, data: json })
}

function cellOf(value: unknown): string {
  if (value === undefined || value === null) return ''
  const text = typeof value === 'object' || value === true ? JSON.stringify(value) : String(value)
  const safe = FORMULA_START.test(text) ? `'${text}` : text
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** What `csvLine` made the line of, or the manifest; throws when it is no such line. */
export function parseCsvLine(line: string): { event: Record<string, unknown> } | { manifest: unknown } {
  const cells = parseCsvRecord(line)
  if (cells.length !== EXPORT_FIELDS.length) throw new Error(`it has ${cells.length} cells`)
  const event: Record<string, unknown> = {}
  for (const [index, name] of EXPORT_FIELDS.entries()) {
    const cell = cells[index]!
    if (cell !== '') event[name] = valueIn(name, cell)
    else if (NULLABLE_FIELDS.has(name)) event[name] = null
  }
  return event.stream === CSV_MANIFEST ? { manifest: event.data } : { event }
}

function valueIn(name: string, cell: string): unknown {
  const text = cell.startsWith("'") ? cell.slice(1) : cell
  if (NUMBER_FIELDS.has(name)) return Number(text)
  return JSON_FIELDS.has(name) ? JSON.parse(text) : text
}
