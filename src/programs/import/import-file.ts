import { stat } from 'node:fs/promises'
import { clients } from '#domain/auth/clients/decider.ts'
import { transactions } from '#domain/transactions/decider.ts'
import { createLog } from '#edge/log.ts'
import { createVault } from '#edge/vault/vault.ts'
import { masterKeyOf } from '#embedded/secrets.ts'
import { createExecute } from '#event-sourcing/execute.ts'
import { isStoreUnavailable, withOfflineStores } from '#lifecycle/offline-stores.ts'
import type { Service } from '#service.ts'
import { readServiceConfig } from '#service-config.ts'
import { abortOnInterrupt } from '#terminal/abort-on-termination.ts'
import { CommandError } from '#terminal/command-line.ts'
import { createProgressLine, formatCount, formatMegabytes, type ProgressLine } from '#terminal/progress.ts'
import { checkEntries } from './check.ts'
import { createEntryStore } from './entry-store.ts'
import { createProgressFile, type ImportProgress, positionOf } from './progress-file.ts'
import { readFile } from './read-file.ts'
import { type ImportCounts, type RecordOptions, recordEntries } from './record.ts'
import type { RowRefusal } from './row.ts'

const STATUS_REFUSED = 1

/** Records the history of a client. Prints refused rows and the counts, and sets the exit status. */
export async function importFile(file: string, client: string, isSkipping: boolean): Promise<void> {
  using progress = createProgressLine()
  const refused = ({ line, field, reason }: RowRefusal & { line: number }) => {
    progress.clear()
    console.log(`line ${line}: ${field === '' ? '' : `${field} `}${reason}`)
  }
  using entries = createEntryStore()
  const { count, digest } = await checkFile(file, entries, refused, progress)
  if (count > 0 && !isSkipping) throw refusedRows(count, 'nothing')
  const checkpoint = createProgressFile(file, client, digest)
  const imported = await withService((service, signal) =>
    importEntries(service, { client_id: client, signal, isSkipping, refused, entries, checkpoint, progress }),
  )
  checkpoint.remove()
  progress.clear()
  console.log(formatCounts({ ...imported, refused: imported.refused + count }))
  if (imported.refused + count > 0) process.exitCode = STATUS_REFUSED
}

/** Returns the file's digest and the number of refused rows. */
async function checkFile(
  file: string,
  entries: ReturnType<typeof createEntryStore>,
  refused: RecordOptions['refused'],
  progress: ProgressLine,
): Promise<{ count: number; digest: string }> {
  let count = 0
  let lastLine = 0
  const counted = (refusal: RowRefusal & { line: number }) => {
    // Problems of one row come one after the other.
    if (refusal.line !== lastLine) count += 1
    lastLine = refusal.line
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
  checkpoint: ReturnType<typeof createProgressFile>
  progress: ProgressLine
}

async function importEntries(
  service: ImportService,
  { entries, checkpoint, progress, isSkipping, ...options }: ImportOptions,
): Promise<ImportCounts> {
  const { state } = await service.execute.load(clients, options.client_id)
  if (state.status === 'absent') throw new CommandError(`there is no client ${options.client_id}`)
  const before = await confirmedProgress(service, options.client_id, checkpoint.read())
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
      checkpoint.write({ place: positionOf(last), refused })
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

/** Null where the stores do not have the last entry: they may be others than those of the progress file. */
async function confirmedProgress(
  { execute }: ImportService,
  client_id: string,
  checkpoint: ImportProgress | null,
): Promise<ImportProgress | null> {
  if (checkpoint === null) return null
  const { state } = await execute.load(transactions, transactions.id(client_id, checkpoint.place.id))
  return state.recorded === null ? null : checkpoint
}

async function withService<T>(work: (service: ImportService, signal: AbortSignal) => Promise<T>): Promise<T> {
  const signal = abortOnInterrupt()
  const config = readServiceConfig()
  try {
    return await withOfflineStores(config, ({ store, db }) => {
      const vault = createVault(db, config.MASTER_KEY ?? masterKeyOf(config.DATA_DIR))
      return work({ execute: createExecute(store), vault, log: createLog({ LOG_LEVEL: 'warn' }) }, signal)
    })
  } catch (error) {
    const why = signal.aborted ? 'interrupted' : isStoreUnavailable(error) ? 'the stores gave no answer' : null
    throw why === null ? error : new CommandError(`${why}: repeat it, what is recorded is passed over`)
  }
}

function formatCounts({ transactions, outcomes, duplicates, refused }: ImportCounts): string {
  const counts = [transactions, outcomes, duplicates, refused].map(formatCount)
  return `${counts[0]} transactions and ${counts[1]} outcomes recorded, ${counts[2]} were there already, ${counts[3]} refused`
}
