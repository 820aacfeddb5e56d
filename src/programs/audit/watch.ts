import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from '#edge/postgres/pool.ts'
import { migrate } from '#edge/postgres/schema.ts'
import type { EventStore } from '#event-sourcing/event-store.ts'
import { withOfflineStores } from '#lifecycle/offline-stores.ts'
import { checkpointMigrations } from '#modules/audit/checkpoints/migrations.ts'
import { LogReadIncomplete } from '#modules/audit/checkpoints/read-to-end.ts'
import { problemText, type StoreVerification, verifyStore } from '#modules/audit/checkpoints/verify-store.ts'
import type { PublicAuditKeys } from '#modules/audit/signing.ts'
import { readServiceConfig } from '#service-config.ts'
import { abortOnInterrupt } from '#terminal/abort-on-termination.ts'
import { CommandError, subCommand, UsageError } from '#terminal/command-line.ts'
import { createProgressLine, formatCount, type ProgressLine } from '#terminal/progress.ts'
import { KEY_OPTIONS, readPublicKeys } from './keys.ts'
import { historyViews } from './records.ts'

const POOL_MAX = 3
/** More problems are counted, not printed. */
const PRINTED_MAX = 20

/** A pass reads the whole log, minutes for a large one. */
const EVERY_S = 3_600
const EVERY_S_MAX = 86_400

const COMMAND = {
  start: 'npm run audit -- watch',
  summary: 'verifies the whole event store against its signed checkpoints, again and again or --once',
  about: `Verifies the whole event store, again and again until it is interrupted: every event must follow the one before it in its stream, and the
log must match every signed checkpoint. Reads the checkpoints of PostgreSQL, CHECKPOINT_FILE and NATS, as the service is configured; they
must be the same everywhere. Reports the first changed event. The service's health and metrics show the result of the last pass.

Needs the stores and the public halves of AUDIT_KEYS, not the service. With --once it ends with 0 when the store is whole, with 1 when not.`,
  options: {
    once: { type: 'boolean', help: 'one pass' },
    every: { type: 'string', value: 'SECONDS', default: String(EVERY_S), help: 'between passes' },
    ...KEY_OPTIONS,
  },
} as const

export const watchCommand = subCommand(COMMAND, ({ values: { once = false, every, ...keys } }) => {
  const everyS = Number(every)
  if (!/^[1-9]\d*$/.test(every) || everyS > EVERY_S_MAX)
    throw new UsageError(`--every must be a number of seconds from 1 to ${EVERY_S_MAX}`)
  return watch({ once, everyS, keys: readPublicKeys(keys) })
})

async function watch({ once, everyS, keys }: { once: boolean; everyS: number; keys: PublicAuditKeys }): Promise<void> {
  const config = readServiceConfig()
  const signal = abortOnInterrupt()
  using progress = createProgressLine()
  const show = (events: number) => progress.show(() => `${counted(events, 'event')} verified`)
  const verify = async ({ store, db }: { store: EventStore; db: Database }) => {
    await migrate(db, checkpointMigrations)
    const families = historyViews.map(({ prefix }) => prefix)
    const deps = { store, db, keys, families, file: config.CHECKPOINT_FILE, nats: config.nats }
    do {
      const failure = await pass(() => verifyStore(deps, signal, show), progress)
      if (once && failure !== null) throw new CommandError(failure)
      if (failure !== null) console.error(failure)
      if (!once) await delay(everyS * 1_000, undefined, { signal }).catch(() => undefined)
    } while (!once && !signal.aborted)
  }
  try {
    await withOfflineStores(config, verify, { poolMax: POOL_MAX })
  } catch (error) {
    if (!signal.aborted) throw error
    if (once) throw new CommandError('interrupted: nothing is proved')
  }
}

/** The reason why a pass did not find the store whole; null when it did. */
async function pass(work: () => Promise<StoreVerification>, progress: ProgressLine): Promise<string | null> {
  try {
    const proved = await work()
    progress.clear()
    for (const line of linesOf(proved)) console.log(line)
    return proved.problemCount === 0 ? null : 'the event store is not as its checkpoints say'
  } catch (error) {
    if (error instanceof LogReadIncomplete) return `nothing was verified: ${error.message}`
    throw error
  }
}

function linesOf(proved: StoreVerification): string[] {
  const { events, streams, checkpoints, lastCheckpoint, problems, problemCount, uncovered, notes } = proved
  const shown = problems.slice(0, PRINTED_MAX).map(problemText)
  const others = problemCount - shown.length
  const all = `${counted(events, 'event')} in ${counted(streams, 'stream')}`
  const verdict = problemCount === 0 ? 'whole' : counted(problemCount, 'problem')
  return [
    ...shown,
    ...(others > 0 ? [`… and ${formatCount(others)} more`] : []),
    checkpoints === 0
      ? `${all} read; there is no checkpoint to compare them with`
      : `${all} compared with ${counted(checkpoints, 'checkpoint')}: ${verdict}`,
    ...(uncovered.events === 0
      ? []
      : [`not covered yet by checkpoint ${lastCheckpoint}: ${counted(uncovered.events, 'event')}${ageOf(uncovered)}`]),
    ...notes,
  ]
}

function ageOf({ oldest }: StoreVerification['uncovered']): string {
  if (oldest === null) return ''
  return `, the oldest ${formatCount(Math.max(0, Math.round((Date.now() - Date.parse(oldest)) / 1_000)))} s old`
}

function counted(count: number, what: string): string {
  return `${formatCount(count)} ${what}${count === 1 ? '' : 's'}`
}
