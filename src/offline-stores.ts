import { CommandError } from './command-line.ts'
import { type Config, misspelt } from './config.ts'
import { createLog } from './edge/log.ts'
import { FolderTaken } from './embedded/folder-lock.ts'
import { startStores } from './embedded/start.ts'
import { reachStores } from './reach-stores.ts'

type Stores = Awaited<ReturnType<typeof startStores>>

/** The stores for a command that needs them and not the service. Embedded ones have only one user. */
export async function startOfflineStores(config: Config): Promise<Stores> {
  return startOffline(config, config)
}

/** The database alone. */
export async function startOfflineDatabase(config: Config): Promise<Pick<Stores, 'databaseUrl' | 'stop'>> {
  return startOffline({ ...config, EVENTSTORE_URL: undefined }, { ...config, EVENTSTORE_URL: 'esdb://not-needed' })
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
    const needed = started.EVENTSTORE_URL === asked.EVENTSTORE_URL ? 'EVENTSTORE_URL and DATABASE_URL' : 'DATABASE_URL'
    throw new CommandError(
      `another service is running on ${started.DATA_DIR}, and its embedded stores have only one user: stop it, run this, and start it again (with ${needed} configured, this runs beside it)`,
    )
  }
}
