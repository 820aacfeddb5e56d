import { CommandError } from './command-line.ts'
import { type Config, misspelt } from './config.ts'
import { createLog } from './edge/log.ts'
import { FolderTaken } from './embedded/folder-lock.ts'
import { startStores } from './embedded/start.ts'
import { reachStores } from './reach-stores.ts'

/** In the place of an address: nothing is started there, and nobody goes there. */
const NOT_NEEDED = 'postgres://not-needed'

type Stores = Awaited<ReturnType<typeof startStores>>

/** The stores for a command that needs them and not the service. Embedded ones have only one user. */
export async function startOfflineStores(config: Config): Promise<Stores> {
  return startOffline(config, config)
}

/** The database alone. */
export async function startOfflineDatabase(config: Config): Promise<Pick<Stores, 'databaseUrl' | 'stop'>> {
  return startOffline({ ...config, EVENTSTORE_URL: undefined }, { ...config, EVENTSTORE_URL: 'esdb://not-needed' })
}

/** The event store alone. */
export async function startOfflineEventStore(config: Config): Promise<Pick<Stores, 'eventStoreUrl' | 'stop'>> {
  return startOffline({ ...config, DATABASE_URL: undefined }, { ...config, DATABASE_URL: NOT_NEEDED })
}

async function startOffline(asked: Config, started: Config): Promise<Stores> {
  for (const line of misspelt()) console.error(line)
  const log = createLog({ LOG_LEVEL: 'warn' })
  // Whoever started a command waits for it: no store is waited for.
  await reachStores({ ...asked, ENVIRONMENT: 'sandbox', PAYMENT_NETWORK: 'sandbox' }, log)
  try {
    return await startStores(started, log)
  } catch (error) {
    if (!(error instanceof FolderTaken)) throw error
    const needed = (['EVENTSTORE_URL', 'DATABASE_URL'] as const)
      .filter(name => started[name] === asked[name])
      .join(' and ')
    throw new CommandError(
      `another service is running on ${started.DATA_DIR}, and its embedded stores have only one user: stop it, run this, and start it again (with ${needed} configured, this runs beside it)`,
    )
  }
}
