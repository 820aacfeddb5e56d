import { setTimeout as delay } from 'node:timers/promises'
import { raceAbort } from '#concurrency/timeout.ts'
import type { Projection } from '#declarations/read-model.ts'
import type { Service } from '#service.ts'
import type { Lease } from '#subscription/leader-election.ts'
import { type Backfill, type ReadProgress, startBackfill } from './backfill.ts'
import { liveTarget } from './build-target.ts'
import { openBuild, type ResumableBuild } from './resumable-build.ts'
import { everything } from './selection.ts'
import { finishTables, swapTables } from './tables.ts'

export type BuildDeps = Pick<Service, 'store' | 'db' | 'leaders'>

export type BuildOptions = {
  /** Begin from nothing also where an earlier run could be gone on with. */
  fromScratch?: boolean
  /** Events per transaction. */
  batchMax?: number
  onProgress?: (progress: BuildProgress) => void
}

/** What a build is phase, how far it has read, and how many of the events an earlier run had applied. */
export type BuildProgress = ReadProgress & { before: number; phase: BuildPhase }
export type BuildPhase = 'reading' | 'making indexes' | 'waiting to be put in place' | 'comparing'

/** What a build took: all events in its tables, those of them that earlier runs had applied, and the time of this run. */
export type BuildResult = { events: number; before: number; seconds: number }

const SWAP_RETRY_MS = 50
/** The live tables can only stay ahead of a build that read everything when they come from another event store. */
const SWAP_MS_MAX = 60_000

/**
 * Builds a read model beside its live tables and swaps it in when it has caught up. Readers, and a projector that is following the
 * log, go on meanwhile; the projector goes on from the build's checkpoint afterwards.
 *
 * Answers 'taken' when another process is building the same model. Rejects with EventRefused at an event that it can't take,
 * and when PostgreSQL is lost; the live tables are untouched then, and the next build goes on from what was written.
 */
export function buildReadModel(
  deps: BuildDeps,
  projection: Projection,
  signal: AbortSignal,
  options: BuildOptions = {},
): Promise<BuildResult | 'taken'> {
  const target = liveTarget(projection)
  return deps.leaders.runAsLeader(target.name, signal, async lease => {
    const started = performance.now()
    const build = await openBuild(deps, projection, target, lease, options)
    const before = build.events()
    const report = reportProgress(options, build)
    const backfill = startBackfill(deps, projection, build, everything, lease.signal, {
      ...options,
      onRead: report.read,
    })
    try {
      await backfill.caughtUp
      report.phase('making indexes')
      await backfill.afterFlush(() => createIndexes(deps, projection, build, lease))
      report.phase('waiting to be put in place')
      await swapWhenPossible(deps, projection, build, lease, backfill)
    } finally {
      await backfill.stop()
    }
    return { events: backfill.events(), before, seconds: secondsSince(started) }
  })
}

export const secondsSince = (started: number) => (performance.now() - started) / 1_000

/** Hands on what is read, and what is done with it then. */
export function reportProgress({ onProgress = () => {} }: Pick<BuildOptions, 'onProgress'>, build: ResumableBuild) {
  const before = build.events()
  let lastRead: ReadProgress = { events: before, position: build.position() }
  onProgress({ ...lastRead, before, phase: 'reading' })
  return {
    read(read: ReadProgress) {
      lastRead = read
      onProgress({ ...read, before, phase: 'reading' })
    },
    phase(phase: BuildPhase) {
      onProgress({ ...lastRead, before, phase })
    },
  }
}

export async function createIndexes(
  { db }: Pick<Service, 'db'>,
  projection: Projection,
  build: ResumableBuild,
  { signal }: Lease,
): Promise<void> {
  if (build.isIndexed) return
  // An index takes as long as it takes, and who has lost the lease does not wait for it: another process goes on.
  await raceAbort(signal, finishTables(db, build.target.schema, projection, build.markIndexed))
}

async function swapWhenPossible(
  { db }: BuildDeps,
  projection: Projection,
  build: ResumableBuild,
  { signal }: Lease,
  backfill: Backfill,
): Promise<void> {
  const { version } = projection
  const deadline = performance.now() + SWAP_MS_MAX
  const swap = () => backfill.afterFlush(reached => swapTables(db, projection, { ...reached, version }, build.hold))
  while (!(await swap())) {
    if (performance.now() > deadline) throw new Error(swapTimeoutMessage(projection))
    await Promise.race([backfill.ended, delay(SWAP_RETRY_MS)])
    signal.throwIfAborted()
  }
}

function swapTimeoutMessage({ name }: Projection): string {
  return `${name}: for ${SWAP_MS_MAX / 1000} s its live tables were in use, or ahead of everything in the event store. If the store was replaced, delete the row "${name}" of ops.checkpoints and rebuild again`
}
