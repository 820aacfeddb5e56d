import { setTimeout as delay } from 'node:timers/promises'
import { type DatabasePoolConnection, sql } from 'slonik'
import type { Logged, Position } from '#edge/eventstore/event-store.ts'
import type { Projection } from '#projection.ts'
import type { Service } from '#service.ts'
import { applyUpToFault } from './projector-failure.ts'
import { withLock } from './projector-lock.ts'
import { applyEvents } from './projector-rows.ts'
import { analyzeTables, buildingSchema, createTables, swapTables } from './projector-tables.ts'

export type ProjectorDeps = Pick<Service, 'store' | 'db' | 'log' | 'now' | 'metrics'>

/** What a build took: events applied and the time from the first to the swap. */
export type Built = { events: number; seconds: number }

/** Events per transaction: large enough that a statement's fixed cost vanishes, small enough for a few MiB of memory. */
export const BATCH_MAX = 2_000
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
  let position: Position | null = null
  let lastEvent: bigint | null = null

  // One thing at a time on the session: a batch, or an attempt to swap.
  let last: Promise<unknown> = Promise.resolve()
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = last.then(work)
    last = turn.catch(() => undefined)
    return turn
  }

  await createTables(session, schema, projection)
  const following = store.subscribe({
    prefixes: [...projection.prefixes],
    from: null,
    signal: AbortSignal.any([signal, swapped.signal]),
    batchMax: BATCH_MAX,
    onCaughtUp: caughtUp.resolve,
    handle: batch =>
      inTurn(async () => {
        if (swapped.signal.aborted) return
        if (batch.events.length > 0) await applyBuilding(session, schema, projection, batch.events)
        events += batch.events.length
        position = batch.position
        lastEvent = batch.events.at(-1)?.position.commit ?? lastEvent
        onProgress(events)
      }),
  })
  try {
    await Promise.race([following, caughtUp.promise])
    signal.throwIfAborted()
    await inTurn(() => analyzeTables(session, schema, projection))
    const deadline = performance.now() + SWAP_MS_MAX
    const swap = () => swapTables(session, projection, { version: projection.version, position, lastEvent })
    while (!(await inTurn(swap))) {
      if (performance.now() > deadline)
        throw new Error(
          `${projection.name}: the live tables stay ahead of the event store or in use. If the store was replaced, delete the row "${projection.name}" of ops.checkpoints and rebuild again`,
        )
      await Promise.race([following, delay(SWAP_RETRY_MS)])
      signal.throwIfAborted()
    }
  } finally {
    swapped.abort()
    await following.catch(() => undefined)
  }
  return { events, seconds: (performance.now() - started) / 1000 }
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
