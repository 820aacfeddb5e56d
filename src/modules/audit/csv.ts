import { parseCsvRecord } from '#files/parse-csv-record.ts'
import { EXPORT_FIELDS } from './export-record.ts'

/**
 * Events as CSV (RFC 4180), one record per line; objects and lists as JSON, null and absent values as empty cells. A
 * spreadsheet must not run a caller's text as a formula: such a cell begins with an apostrophe, and so does one that
 * begins with an apostrophe itself, so that it can be removed again.
 */
export const CSV_HEADER = `${EXPORT_FIELDS.join(',')}\r\n`

const FORMULA_START = /^[=+\-@\t\r']/
const NEEDS_QUOTES = /[",\r\n]/
const NUMBER_FIELDS: ReadonlySet<string> = new Set(['revision', 'v'])
const JSON_FIELDS: ReadonlySet<string> = new Set(['actor', 'data', 'redacted', 'resumes'])
const NULLABLE_FIELDS: ReadonlySet<string> = new Set(['causation_id', 'prev_hash'])

export function csvLine(event: object): string {
  const fields = event as Record<string, unknown>
  return `${EXPORT_FIELDS.map(name => cellOf(fields[name])).join(',')}\r\n`
}

/** First cell of the last record; no stream has this name. */
export const CSV_MANIFEST = '#manifest'

export function csvManifest(json: string): string {
  return csvLine({ stream: CSV_MANIFEST, data: json })
}

function cellOf(value: unknown): string {
  if (value === undefined || value === null) return ''
  const text = typeof value === 'object' || value === true ? JSON.stringify(value) : String(value)
  const safe = FORMULA_START.test(text) ? `'${text}` : text
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** The inverse of `csvLine`; throws for other lines. */
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
