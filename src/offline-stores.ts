import { CommandError } from './command-line.ts'
import { type Config, misspelt } from './config.ts'
import { createLog } from './edge/log.ts'
import { FolderTaken } from './embedded/folder-lock.ts'
import { startStores } from './embedded/start.ts'
import { reachStores } from './reach-stores.ts'

/** The stores for a command that needs them and not the service. Embedded ones have only one user. */
export async function startOfflineStores(config: Config): ReturnType<typeof startStores> {
  for (const line of misspelt()) console.error(line)
  const log = createLog({ LOG_LEVEL: 'warn' })
  // Whoever started a command waits for it: nothing is waited for.
  await reachStores({ ...config, ENVIRONMENT: 'sandbox', PAYMENT_NETWORK: 'sandbox' }, log)
  try {
    return await startStores(config, log)
  } catch (error) {
    if (!(error instanceof FolderTaken)) throw error
    throw new CommandError(
      `another service is running on ${config.DATA_DIR}, and its embedded stores have only one user: stop it, run this, and start it again (with EVENTSTORE_URL and DATABASE_URL configured, this runs beside it)`,
    )
  }
}
