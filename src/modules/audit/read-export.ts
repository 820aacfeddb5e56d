import { isUtf8 } from 'node:buffer'
import { CSV_HEADER, CSV_MANIFEST, parseCsvLine } from './csv.ts'
import { isObject } from './export-record.ts'
import { manifestLine } from './manifest.ts'

export type ExportLine = { event: Record<string, unknown> } | { manifest: Record<string, unknown> } | { header: true }

const OPENING_BRACE = 0x7b
const JSON_EVENT = '{"stream":'

/** JSON begins with a brace, CSV with the names of its columns. */
export function createLineReader() {
  let isCsv: boolean | undefined
  return {
    /** Throws the reason why it is not a line of an export. */
    read(line: Buffer): ExportLine {
      const isFirst = isCsv === undefined
      isCsv ??= line[0] !== OPENING_BRACE
      if (!isUtf8(line)) throw new Error('it is not UTF-8')
      const text = line.toString('utf8')
      if (isCsv && isFirst) {
        if (text !== CSV_HEADER) throw new Error('it is neither JSON nor the names of the columns')
        return { header: true }
      }
      const read = isCsv ? parseCsvLine(text.replace(/\r?\n$/, '')) : fromJson(text)
      if ('event' in read) return read
      if (!isObject(read.manifest)) throw new Error('the manifest is no JSON object')
      if (text !== manifestLine(isCsv ? 'csv' : 'ndjson', read.manifest))
        throw new Error('the manifest is not written as it was signed')
      return { manifest: read.manifest }
    },
    mayBeManifest(line: Buffer): boolean {
      const begins = (sign: string) => line.subarray(0, sign.length).toString('latin1') === sign
      return isCsv ? begins(CSV_MANIFEST) : !begins(JSON_EVENT)
    },
  }
}

function fromJson(text: string): { event: Record<string, unknown> } | { manifest: unknown } {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new Error('it is not JSON')
  }
  if (!isObject(value)) throw new Error('it is no JSON object')
  return 'format' in value && !('stream' in value) ? { manifest: value } : { event: value }
}
