import { setTimeout as delay } from 'node:timers/promises'
import { type DatabasePoolConnection, sql } from 'slonik'
import type { Logged } from '#edge/eventstore/event-store.ts'
import { stopAtUnreadable } from '#edge/eventstore/stop-at-unreadable.ts'
import type { Projection } from '#projection.ts'
import type { Service } from '#service.ts'
import { applyUpToFault } from './projector-failure.ts'
import { withLock } from './projector-lock.ts'
import { applyEvents } from './projector-rows.ts'
import { buildingSchema, createTables, finishTables, swapTables } from './projector-tables.ts'
import { writeBehind } from './projector-write-behind.ts'

export type ProjectorDeps = Pick<Service, 'store' | 'db' | 'log' | 'now' | 'metrics'>

/** What a build took: events applied and the time from the first to the swap. */
export type Built = { events: number; seconds: number }

/**
 * Events per transaction of a build: so many that most refunds are written once, with all their events. Twice as many are
 * in memory at most, about 2 KiB each.
 */
const BUILD_BATCH = 8_000
const SWAP_RETRY_MS = 50
/** The live tables can only stay ahead of a build that read everything when they come from another event store. */
const SWAP_MS_MAX = 60_000

/**
 * Builds a read model from nothing beside its live tables and swaps it in when it has caught up. Readers, and a projector
 * that is following the log, go on meanwhile; the projector goes on from the build's checkpoint afterwards.
 *
 * Answers 'taken' when another process is building the same model. Rejects with EventRefused at an event that it can't take,
 * and when PostgreSQL is lost; the live tables are untouched then, and building starts over.
 */
export function buildReadModel(
  deps: Pick<ProjectorDeps, 'store' | 'db'>,
  projection: Projection,
  signal: AbortSignal,
  onProgress: (events: number) => void = () => {},
): Promise<Built | 'taken'> {
  const over = new AbortController()
  const stop = AbortSignal.any([signal, over.signal])
  return deps.db
    .connect(session =>
      withLock(session, 'build', projection.name, () => build(deps, session, projection, stop, onProgress)),
    )
    .finally(() => over.abort())
}

async function build(
  { store }: Pick<ProjectorDeps, 'store'>,
  session: DatabasePoolConnection,
  projection: Projection,
  signal: AbortSignal,
  onProgress: (events: number) => void,
): Promise<Built> {
  const schema = buildingSchema(projection)
  const started = performance.now()
  const swapped = new AbortController()
  const caughtUp = Promise.withResolvers<void>()
  let events = 0
  const rows = writeBehind(BUILD_BATCH, batch => applyBuilding(session, schema, projection, batch))

  await createTables(session, schema, projection)
  const following = store.subscribe({
    prefixes: [...projection.prefixes],
    from: null,
    signal: AbortSignal.any([signal, swapped.signal]),
    onCaughtUp: caughtUp.resolve,
    handle: stopAtUnreadable(async batch => {
      await rows.add(batch)
      events += batch.events.length
      onProgress(events)
    }),
  })
  try {
    await Promise.race([following, caughtUp.promise])
    signal.throwIfAborted()
    await rows.settled(() => finishTables(session, schema, projection))
    const deadline = performance.now() + SWAP_MS_MAX
    const swap = () =>
      rows.settled(reached => swapTables(session, projection, { ...reached, version: projection.version }))
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

function stuck({ name }: Projection): string {
  return `${name}: for ${SWAP_MS_MAX / 1000} s its live tables were in use, or ahead of everything in the event store. If the store was replaced, delete the row "${name}" of ops.checkpoints and rebuild again`
}

/** Building is started over after a crash, so its commits need not wait for the disk; the swap's own commit does. */
function applyBuilding(session: DatabasePoolConnection, schema: string, projection: Projection, events: Logged[]) {
  return applyUpToFault(projection, events, part =>
    session.transaction(async tx => {
      await tx.query(sql.unsafe`set local synchronous_commit = off`)
      await applyEvents(tx, schema, projection, part)
    }),
  )
}
