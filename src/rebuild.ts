import { CommandError, runCommand, UsageError } from './command-line.ts'
import { readConfig } from './config.ts'
import { connectEventStore } from './edge/eventstore/client.ts'
import { createLog } from './edge/log.ts'
import { connectPostgres, type Database } from './edge/postgres/pool.ts'
import { migrate } from './edge/postgres/schema.ts'
import { modules, readModelsOf } from './modules.ts'
import { startOfflineStores } from './offline-stores.ts'
import type { Projection } from './projection.ts'
import { buildReadModel } from './projector/build.ts'
import type { Service } from './service.ts'
import { EventRefused } from './subscription/event-refused.ts'
import { createLeaders, type Leaders } from './subscription/leaders.ts'
import { subscriptionMigrations } from './subscription/migrations.ts'

/** Several read models share one connection each; queries of their own are few. */
const POOL_MAX = 5
/** A line that is written over shows that something happens; lines that stay are for somebody who reads them later. */
const PROGRESS_MS = process.stdout.isTTY ? 200 : 10_000
const ERASE_LINE = '\r\u001b[K'

const readModels = readModelsOf(modules)
const names = readModels.map(({ name }) => name)

const COMMAND = {
  start: 'npm run rebuild --',
  forms: ['NAME …'],
  about: `Builds read models anew from the event store, beside the tables that readers see, and swaps them in when they have caught up.
Needs the stores, not the service. With EVENTSTORE_URL and DATABASE_URL configured it may run beside any number of running
services. Ctrl-C leaves everything as it was.

Read models: ${names.join(', ')}`,
} as const

async function main(chosen: readonly Projection[]): Promise<void> {
  const config = readConfig()
  const stores = await startOfflineStores(config)
  const store = connectEventStore(stores.eventStoreUrl)
  const interrupted = new AbortController()
  process.once('SIGINT', () => interrupted.abort())
  process.once('SIGTERM', () => interrupted.abort())
  let db: Database | undefined
  let leaders: Leaders | undefined
  let rebuilt = 0
  try {
    db = await connectPostgres(stores.databaseUrl, { poolMax: POOL_MAX })
    await migrate(db, subscriptionMigrations)
    leaders = createLeaders(db, createLog({ LOG_LEVEL: 'warn' }))
    for (const projection of chosen) {
      const why = await rebuild({ store, db, leaders }, projection, interrupted.signal)
      if (why === null) rebuilt += 1
      else console.log(`${projection.name}: not rebuilt: ${why}; its tables are as they were`)
    }
  } finally {
    await leaders?.stop()
    await db?.end()
    await store.close()
    await stores.stop()
  }
  if (rebuilt < chosen.length) throw new CommandError(`${rebuilt} of ${chosen.length} read models were rebuilt`)
}

type Deps = Pick<Service, 'store' | 'db' | 'leaders'>

/** Says what it does; why nothing was swapped in, or null when it was. */
async function rebuild(deps: Deps, projection: Projection, signal: AbortSignal): Promise<string | null> {
  if (signal.aborted) return 'interrupted'
  const { name, prefixes } = projection
  const told = teller()
  const counted = (events: number) =>
    told.passing(`${name}: ${inDigits(events)} events of ${prefixes.join('…, ')}… read`)
  try {
    const built = await buildReadModel(deps, projection, signal, counted)
    if (built === 'taken') return 'another process is rebuilding it'
    const took = built.seconds < 1 ? `${Math.round(built.seconds * 1_000)} ms` : `${built.seconds.toFixed(1)} s`
    told.last(`${name}: rebuilt from ${inDigits(built.events)} events in ${took} and swapped in`)
    return null
  } catch (error) {
    if (signal.aborted) return 'interrupted'
    if (!(error instanceof EventRefused)) throw error
    return `${error.message}${error.cause instanceof Error ? ` (${error.cause.message})` : ''}`
  } finally {
    told.clear()
  }
}

/** Progress is one line that is written over on a terminal, and now and then a line elsewhere. */
function teller() {
  let at = performance.now()
  const clear = () => void (process.stdout.isTTY && process.stdout.write(ERASE_LINE))
  return {
    passing(line: string) {
      if (performance.now() - at < PROGRESS_MS) return
      at = performance.now()
      clear()
      process.stdout.write(process.stdout.isTTY ? `${line} …` : `${line} …\n`)
    },
    last(line: string) {
      clear()
      console.log(line)
    },
    clear,
  }
}

function inDigits(count: number): string {
  return count.toLocaleString('en-US')
}

await runCommand(COMMAND, async ({ positionals }) => {
  const there = `there are: ${names.join(', ')}`
  if (positionals.length === 0) throw new UsageError(`which read model? ${there}`)
  const chosen = [...new Set(positionals)].map(name => {
    const found = readModels.find(projection => projection.name === name)
    if (found === undefined) throw new UsageError(`there is no read model "${name}"; ${there}`)
    return found
  })
  await main(chosen)
})
