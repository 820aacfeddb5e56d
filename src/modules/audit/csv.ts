import { cellsOf } from '#files/csv-cells.ts'
import { FIELDS } from './paper.ts'

/**
 * Events on paper as CSV (RFC 4180), a record in one line. What is an object or a list stands there as JSON, null and what is missing as an
 * empty cell. Whoever opens the file in a spreadsheet must not run what a caller wrote: a cell that would be taken for a formula begins with
 * an apostrophe, as does one that begins with an apostrophe itself, so that it can be taken off again.
 */
export const CSV_HEADER = `${FIELDS.join(',')}\r\n`

const DANGEROUS = /^[=+\-@\t\r']/
const TO_QUOTE = /[",\r\n]/
const NUMBERS: ReadonlySet<string> = new Set(['revision', 'v'])
const OF_JSON: ReadonlySet<string> = new Set(['actor', 'data', 'redacted', 'resumes'])
const NULLABLE: ReadonlySet<string> = new Set(['causation_id', 'prev_hash'])

/** With its line end. */
export function csvLine(event: object): string {
  const of = event as Record<string, unknown>
  return `${FIELDS.map(name => cellOf(of[name])).join(',')}\r\n`
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
  const safe = DANGEROUS.test(text) ? `'${text}` : text
  return TO_QUOTE.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** What `csvLine` made the line of, or the manifest; throws when it is no such line. */
export function fromCsv(line: string): { event: Record<string, unknown> } | { manifest: unknown } {
  const cells = cellsOf(line)
  if (cells.length !== FIELDS.length) throw new Error(`it has ${cells.length} cells`)
  const event: Record<string, unknown> = {}
  for (const [index, name] of FIELDS.entries()) {
    const cell = cells[index]!
    if (cell !== '') event[name] = valueIn(name, cell)
    else if (NULLABLE.has(name)) event[name] = null
  }
  return event.stream === CSV_MANIFEST ? { manifest: event.data } : { event }
}

function valueIn(name: string, cell: string): unknown {
  const text = cell.startsWith("'") ? cell.slice(1) : cell
  if (NUMBERS.has(name)) return Number(text)
  return OF_JSON.has(name) ? JSON.parse(text) : text
}
