import { stat } from 'node:fs/promises'
import { readConfig } from '#config/config.ts'
import { clients } from '#domain/auth/clients/decider.ts'
import { transactions } from '#domain/transactions/decider.ts'
import { connectEventStore } from '#edge/eventstore/client.ts'
import { createLog } from '#edge/log.ts'
import { connectPostgres } from '#edge/postgres/pool.ts'
import { isUnavailable } from '#edge/unavailable.ts'
import { createVault } from '#edge/vault/vault.ts'
import { masterKeyOf } from '#embedded/secrets.ts'
import { createExecute } from '#event-sourcing/execute.ts'
import { startOfflineStores } from '#lifecycle/offline-stores.ts'
import type { Service } from '#service.ts'
import { CommandError, runCommand, UsageError } from '#terminal/command-line.ts'
import { createProgressLine, formatCount, formatMegabytes, type ProgressLine } from '#terminal/progress.ts'
import { Rejection } from '#values/errors.ts'
import { checkEntries } from './check.ts'
import { createEntryStore } from './entry-store.ts'
import { createProgressFile, type ImportProgress, positionOf } from './progress-file.ts'
import { readFile } from './read-file.ts'
import { type ImportCounts, type RecordOptions, recordEntries } from './record.ts'
import type { RowRefusal } from './row.ts'

const STATUS_REFUSED = 1

const COMMAND = {
  start: 'npm run import --',
  forms: ['FILE --client ID'],
  about: `Records the history of a client: transactions, and what they turned out to be, of FILE.csv or FILE.ndjson (.gz too), in the order of their
own time. Each transaction enters its user's windows; none is scored. The file is read to its end first and compared with what is recorded: as
long as a row is refused, each is told with its line, field and reason, and nothing is recorded.

What is recorded is passed over: repeat it after whatever ended it, and it goes on; FILE.imported says how far it was. What is recorded by
others in the meantime and contradicts a row is told, and the row is left out. Ends with 1 when anything was refused. Works beside the service that runs on DATA_DIR, and without one.`,
  options: {
    client: { type: 'string', value: 'ID', help: 'whose history it is' },
    'skip-refused': { type: 'boolean', help: 'record the others, although rows are refused' },
  },
} as const

await runCommand(
  COMMAND,
  async ({ positionals: [file, ...more], values: { client, 'skip-refused': isSkipping = false } }) => {
    if (file === undefined) throw new UsageError('which file?')
    if (more.length > 0) throw new UsageError(`"${more[0]}" is too much`)
    if (client === undefined) throw new UsageError('whose history is it? give --client')
    const progress = createProgressLine()
    const refused = ({ line, field, reason }: RowRefusal & { line: number }) => {
      progress.clear()
      console.log(`line ${line}: ${field === '' ? '' : `${field} `}${reason}`)
    }
    const entries = createEntryStore()
    try {
      const { count, digest } = await checkFile(file, entries, refused, progress)
      if (count > 0 && !isSkipping) throw refusedRows(count, 'nothing')
      const reached = createProgressFile(file, client, digest)
      const imported = await withService((service, signal) =>
        importEntries(service, { client_id: client, signal, isSkipping, refused, entries, reached, progress }),
      )
      reached.remove()
      progress.clear()
      console.log(formatCounts({ ...imported, refused: imported.refused + count }))
      if (imported.refused + count > 0) process.exitCode = STATUS_REFUSED
    } finally {
      progress.clear()
      entries.close()
    }
  },
)

/** Reads the whole file; answers which it is, and how many rows of it are refused. */
async function checkFile(
  file: string,
  entries: ReturnType<typeof createEntryStore>,
  refused: RecordOptions['refused'],
  progress: ProgressLine,
): Promise<{ count: number; digest: string }> {
  let count = 0
  let last = 0
  const counted = (refusal: RowRefusal & { line: number }) => {
    // All that is wrong with a row is told in turn.
    if (refusal.line !== last) count += 1
    last = refusal.line
    refused(refusal)
  }
  const size = await stat(file).then(
    ({ size }) => formatMegabytes(size),
    error => {
      throw new CommandError(`${file} can't be read: ${error.message}`)
    },
  )
  const onProgress = (bytes: number) => progress.show(() => `${formatMegabytes(bytes)} of ${size} read`)
  const digest = await readFile(file, { now: new Date(), entries, refused: counted, onProgress })
  for (const refusal of entries.takePrematureOutcomes()) counted(refusal)
  return { count, digest }
}

type ImportService = Pick<Service, 'execute' | 'vault' | 'log'>

type ImportOptions = Pick<RecordOptions, 'client_id' | 'signal' | 'refused'> & {
  isSkipping: boolean
  entries: ReturnType<typeof createEntryStore>
  reached: ReturnType<typeof createProgressFile>
  progress: ProgressLine
}

async function importEntries(
  service: ImportService,
  { entries, reached, progress, isSkipping, ...options }: ImportOptions,
): Promise<ImportCounts> {
  const { state } = await service.execute.load(clients, options.client_id)
  if (state.status === 'absent') throw new CommandError(`there is no client ${options.client_id}`)
  const before = await confirmedProgress(service, options.client_id, reached.read())
  const passed = before === null ? 0 : entries.upTo(before.place)
  if (!isSkipping) {
    const onProgress = (done: number) =>
      progress.show(
        () => `${formatCount(passed + done)} of ${formatCount(entries.size)} compared with what is recorded`,
      )
    const count = await checkEntries(service, entries, before?.place ?? null, { ...options, onProgress })
    if (count > 0) throw refusedRows(count, before === null ? 'nothing' : 'nothing more')
  }
  const earlier = before?.refused ?? []
  const refused = [...earlier]
  for (const refusal of earlier) options.refused(refusal)
  const imported = await recordEntries(service, entries.entries(before?.place ?? null), {
    ...options,
    refused(refusal) {
      refused.push(refusal)
      options.refused(refusal)
    },
    onProgress(done, last) {
      reached.write({ place: positionOf(last), refused })
      progress.show(() => `${formatCount(passed + done)} of ${formatCount(entries.size)} recorded`)
    },
  })
  return {
    ...imported,
    duplicates: imported.duplicates + passed - earlier.length,
    refused: imported.refused + earlier.length,
  }
}

function refusedRows(count: number, recorded: string): CommandError {
  return new CommandError(
    `${formatCount(count)} rows refused, ${recorded} is recorded: correct them, or give --skip-refused`,
  )
}

/** Null where the stores know nothing of it: they may be others than those that were filled. */
async function confirmedProgress(
  { execute }: ImportService,
  client_id: string,
  reached: ImportProgress | null,
): Promise<ImportProgress | null> {
  if (reached === null) return null
  const { state } = await execute.load(transactions, transactions.id(client_id, reached.place.id))
  return state.recorded === null ? null : reached
}

async function withService<T>(work: (service: ImportService, signal: AbortSignal) => Promise<T>): Promise<T> {
  const interrupted = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interrupted.abort())
  const config = readConfig()
  const stores = await startOfflineStores(config)
  const store = connectEventStore(stores.eventStoreUrl)
  const db = await connectPostgres(stores.databaseUrl)
  try {
    const vault = createVault(db, config.MASTER_KEY ?? masterKeyOf(config.DATA_DIR))
    const service = { execute: createExecute(store), vault, log: createLog({ LOG_LEVEL: 'warn' }) }
    return await work(service, interrupted.signal)
  } catch (error) {
    const why = interrupted.signal.aborted
      ? 'interrupted'
      : isStoreUnavailable(error)
        ? 'the stores gave no answer'
        : null
    throw why === null ? error : new CommandError(`${why}: repeat it, what is recorded is passed over`)
  } finally {
    await db.end()
    await store.close()
    await stores.stop()
  }
}

function isStoreUnavailable(error: unknown): boolean {
  return (
    (error instanceof Error && isUnavailable(error)) ||
    (error instanceof Rejection && error.code === 'SERVICE_UNAVAILABLE')
  )
}

function formatCounts({ transactions, outcomes, duplicates, refused }: ImportCounts): string {
  const [made, known, were, not] = [transactions, outcomes, duplicates, refused].map(formatCount)
  return `${made} transactions and ${known} outcomes recorded, ${were} were there already, ${not} refused`
}
