import { type Config, findMisspelt } from '#config/config.ts'
import { createLog } from '#edge/log.ts'
import { FolderTaken } from '#embedded/folder-lock.ts'
import { readRunningStores } from '#embedded/running-stores.ts'
import { startStores } from '#embedded/start.ts'
import { CommandError } from '#terminal/command-line.ts'
import { checkStores } from './preflight.ts'

/** In place of an address that is never used. */
const NOT_NEEDED = 'postgres://not-needed'

type Stores = Awaited<ReturnType<typeof startStores>>

/**
 * The stores for a command that needs no service: as configured, those of a service on the same data folder, or
 * started.
 */
export async function startOfflineStores(config: Config): Promise<Stores> {
  return startOffline(config, config)
}

export async function startOfflineDatabase(config: Config): Promise<Pick<Stores, 'databaseUrl' | 'stop'>> {
  return startOffline({ ...config, EVENTSTORE_URL: undefined }, { ...config, EVENTSTORE_URL: 'esdb://not-needed' })
}

export async function startOfflineEventStore(config: Config): Promise<Pick<Stores, 'eventStoreUrl' | 'stop'>> {
  return startOffline({ ...config, DATABASE_URL: undefined }, { ...config, DATABASE_URL: NOT_NEEDED })
}

async function startOffline(requested: Config, started: Config): Promise<Stores> {
  for (const line of findMisspelt()) console.error(line)
  const log = createLog({ LOG_LEVEL: 'warn' })
  // The user waits for the command, so it does not wait for stores.
  const reach = (config: Config) => checkStores({ ...config, ENVIRONMENT: 'sandbox', PAYMENT_NETWORK: 'sandbox' }, log)
  await reach(requested)
  try {
    return await startStores(started, log)
  } catch (error) {
    if (!(error instanceof FolderTaken)) throw error
    const stores = storesOfService(started)
    const foundUrl = (name: 'EVENTSTORE_URL' | 'DATABASE_URL', url: string) =>
      started[name] === undefined ? url : requested[name]
    const found = {
      ...requested,
      EVENTSTORE_URL: foundUrl('EVENTSTORE_URL', stores.eventStoreUrl),
      DATABASE_URL: foundUrl('DATABASE_URL', stores.databaseUrl),
    }
    // The service keeps them busy: one late answer is tolerated.
    await reach(found).catch(() => reach(found))
    return { ...stores, stop: async () => {} }
  }
}

/** The embedded stores of a service on the data folder, for what is not configured. */
function storesOfService({ DATA_DIR, EVENTSTORE_URL, DATABASE_URL }: Config): Omit<Stores, 'stop'> {
  const running = readRunningStores(DATA_DIR)
  if (running === null)
    throw new CommandError(
      `another service is running on ${DATA_DIR}, and does not tell where its stores are: it is just starting or ending, or of an older version. Try again, or stop it`,
    )
  const needed = (name: string, url: string | undefined) => {
    if (url !== undefined) return url
    throw new CommandError(`the service that is running on ${DATA_DIR} has a ${name}: set the same for this command`)
  }
  return {
    eventStoreUrl: needed('EVENTSTORE_URL', EVENTSTORE_URL ?? running.eventStoreUrl),
    databaseUrl: needed('DATABASE_URL', DATABASE_URL ?? running.databaseUrl),
  }
}
