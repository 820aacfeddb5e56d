const QUOTED = /"([^"]*(?:""[^"]*)*)"/y

/** Parses a record of CSV (RFC 4180) on one line, without its line end. Throws an error with the reason. */
export function parseCsvRecord(line: string): string[] {
  const cells: string[] = []
  let offset = 0
  for (;;) {
    let cell: string
    if (line[offset] === '"') {
      QUOTED.lastIndex = offset
      const [whole, inner] = QUOTED.exec(line) ?? []
      if (whole === undefined || inner === undefined) throw new Error('a quote is not closed')
      cell = inner.replaceAll('""', '"')
      offset += whole.length
    } else {
      const end = line.indexOf(',', offset)
      cell = line.slice(offset, end < 0 ? line.length : end)
      offset += cell.length
    }
    cells.push(cell)
    if (offset >= line.length) return cells
    if (line[offset] !== ',') throw new Error('there is text after a closing quote')
    offset += 1
  }
}
