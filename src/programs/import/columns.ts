import { CommandError } from '#terminal/command-line.ts'

const COLUMNS: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(
    ['transaction_id', 'user_id', 'account_id', 'amount', 'currency', 'operation_type', 'timestamp'].map(name => [
      name,
      [name],
    ]),
  ),
  ...Object.fromEntries(['id', 'name', 'category'].map(name => [`merchant_${name}`, ['merchant', name]])),
  ...Object.fromEntries(['ip', 'user_agent', 'fingerprint'].map(name => [`device_${name}`, ['device', name]])),
  outcome: ['outcome'],
  reported_at: ['reported_at'],
}

const NUMBER = /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/

/** An empty cell is no value. Throws CommandError for unknown column names. */
export function createRowReader(header: readonly string[]): (cells: readonly string[]) => unknown {
  const unknown = header.filter(name => !Object.hasOwn(COLUMNS, name))
  if (unknown.length > 0)
    throw new CommandError(
      `the first line names columns that there are not: ${unknown.join(', ')}; there are: ${Object.keys(COLUMNS).join(', ')}`,
    )
  const twice = header.filter((name, at) => header.indexOf(name) < at)
  if (twice.length > 0) throw new CommandError(`the first line names columns twice: ${twice.join(', ')}`)
  if (!header.includes('transaction_id')) throw new CommandError('the first line names no column transaction_id')
  return cells => {
    if (cells.length !== header.length) throw new Error(`has ${cells.length} cells, the first line ${header.length}`)
    const row: Record<string, unknown> = {}
    for (const [column, text] of cells.entries()) {
      const [first, second] = COLUMNS[header[column]!]!
      if (text === '' || first === undefined) continue
      const value = first === 'amount' && NUMBER.test(text) ? Number(text) : text
      row[first] = second === undefined ? value : { ...(row[first] ?? {}), [second]: value }
    }
    return row
  }
}
