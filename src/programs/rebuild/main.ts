import type { Projection } from '#declarations/read-model.ts'
import { createLog } from '#edge/log.ts'
import { migrate } from '#edge/postgres/schema.ts'
import { withOfflineStores } from '#lifecycle/offline-stores.ts'
import { modules, readModelsOf } from '#modules.ts'
import { dropAsOfTables, listAsOfTables } from '#projector/as-of-build.ts'
import { parseAsOfPoint } from '#projector/as-of-point.ts'
import type { BuildDeps, BuildOptions } from '#projector/build.ts'
import { readServiceConfig } from '#service-config.ts'
import { createLeaderElection } from '#subscription/leader-election.ts'
import { subscriptionMigrations } from '#subscription/migrations.ts'
import { CommandError, runCommand, UsageError } from '#terminal/command-line.ts'
import { formatCount } from '#terminal/progress.ts'
import { OperationalError } from '#values/operational-error.ts'
import { buildAsOfAction, type RebuildAction, reasonOf, rebuild, verify } from './actions.ts'
import { CONNECTION_LOST, isConnectionLost, watchConnection } from './connection-lost.ts'
import { asOfTablesLines, progressMessage } from './messages.ts'
import { createProgressReporter } from './progress-reporter.ts'
import { createRateEstimator } from './rate-estimator.ts'

const POOL_MAX = 5

const readModels = readModelsOf(modules)
const names = readModels.map(({ name }) => name)

const COMMAND = {
  start: 'npm run rebuild --',
  forms: ['NAME …|all'],
  about: `Rebuilds read models from the event store into new tables, and swaps them with the live tables when they have caught up. Needs the
stores, not the service, which may run. After Ctrl-C or a kill the live tables are unchanged, and the next run continues the build.

Read models: ${names.join(', ')}`,
  options: {
    verify: { type: 'boolean', help: 'compare with the live tables row by row, at one position, and change nothing' },
    until: {
      type: 'string',
      value: 'MOMENT',
      help: 'build as of a position of the log or a time, into the schema until_MOMENT',
    },
    anew: { type: 'boolean', help: 'start from scratch instead of continuing an earlier run' },
    list: { type: 'boolean', help: 'list the tables of the past and unfinished builds' },
    drop: { type: 'string', value: 'SCHEMA', help: 'drop one of the listed schemas' },
  },
} as const

type Work = (deps: BuildDeps, signal: AbortSignal) => Promise<void>

/** An interrupted command ends within this time: a frozen store would keep it waiting. */
const END_MS_MAX = 15_000

function withStores(work: Work): Promise<void> {
  const interrupted = new AbortController()
  const interrupt = (reason?: CommandError) => {
    interrupted.abort(reason)
    setTimeout(() => forceExit(reason), END_MS_MAX).unref()
  }
  process.once('SIGINT', () => interrupt())
  process.once('SIGTERM', () => interrupt())
  const run = async ({ store, db }: Pick<BuildDeps, 'store' | 'db'>) => {
    await migrate(db, subscriptionMigrations)
    // Its warnings repeat what this command prints.
    const leaders = createLeaderElection(db, createLog({ LOG_LEVEL: 'error' }))
    const connectionTimer = watchConnection(db, () => interrupt(new CommandError(CONNECTION_LOST)))
    try {
      await work({ store, db, leaders }, interrupted.signal)
    } finally {
      clearInterval(connectionTimer)
      await leaders.stop()
    }
  }
  return withOfflineStores(readServiceConfig(), run, { poolMax: POOL_MAX }).catch(error => {
    throw error instanceof OperationalError ? error : new CommandError(reasonOf(error, interrupted.signal))
  })
}

function forceExit(reason: CommandError | undefined): void {
  console.error(reason?.message ?? 'interrupted')
  process.exit(1)
}

/** Continues with the other read models when one fails. */
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
        if (progress.before > 0)
          reporter.once(`continues after ${formatCount(progress.before)} events of an earlier run`)
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
    const run = (action: RebuildAction, not: string, sum: string, otherwise = '') =>
      withStores(forEachReadModel(chosen, action, fromScratch, { not, otherwise, sum }))
    if (until !== undefined) return run(buildAsOfAction(parseAsOfPoint(until, new Date())), 'not built', 'were built')
    if (isVerifying) return run(verify, 'not compared', 'equal what a rebuild makes of the log')
    return run(rebuild, 'not rebuilt', 'were rebuilt', '; its tables are unchanged')
  },
)
