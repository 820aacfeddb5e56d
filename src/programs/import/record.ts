import { userInfo } from 'node:os'
import pMap from 'p-map'
import { ingestTransaction } from '#commands/fraud/ingest-transaction.ts'
import { reportOutcomes } from '#commands/fraud/report-outcomes.ts'
import { recordTransactions } from '#commands/transactions/record-transactions.ts'
import { transactionStreams } from '#domain/transactions/events.ts'
import type { Context } from '#event-sourcing/context.ts'
import { createProgramContext } from '#lifecycle/program-context.ts'
import type { Service } from '#service.ts'
import { type ErrorCode, Rejection } from '#values/errors.ts'
import type { FileEntry } from './entry-store.ts'
import type { RowRefusal } from './row.ts'

/** Entries in progress together; all entries before them are recorded. */
const BATCH_MAX = 1_024
export const CONCURRENCY = 64

/** The codes that refuse an entry. Any other error is an outage or a bug. */
const REFUSAL_CODES: readonly ErrorCode[] = ['INVALID_REQUEST', 'CONFLICT', 'FRAUD_003']

export type RecordOptions = {
  client_id: string
  signal: AbortSignal
  refused(refusal: RowRefusal & { line: number }): void
  /** All entries up to `last` are recorded or refused. */
  onProgress(done: number, last: FileEntry): void
}

export type ImportCounts = { transactions: number; outcomes: number; duplicates: number; refused: number }

/** In the entries' order. Adds each transaction to its user's windows, as scores find them. Skips recorded entries. */
export async function recordEntries(
  service: Pick<Service, 'execute' | 'vault' | 'log'>,
  entries: Iterable<FileEntry>,
  { client_id, signal, refused, onProgress }: RecordOptions,
): Promise<ImportCounts> {
  const contextOf = createContext(client_id)
  const imported: ImportCounts = { transactions: 0, outcomes: 0, duplicates: 0, refused: 0 }

  async function recordEntry({ line, kind, input }: FileEntry): Promise<void> {
    try {
      const { recorded } =
        kind === 'transaction'
          ? await recordTransactions(service, contextOf(), [input])
          : await reportOutcomes(service, contextOf(), [input])
      if (kind === 'transaction')
        await ingestTransaction(service, contextOf, transactionStreams.id(client_id, input.transaction_id))
      if (recorded === 0) imported.duplicates += 1
      else imported[kind === 'transaction' ? 'transactions' : 'outcomes'] += 1
    } catch (error) {
      refused({ line, ...refusalOf(error) })
      imported.refused += 1
    }
  }

  /** Entries with the same key (a user or a transaction) are recorded one after the other. */
  async function recordGroups(all: readonly FileEntry[], keyOf: (entry: FileEntry) => string): Promise<void> {
    const recordInOrder = async (group: readonly FileEntry[]) => {
      for (const entry of group) await recordEntry(entry)
    }
    await pMap(Map.groupBy(all, keyOf).values(), recordInOrder, { concurrency: CONCURRENCY })
  }

  let done = 0
  for (const batch of batched(entries)) {
    signal.throwIfAborted()
    const [transactions, outcomes] = [batch.filter(isTransaction), batch.filter(entry => !isTransaction(entry))]
    await recordGroups(transactions, entry => (isTransaction(entry) ? entry.input.user_id : ''))
    await recordGroups(outcomes, ({ input }) => input.transaction_id)
    done += batch.length
    onProgress(done, batch.at(-1)!)
  }
  return imported
}

/** The reason why an entry is refused. Throws an error that is no refusal. */
export function refusalOf(error: unknown): RowRefusal {
  if (!(error instanceof Rejection) || !REFUSAL_CODES.includes(error.code)) throw error
  return { field: String(error.details.field ?? ''), reason: String(error.details.reason ?? error.message) }
}

function isTransaction(entry: FileEntry): entry is FileEntry & { kind: 'transaction' } {
  return entry.kind === 'transaction'
}

export function* batched(entries: Iterable<FileEntry>): Iterable<FileEntry[]> {
  let part: FileEntry[] = []
  for (const entry of entries) {
    part.push(entry)
    if (part.length < BATCH_MAX) continue
    yield part
    part = []
  }
  if (part.length > 0) yield part
}

export function createContext(client_id: string): () => Context {
  return createProgramContext({ sub: `system:import (${userInfo().username})`, client_id, role: 'system' })
}
