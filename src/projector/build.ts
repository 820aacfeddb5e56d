import { setTimeout as delay } from 'node:timers/promises'
import { unlessAborted } from '#concurrency/timeout.ts'
import type { Projection } from '#declarations/read-model.ts'
import type { Service } from '#service.ts'
import type { Lease } from '#subscription/leaders.ts'
import { type Filling, fill, type ReadSoFar } from './filling.ts'
import { type BuildPosition, takePlace } from './place.ts'
import { everything } from './selection.ts'
import { liveSite } from './site.ts'
import { finishTables, swapTables } from './tables.ts'

export type BuildDeps = Pick<Service, 'store' | 'db' | 'leaders'>

export type BuildOptions = {
  /** Begin from nothing also where an earlier run could be gone on with. */
  anew?: boolean
  /** Events per transaction. */
  batchMax?: number
  onProgress?: (progress: BuildProgress) => void
}

/** What a build is doing, how far it has read, and how many of the events an earlier run had applied. */
export type BuildProgress = ReadSoFar & { before: number; doing: Doing }
export type Doing = 'reading' | 'making indexes' | 'waiting to be put in place' | 'comparing'

/** What a build took: all events in its tables, those of them that earlier runs had applied, and the time of this run. */
export type Built = { events: number; before: number; seconds: number }

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
): Promise<Built | 'taken'> {
  const site = liveSite(projection)
  return deps.leaders.lead(site.name, signal, async lease => {
    const started = performance.now()
    const place = await takePlace(deps, projection, site, lease, options)
    const before = place.events()
    const tell = telling(options, place)
    const filling = fill(deps, projection, place, everything, lease.signal, { ...options, onRead: tell.read })
    try {
      await filling.untilRead
      tell.doing('making indexes')
      await filling.written(() => makeIndexes(deps, projection, place, lease))
      tell.doing('waiting to be put in place')
      await swapWhenPossible(deps, projection, place, lease, filling)
    } finally {
      await filling.stop()
    }
    return { events: filling.events(), before, seconds: secondsSince(started) }
  })
}

export const secondsSince = (started: number) => (performance.now() - started) / 1_000

/** Hands on what is read, and what is done with it then. */
export function telling({ onProgress = () => {} }: Pick<BuildOptions, 'onProgress'>, place: BuildPosition) {
  const before = place.events()
  let last: ReadSoFar = { events: before, position: place.position() }
  onProgress({ ...last, before, doing: 'reading' })
  return {
    read(read: ReadSoFar) {
      last = read
      onProgress({ ...read, before, doing: 'reading' })
    },
    doing(doing: Doing) {
      onProgress({ ...last, before, doing })
    },
  }
}

export async function makeIndexes(
  { db }: Pick<Service, 'db'>,
  projection: Projection,
  place: BuildPosition,
  { signal }: Lease,
): Promise<void> {
  if (place.isIndexed) return
  // An index takes as long as it takes, and who has lost the lease does not wait for it: another process goes on.
  await unlessAborted(signal, finishTables(db, place.site.schema, projection, place.indexed))
}

async function swapWhenPossible(
  { db }: BuildDeps,
  projection: Projection,
  place: BuildPosition,
  { signal }: Lease,
  filling: Filling,
): Promise<void> {
  const { version } = projection
  const deadline = performance.now() + SWAP_MS_MAX
  const swap = () => filling.written(reached => swapTables(db, projection, { ...reached, version }, place.hold))
  while (!(await swap())) {
    if (performance.now() > deadline) throw new Error(stuck(projection))
    await Promise.race([filling.over, delay(SWAP_RETRY_MS)])
    signal.throwIfAborted()
  }
}

function stuck({ name }: Projection): string {
  return `${name}: for ${SWAP_MS_MAX / 1000} s its live tables were in use, or ahead of everything in the event store. If the store was replaced, delete the row "${name}" of ops.checkpoints and rebuild again`
}
