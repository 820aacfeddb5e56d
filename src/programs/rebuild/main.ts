import { readConfig } from '#config/config.ts'
import type { Projection } from '#declarations/read-model.ts'
import { connectEventStore } from '#edge/eventstore/client.ts'
import { createLog } from '#edge/log.ts'
import { connectPostgres, type Database } from '#edge/postgres/pool.ts'
import { migrate } from '#edge/postgres/schema.ts'
import { startOfflineStores } from '#lifecycle/offline-stores.ts'
import { modules, readModelsOf } from '#modules.ts'
import { dropAsOfTables, listAsOfTables } from '#projector/as-of-build.ts'
import { parseAsOfPoint } from '#projector/as-of-point.ts'
import type { BuildDeps, BuildOptions } from '#projector/build.ts'
import { createLeaderElection, type LeaderElection } from '#subscription/leader-election.ts'
import { subscriptionMigrations } from '#subscription/migrations.ts'
import { CommandError, runCommand, UsageError } from '#terminal/command-line.ts'
import { buildAsOfAction, type RebuildAction, reasonOf, rebuild, verify } from './actions.ts'
import { CONNECTION_LOST, isConnectionLost, watchConnection } from './connection-lost.ts'
import { asOfTablesLines, inDigits, progressMessage } from './messages.ts'
import { createProgressReporter } from './progress-reporter.ts'
import { createRateEstimator } from './rate-estimator.ts'

/** Several read models share one connection each; queries of their own are few. */
const POOL_MAX = 5

const readModels = readModelsOf(modules)
const names = readModels.map(({ name }) => name)

const COMMAND = {
  start: 'npm run rebuild --',
  forms: ['NAME …|all'],
  about: `Builds read models anew from the event store, beside the tables that readers see, and swaps them in when they have caught up.
Needs the stores, not the service; any number of services may run beside it. Ctrl-C, or a kill, leaves everything as it was,
and the next run goes on from there.

Read models: ${names.join(', ')}`,
  options: {
    verify: { type: 'boolean', help: 'compare with the live tables, row by row at one place, and change nothing' },
    until: {
      type: 'string',
      value: 'MOMENT',
      help: 'build as of a position of the log or a time, into the schema until_MOMENT',
    },
    anew: { type: 'boolean', help: 'begin from nothing, whatever an earlier run has left' },
    list: { type: 'boolean', help: 'show the moments that were built, and builds that were not finished' },
    drop: { type: 'string', value: 'SCHEMA', help: 'drop one of those' },
  },
} as const

type Work = (deps: BuildDeps, signal: AbortSignal) => Promise<void>

async function withStores(work: Work): Promise<void> {
  const config = readConfig()
  const stores = await startOfflineStores(config)
  const store = connectEventStore(stores.eventStoreUrl)
  const interrupted = new AbortController()
  const interrupt = (reason?: CommandError) => {
    interrupted.abort(reason)
    // What is under way waits for an answer, and a store that is frozen gives none.
    setTimeout(() => forceExit(reason), END_MS_MAX).unref()
  }
  process.once('SIGINT', () => interrupt())
  process.once('SIGTERM', () => interrupt())
  let db: Database | undefined
  let leaders: LeaderElection | undefined
  let connectionTimer: NodeJS.Timeout | undefined
  try {
    db = await connectPostgres(stores.databaseUrl, { poolMax: POOL_MAX })
    await migrate(db, subscriptionMigrations)
    // What it warns of is said here in other words.
    leaders = createLeaderElection(db, createLog({ LOG_LEVEL: 'error' }))
    connectionTimer = watchConnection(db, () => interrupt(new CommandError(CONNECTION_LOST)))
    await work({ store, db, leaders }, interrupted.signal)
  } finally {
    clearInterval(connectionTimer)
    await leaders?.stop()
    await db?.end()
    await store.close()
    await stores.stop()
  }
}

/** What was interrupted ends within this time, or is left as a kill would leave it. */
const END_MS_MAX = 15_000

function forceExit(reason: CommandError | undefined): void {
  console.error(reason?.message ?? 'interrupted')
  process.exit(1)
}

/** Goes on with the other read models whatever comes of one. */
function forEachReadModel(
  chosen: readonly Projection[],
  action: RebuildAction,
  fromScratch: boolean,
  messages: { not: string; otherwise: string; sum: string },
): Work {
  return async (deps, signal) => {
    const end = await deps.store.end()
    let done = 0
    for (const projection of chosen) {
      const { name } = projection
      const reporter = createProgressReporter(name)
      const estimateRate = createRateEstimator(end?.commit ?? null)
      const onProgress: BuildOptions['onProgress'] = progress => {
        const estimate = estimateRate(progress)
        if (progress.before > 0) reporter.once(`goes on behind ${inDigits(progress.before)} events of an earlier run`)
        reporter.progress(() => progressMessage(progress, estimate))
      }
      const why = signal.aborted
        ? reasonOf(signal.reason, signal)
        : await action(deps, projection, signal, reporter, { fromScratch, onProgress }).catch(async error =>
            (await isConnectionLost(deps.db, error)) ? CONNECTION_LOST : reasonOf(error, signal),
          )
      reporter.clear()
      if (why === null) done += 1
      else if (why !== '') console.log(`${name}: ${messages.not}: ${why}${messages.otherwise}`)
    }
    if (done < chosen.length) throw new CommandError(`${done} of ${chosen.length} read models ${messages.sum}`)
  }
}

const list: Work = async ({ db }) => {
  const lines = (await listAsOfTables(db)).flatMap(asOfTablesLines)
  console.log(lines.join('\n') || 'there is nothing')
}

function drop(schema: string): Work {
  return async ({ db, leaders }, signal) => {
    if ((await dropAsOfTables({ db, leaders }, readModels, schema, signal)) === 'taken')
      throw new CommandError(`${schema} is being built by another process`)
    console.log(`${schema}: dropped`)
  }
}

function chosenOf(given: readonly string[]): Projection[] {
  const there = `there are: ${names.join(', ')}`
  if (given.length === 0) throw new UsageError(`which read model? ${there}`)
  if (given.includes('all')) {
    if (given.length > 1) throw new UsageError('"all" stands alone')
    return readModels
  }
  return [...new Set(given)].map(name => {
    const found = readModels.find(projection => projection.name === name)
    if (found === undefined) throw new UsageError(`there is no read model "${name}"; ${there}`)
    return found
  })
}

await runCommand(
  COMMAND,
  async ({
    values: { verify: isVerifying = false, until, anew: fromScratch = false, list: isList, drop: dropped },
    positionals,
  }) => {
    const modes = { verify: isVerifying, until: until !== undefined, list: isList, drop: dropped !== undefined }
    const [mode, other] = Object.entries(modes).flatMap(([name, given]) => (given ? [`--${name}`] : []))
    if (other !== undefined) throw new UsageError(`${mode} and ${other} exclude each other`)
    if (mode === '--list' || mode === '--drop') {
      if (positionals.length > 0) throw new UsageError(`"${positionals[0]}" is too much`)
      if (fromScratch) throw new UsageError(`${mode} and --anew exclude each other`)
      return withStores(dropped === undefined ? list : drop(dropped))
    }
    const chosen = chosenOf(positionals)
    if (until !== undefined) {
      const messages = { not: 'not built', otherwise: '', sum: 'were built' }
      return withStores(
        forEachReadModel(chosen, buildAsOfAction(parseAsOfPoint(until, new Date())), fromScratch, messages),
      )
    }
    if (isVerifying) {
      const messages = { not: 'not compared', otherwise: '', sum: 'are as they would be rebuilt' }
      return withStores(forEachReadModel(chosen, verify, fromScratch, messages))
    }
    const messages = { not: 'not rebuilt', otherwise: '; its tables are as they were', sum: 'were rebuilt' }
    return withStores(forEachReadModel(chosen, rebuild, fromScratch, messages))
  },
)
