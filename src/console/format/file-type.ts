/** The media type under which a file of lines is sent, by its name. */
export function fileTypeOf(name: string): 'text/csv' | 'application/x-ndjson' {
  return /\.csv$/i.test(name) ? 'text/csv' : 'application/x-ndjson'
}
