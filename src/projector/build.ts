import { randomInt } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'slonik'
import { isReadable, type Logged, type Position } from '#edge/eventstore/event-store.ts'
import type { Projection } from '#projection.ts'
import type { Service } from '#service.ts'
import { type Checkpoint, isAfter, moveCheckpoint, putCheckpoint } from '#subscription/checkpoint.ts'
import { EventRefused } from '#subscription/event-refused.ts'
import { type Lease, requireLease } from '#subscription/leaders.ts'
import { subscribeUntilAway } from '#subscription/until-away.ts'
import { applyUpToFault } from './fault.ts'
import { applyEvents } from './rows.ts'
import { buildingSchema, buildName, createTables, type Fence, finishTables, swapTables } from './tables.ts'
import { writeBehind } from './write-behind.ts'

type BuildDeps = Pick<Service, 'store' | 'db' | 'leaders'>

/** What a build took: events applied and the time from the first to the swap. */
export type Built = { events: number; seconds: number }

/**
 * Events per transaction of a build: so many that most refunds are written once, with all their events. Twice as many are
 * in memory at most, about 2 KiB each.
 */
const BUILD_BATCH = 8_000
/** An outage of the event store that is longer costs a build all that it has done, and lets others begin. */
const AWAY_MS_MAX = 60_000
const SWAP_RETRY_MS = 50
/** The live tables can only stay ahead of a build that read everything when they come from another event store. */
const SWAP_MS_MAX = 60_000
const BUILD_ID_MAX = 2 ** 31

/**
 * Builds a read model from nothing beside its live tables and swaps it in when it has caught up. Readers, and a projector
 * that is following the log, go on meanwhile; the projector goes on from the build's checkpoint afterwards.
 *
 * Answers 'taken' when another process is building the same model. Rejects with EventRefused at an event that it can't take,
 * and when PostgreSQL is lost; the live tables are untouched then, and building starts over.
 */
export function buildReadModel(
  deps: BuildDeps,
  projection: Projection,
  signal: AbortSignal,
  onProgress: (events: number) => void = () => {},
): Promise<Built | 'taken'> {
  return deps.leaders.lead(buildName(projection), signal, lease => build(deps, projection, lease, onProgress))
}

/**
 * How far this build has written, in PostgreSQL and here: a process whose session has ended may still be in the middle of a transaction when
 * another one begins anew, and a PostgreSQL that crashed has forgotten the last batches. Either way the place is not where it was left, and
 * the build fails instead of putting tables in place that lack something.
 */
function ownPlace(lease: Lease) {
  let at: Checkpoint = { version: randomInt(BUILD_ID_MAX), position: null, lastEvent: null }
  return {
    begin: (async tx => {
      await requireLease(tx, lease)
      await putCheckpoint(tx, lease.name, at)
    }) satisfies Fence,
    hold: (tx => moveCheckpoint(tx, lease, at, at)) satisfies Fence,
    async move(db: Service['db'], position: Position, write: Fence): Promise<void> {
      const next = { ...at, position, lastEvent: position.commit }
      await db.transaction(async tx => {
        await moveCheckpoint(tx, lease, at, next)
        await write(tx)
      })
      at = next
    },
  }
}

async function build(
  { store, db }: BuildDeps,
  projection: Projection,
  lease: Lease,
  onProgress: (events: number) => void,
): Promise<Built> {
  const { signal } = lease
  const place = ownPlace(lease)
  const schema = buildingSchema(projection)
  const started = performance.now()
  const swapped = new AbortController()
  const caughtUp = Promise.withResolvers<void>()
  let events = 0
  let taken: Position | null = null
  const rows = writeBehind(BUILD_BATCH, batch => applyBuilding(db, schema, projection, batch, place))

  await createTables(db, schema, projection, place.begin)
  const following = subscribeUntilAway(store, AWAY_MS_MAX, {
    prefixes: [...projection.prefixes],
    from: null,
    signal: AbortSignal.any([signal, swapped.signal]),
    onCaughtUp: caughtUp.resolve,
    async handle(batch) {
      // A connection that was lost in the middle of a batch can bring parts of it again, and rows may count.
      const came = batch.events.filter(event => isAfter(event.position, taken))
      taken = isAfter(batch.position, taken) ? batch.position : taken
      const foreign = came.find(event => !isReadable(event))
      if (foreign !== undefined && !isReadable(foreign))
        throw new EventRefused(projection.name, foreign, new Error(foreign.unreadable))
      await rows.add({ events: came.filter(isReadable), position: taken! })
      events += came.length
      onProgress(events)
    },
  })
  try {
    await Promise.race([following, caughtUp.promise])
    signal.throwIfAborted()
    await rows.settled(() => whileLed(signal, finishTables(db, schema, projection, place.hold)))
    const deadline = performance.now() + SWAP_MS_MAX
    const swap = () =>
      rows.settled(reached => swapTables(db, projection, { ...reached, version: projection.version }, place.hold))
    while (!(await swap())) {
      if (performance.now() > deadline) throw new Error(stuck(projection))
      await Promise.race([following, delay(SWAP_RETRY_MS)])
      signal.throwIfAborted()
    }
  } finally {
    swapped.abort()
    await following.catch(() => undefined)
  }
  return { events, seconds: (performance.now() - started) / 1000 }
}

/** An index takes as long as it takes, so an answer that was lost on the way would be waited for without end: the lease tells. */
function whileLed(signal: AbortSignal, work: Promise<void>): Promise<void> {
  const { promise: lost, reject } = Promise.withResolvers<never>()
  const giveUp = () => reject(signal.reason)
  signal.addEventListener('abort', giveUp, { once: true })
  if (signal.aborted) giveUp()
  return Promise.race([work, lost]).finally(() => signal.removeEventListener('abort', giveUp))
}

function stuck({ name }: Projection): string {
  return `${name}: for ${SWAP_MS_MAX / 1000} s its live tables were in use, or ahead of everything in the event store. If the store was replaced, delete the row "${name}" of ops.checkpoints and rebuild again`
}

/** Building is started over after a crash, so its commits need not wait for the disk; the swap's own commit does. */
function applyBuilding(
  db: Service['db'],
  schema: string,
  projection: Projection,
  events: Logged[],
  place: ReturnType<typeof ownPlace>,
): Promise<void> {
  return applyUpToFault(projection, events, part =>
    place.move(db, part.at(-1)!.position, async tx => {
      await tx.query(sql.unsafe`set local synchronous_commit = off`)
      await applyEvents(tx, schema, projection, part)
    }),
  )
}
