import pMap from 'p-map'
import { checkOutcomes } from '#commands/fraud/report-outcomes.ts'
import { checkTransaction } from '#commands/transactions/record-transactions.ts'
import type { Service } from '#service.ts'
import type { createEntryStore, FileEntry } from './entry-store.ts'
import { batched, CONCURRENCY, createContext, type RecordOptions, refusalOf } from './record.ts'
import type { RowRefusal } from './row.ts'

type CheckOptions = Omit<RecordOptions, 'onProgress'> & { onProgress(done: number): void }

type Entries = Pick<ReturnType<typeof createEntryStore>, 'entries' | 'firstOf'>

/**
 * Returns how many entries `recordEntries` would refuse, comparing them with recorded events and with each other.
 * Writes nothing. An event that another process records later can still contradict an entry.
 * @param after the last entry that an interrupted import recorded
 */
export async function checkEntries(
  service: Pick<Service, 'execute' | 'vault'>,
  entries: Entries,
  after: Parameters<Entries['entries']>[0],
  { client_id, signal, refused, onProgress }: CheckOptions,
): Promise<number> {
  const contextOf = createContext(client_id)

  async function check({ line, kind, input }: FileEntry): Promise<void> {
    const first = entries.firstOf(input.transaction_id)
    if (kind === 'outcome') return checkOutcomes(service, contextOf(), [input], () => first !== null)
    return checkTransaction(service, client_id, input, first === null || first.line === line ? null : first.input)
  }

  let [count, done] = [0, 0]
  for (const part of batched(entries.entries(after))) {
    signal.throwIfAborted()
    const refusals: (RowRefusal & { line: number })[] = []
    const checkOrNote = (entry: FileEntry) =>
      check(entry).catch(error => void refusals.push({ line: entry.line, ...refusalOf(error) }))
    await pMap(part, checkOrNote, { concurrency: CONCURRENCY })
    for (const refusal of refusals.sort((a, b) => a.line - b.line)) refused(refusal)
    count += refusals.length
    done += part.length
    onProgress(done)
  }
  return count
}
