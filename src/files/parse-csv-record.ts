const QUOTED = /"([^"]*(?:""[^"]*)*)"/y

/** The cells of one record of CSV (RFC 4180) that stands in one line, without its end. Throws an error that says why it is none. */
export function parseCsvRecord(line: string): string[] {
  const cells: string[] = []
  let offset = 0
  for (;;) {
    let cell: string
    if (line[offset] === '"') {
      QUOTED.lastIndex = offset
      const [whole, inner] = QUOTED.exec(line) ?? []
      if (whole === undefined || inner === undefined) throw new Error('a quote does not end')
      cell = inner.replaceAll('""', '"')
      offset += whole.length
    } else {
      const end = line.indexOf(',', offset)
      cell = line.slice(offset, end < 0 ? line.length : end)
      offset += cell.length
    }
    cells.push(cell)
    if (offset >= line.length) return cells
    if (line[offset] !== ',') throw new Error('something stands behind a quote')
    offset += 1
  }
}
