import { DatabaseSync } from 'node:sqlite'
import type { TransactionInput } from '#commands/transactions/record-transactions.ts'
import type { ImportEntry, RowRefusal } from './row.ts'

export type FileEntry = ImportEntry & { line: number }

const COMMIT_EVERY = 1_000

/**
 * The entries of a file in the order of their own time; a transaction comes before its outcomes. SQLite stores them
 * in an unnamed temporary file, so memory does not grow with the file.
 */
export function createEntryStore() {
  const database = new DatabaseSync('')
  // The file ends with the process, so it needs no durability.
  database.exec('pragma journal_mode = off; pragma synchronous = off')
  database.exec(`create table entries (at text, kind text, line integer, id text, input text, primary key (at, kind desc, line)) without rowid;
    create index of_transaction on entries (id, kind); begin`)
  const put = database.prepare('insert into entries values (?, ?, ?, ?, ?)')
  // Descending kinds: "transaction", then "outcome".
  const all = database.prepare('select * from entries order by at, kind desc, line')
  const isAfter = 'at > ? or (at = ? and (kind < ? or (kind = ? and line > ?)))'
  const entriesAfter = database.prepare(`select * from entries where ${isAfter} order by at, kind desc, line`)
  const countAfter = database.prepare(`select count(*) as count from entries where ${isAfter}`)
  const early = database.prepare(`
    select o.at, o.line, max(t.at) as made from entries o join entries t on t.id = o.id and t.kind = 'transaction'
    where o.kind = 'outcome' group by o.at, o.line having max(t.at) > o.at order by o.line`)
  const earliest = database.prepare(
    `select line, input from entries where id = ? and kind = 'transaction' order by at, line limit 1`,
  )
  // By the whole primary key, because no index begins with the line.
  const takeOutcome = database.prepare(`delete from entries where at = ? and kind = 'outcome' and line = ?`)
  let size = 0

  return {
    get size() {
      return size
    },
    add({ at, kind, line, input }: FileEntry): void {
      put.run(at, kind, line, input.transaction_id, JSON.stringify(input))
      size += 1
      if (size % COMMIT_EVERY === 0) database.exec('commit; begin')
    },
    /** Removes outcomes that are older than their transaction, and returns their refusals. */
    takePrematureOutcomes(): (RowRefusal & { line: number })[] {
      const found = early
        .all()
        .map(({ at, line, made }) => ({ at: String(at), line: Number(line), made: String(made) }))
      for (const { at, line } of found) takeOutcome.run(at, line)
      size -= found.length
      return found.map(({ line, made }) => ({
        line,
        field: 'reported_at',
        reason: `must not be before the transaction, which was made at ${made}`,
      }))
    },
    /** The earliest transaction with this id; null where the file has none. */
    firstOf(transactionId: string): { line: number; input: TransactionInput } | null {
      const row = earliest.get(transactionId)
      return row === undefined ? null : { line: Number(row.line), input: JSON.parse(String(row.input)) }
    },
    /** The number of entries up to a position, included. */
    upTo: ({ at, kind, line }: Pick<FileEntry, 'at' | 'kind' | 'line'>): number =>
      size - Number(countAfter.get(at, at, kind, kind, line)?.count),
    *entries(after: Pick<FileEntry, 'at' | 'kind' | 'line'> | null): Iterable<FileEntry> {
      const rows =
        after === null ? all.iterate() : entriesAfter.iterate(after.at, after.at, after.kind, after.kind, after.line)
      for (const { at, kind, line, input } of rows)
        yield { at, kind, line: Number(line), input: JSON.parse(String(input)) } as FileEntry
    },
    [Symbol.dispose]: () => database.close(),
  }
}
