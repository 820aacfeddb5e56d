import { setTimeout as delay } from 'node:timers/promises'
import { raceAbort } from '#concurrency/timeout.ts'
import type { Projection } from '#declarations/read-model.ts'
import type { Service } from '#service.ts'
import { type Backfill, type ReadProgress, startBackfill } from './backfill.ts'
import { liveTarget } from './build-target.ts'
import { openBuild, type ResumableBuild } from './resumable-build.ts'
import { everything } from './selection.ts'
import { subscribeShared } from './subscribe-shared.ts'
import { finishTables, swapTables } from './tables.ts'

export type BuildDeps = Pick<Service, 'store' | 'db' | 'leaders'>

export type BuildOptions = {
  /** Starts from scratch instead of continuing an earlier run. */
  fromScratch?: boolean
  batchMax?: number
  onProgress?: (progress: BuildProgress) => void
}

/** `before`: events applied by earlier runs, which `events` includes. */
export type BuildProgress = ReadProgress & { before: number; phase: BuildPhase }
export type BuildPhase = 'reading' | 'making indexes' | 'waiting to be put in place' | 'comparing'

/** `before`: those of the `events` that earlier runs had applied. */
export type BuildResult = { events: number; before: number; seconds: number }

const SWAP_RETRY_MS = 50
/** Live tables stay ahead of a complete build only when they come from another event store. */
const SWAP_MS_MAX = 60_000

/**
 * Builds new tables and swaps them with the live ones when it has caught up; the projector continues at the build's
 * checkpoint. Returns 'taken' when another process builds the same model. Rejects with PoisonEvent, and when PostgreSQL
 * is lost; the live tables are unchanged then, and the next build continues.
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
    const report = reportProgress(options, build, started)
    const reading = { ...options, onRead: report.read, subscribe: subscribeShared }
    const backfill = startBackfill(deps, build, everything, reading)
    try {
      await backfill.caughtUp
      report.phase('making indexes')
      await backfill.afterFlush(() => createIndexes(deps, build))
      report.phase('waiting to be put in place')
      await swapWhenPossible(deps, build, backfill)
    } finally {
      await backfill.stop()
    }
    return report.result(backfill.events())
  })
}

export function reportProgress({ onProgress = () => {} }: BuildOptions, build: ResumableBuild, started: number) {
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
    result: (events: number): BuildResult => ({ events, before, seconds: (performance.now() - started) / 1_000 }),
  }
}

export async function createIndexes({ db }: Pick<Service, 'db'>, build: ResumableBuild): Promise<void> {
  const { target, projection, lease, isIndexed, markIndexed } = build
  if (isIndexed) return
  // Creating an index has no time limit. A process that lost its lease stops waiting for it.
  await raceAbort(lease.signal, finishTables(db, target.schema, projection, markIndexed))
}

async function swapWhenPossible({ db }: BuildDeps, build: ResumableBuild, backfill: Backfill): Promise<void> {
  const { name, version } = build.projection
  const deadline = performance.now() + SWAP_MS_MAX
  while (!(await backfill.afterFlush(reached => swapTables(db, build, { ...reached, version })))) {
    if (performance.now() > deadline)
      throw new Error(
        `${name}: its live tables were in use for ${SWAP_MS_MAX / 1000} s, or are ahead of the event store. If the store was replaced, delete the row "${name}" of ops.checkpoints and rebuild again`,
      )
    await Promise.race([backfill.ended, delay(SWAP_RETRY_MS)])
    build.lease.signal.throwIfAborted()
  }
}
