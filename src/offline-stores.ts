import { CommandError } from './command-line.ts'
import type { Config } from './config.ts'
import { createLog } from './edge/log.ts'
import { startStores } from './embedded/start.ts'

/** The stores for a command that needs them and not the service. Embedded ones have only one user. */
export async function startOfflineStores(config: Config): ReturnType<typeof startStores> {
  try {
    return await startStores(config, createLog({ LOG_LEVEL: 'warn' }))
  } catch (error) {
    if (!(error instanceof Error && error.message.startsWith('another service is running'))) throw error
    throw new CommandError(
      `${error.message}, and its embedded stores have only one user.\nStop it, run this, and start it again. (With EVENTSTORE_URL and DATABASE_URL configured, this runs beside it.)`,
    )
  }
}
