import { stat } from 'node:fs/promises'
import { CommandError, runCommand, UsageError } from '#command-line.ts'
import { readConfig } from '#config.ts'
import { clients } from '#domain/auth/clients/decider.ts'
import { connectEventStore } from '#edge/eventstore/client.ts'
import { createLog } from '#edge/log.ts'
import { connectPostgres } from '#edge/postgres/pool.ts'
import { isUnavailable } from '#edge/unavailable.ts'
import { createVault } from '#edge/vault/vault.ts'
import { masterKeyOf } from '#embedded/secrets.ts'
import { Rejection } from '#errors.ts'
import { createExecute } from '#execute.ts'
import { createProgress, inDigits, inMb, type Progress } from '#progress.ts'
import type { Service } from '#service.ts'
import { startOfflineStores } from '../offline-stores.ts'
import { createInOrder } from './in-order.ts'
import { readFile } from './read-file.ts'
import { type Imported, type Importing, recordEntries } from './record.ts'
import type { Refusal } from './row.ts'

const STATUS_REFUSED = 1

const COMMAND = {
  start: 'npm run import --',
  forms: ['FILE --client ID'],
  about: `Records the history of a client: transactions, and what they turned out to be, of FILE.csv or FILE.ndjson (.gz too), in the order of their
own time. Each transaction enters its user's windows; none is scored. The file is read to its end first: as long as a row is refused, each is
told with its line, field and reason, and nothing is recorded.

What is recorded is passed over: repeat it after whatever ended it. What contradicts what is recorded is told, and left out. Ends with 1 when
anything was refused. Beside the service that runs on DATA_DIR, or without one.`,
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
    const progress = createProgress()
    const refused = ({ line, field, reason }: Refusal & { line: number }) => {
      progress.clear()
      console.log(`line ${line}: ${field === '' ? '' : `${field} `}${reason}`)
    }
    const entries = createInOrder()
    try {
      const count = await checked(file, entries, refused, progress)
      if (count > 0 && !isSkipping)
        throw new CommandError(
          `${inDigits(count)} rows refused, nothing is recorded: correct them, or give --skip-refused`,
        )
      const of = inDigits(entries.size)
      const onProgress = (done: number) => progress.show(() => `${inDigits(done)} of ${of} recorded`)
      const imported = await withService((service, signal) =>
        importAs(service, entries.entries(), { client_id: client, signal, refused, onProgress }),
      )
      progress.clear()
      console.log(inWords({ ...imported, refused: imported.refused + count }))
      if (imported.refused + count > 0) process.exitCode = STATUS_REFUSED
    } finally {
      progress.clear()
      entries.close()
    }
  },
)

/** Reads the whole file; answers how many rows of it are refused. */
async function checked(
  file: string,
  entries: ReturnType<typeof createInOrder>,
  refused: Importing['refused'],
  progress: Progress,
): Promise<number> {
  let count = 0
  let last = 0
  const counted = (refusal: Refusal & { line: number }) => {
    // All that is wrong with a row is told in turn.
    if (refusal.line !== last) count += 1
    last = refusal.line
    refused(refusal)
  }
  const size = await stat(file).then(
    ({ size }) => inMb(size),
    error => {
      throw new CommandError(`${file} can't be read: ${error.message}`)
    },
  )
  const onProgress = (bytes: number) => progress.show(() => `${inMb(bytes)} of ${size} read`)
  await readFile(file, { now: new Date(), entries, refused: counted, onProgress })
  for (const refusal of entries.takeEarly()) counted(refusal)
  return count
}

type Needed = Pick<Service, 'execute' | 'vault' | 'log'>

async function importAs(service: Needed, entries: Parameters<typeof recordEntries>[1], importing: Importing) {
  const { state } = await service.execute.load(clients, importing.client_id)
  if (state.status === 'absent') throw new CommandError(`there is no client ${importing.client_id}`)
  return recordEntries(service, entries, importing)
}

async function withService<T>(work: (service: Needed, signal: AbortSignal) => Promise<T>): Promise<T> {
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
    const why = interrupted.signal.aborted ? 'interrupted' : isAway(error) ? 'the stores gave no answer' : null
    throw why === null ? error : new CommandError(`${why}: repeat it, what is recorded is passed over`)
  } finally {
    await db.end()
    await store.close()
    await stores.stop()
  }
}

function isAway(error: unknown): boolean {
  return (
    (error instanceof Error && isUnavailable(error)) ||
    (error instanceof Rejection && error.code === 'SERVICE_UNAVAILABLE')
  )
}

function inWords({ transactions, outcomes, duplicates, refused }: Imported): string {
  const [made, known, were, not] = [transactions, outcomes, duplicates, refused].map(inDigits)
  return `${made} transactions and ${known} outcomes recorded, ${were} were there already, ${not} refused`
}
