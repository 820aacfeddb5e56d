const QUOTED = /"([^"]*(?:""[^"]*)*)"/y

/** The cells of one record of CSV (RFC 4180) that stands in one line, without its end. Throws an error that says why it is none. */
export function cellsOf(line: string): string[] {
  const cells: string[] = []
  let at = 0
  for (;;) {
    let cell: string
    if (line[at] === '"') {
      QUOTED.lastIndex = at
      const [whole, inner] = QUOTED.exec(line) ?? []
      if (whole === undefined || inner === undefined) throw new Error('a quote does not end')
      cell = inner.replaceAll('""', '"')
      at += whole.length
    } else {
      const end = line.indexOf(',', at)
      cell = line.slice(at, end < 0 ? line.length : end)
      at += cell.length
    }
    cells.push(cell)
    if (at >= line.length) return cells
    if (line[at] !== ',') throw new Error('something stands behind a quote')
    at += 1
  }
}
