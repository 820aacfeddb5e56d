import { ConfigError, readConfig } from './config.ts'
import { connectEventStore } from './edge/eventstore/client.ts'
import { createLog } from './edge/log.ts'
import { connectPostgres, type Database } from './edge/postgres/pool.ts'
import { migrate } from './edge/postgres/schema.ts'
import { modules, readModelsOf } from './modules.ts'
import { CommandError, startOfflineStores } from './offline-stores.ts'
import type { Projection } from './projection.ts'
import { buildReadModel } from './projector/build.ts'
import type { Service } from './service.ts'
import { createLeaders, type Leaders } from './subscription/leaders.ts'
import { subscriptionMigrations } from './subscription/migrations.ts'

/** Several read models share one connection each; queries of their own are few. */
const POOL_MAX = 5
const PROGRESS_MS = 2_000

const readModels = readModelsOf(modules)

/**
 * `npm run rebuild -- refunds [history …]`: builds read models from the log beside the live tables and swaps them in.
 * Needs the stores, not the service. With both URLs configured it may run beside any number of running services.
 */
async function main(names: string[]): Promise<void> {
  const projections = chosen(names)
  const config = readConfig()
  const stores = await startOfflineStores(config)
  const store = connectEventStore(stores.eventStoreUrl)
  const interrupted = new AbortController()
  process.once('SIGINT', () => interrupted.abort())
  process.once('SIGTERM', () => interrupted.abort())
  let db: Database | undefined
  let leaders: Leaders | undefined
  try {
    db = await connectPostgres(stores.databaseUrl, { poolMax: POOL_MAX })
    await migrate(db, subscriptionMigrations)
    leaders = createLeaders(db, createLog({ LOG_LEVEL: 'warn' }))
    for (const projection of projections) await rebuild({ store, db, leaders }, projection, interrupted.signal)
  } finally {
    await leaders?.stop()
    await db?.end()
    await store.close()
    await stores.stop()
  }
}

function chosen(names: string[]): Projection[] {
  const known = readModels.map(({ name }) => name).join(', ')
  if (names.length === 0) throw new CommandError(`which read model? npm run rebuild -- NAME …; there are: ${known}`)
  return [...new Set(names)].map(name => {
    const found = readModels.find(projection => projection.name === name)
    if (found === undefined) throw new CommandError(`there is no read model ${name}; there are: ${known}`)
    return found
  })
}

async function rebuild(deps: Pick<Service, 'store' | 'db' | 'leaders'>, projection: Projection, signal: AbortSignal) {
  let told = performance.now()
  const progress = (events: number) => {
    if (performance.now() - told < PROGRESS_MS) return
    told = performance.now()
    console.log(`${projection.name}: ${events} events …`)
  }
  const built = await buildReadModel(deps, projection, signal, progress).catch((error: unknown) => {
    throw signal.aborted ? new CommandError('interrupted; the live tables are as they were') : error
  })
  if (built === 'taken') throw new CommandError(`${projection.name} is being rebuilt by another process`)
  const { events, seconds } = built
  const rate = Math.round(events / seconds)
  console.log(`${projection.name}: ${events} events in ${seconds.toFixed(2)} s (${rate} events/s), in place`)
}

try {
  await main(process.argv.slice(2))
} catch (error) {
  console.error(error instanceof CommandError || error instanceof ConfigError ? error.message : error)
  process.exitCode = 1
}
