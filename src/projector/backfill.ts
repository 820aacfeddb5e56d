import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'slonik'
import { isReadable, type LoggedEvent, type Position } from '#event-sourcing/event-store.ts'
import type { Service } from '#service.ts'
import { checkpointAfter, isAfter } from '#subscription/checkpoint.ts'
import { assertSameLog } from '#subscription/log-identity.ts'
import { PoisonEvent } from '#subscription/poison-event.ts'
import { subscribeWithLiveness } from '#subscription/subscribe-with-liveness.ts'
import { bisectBatch } from './bisect-batch.ts'
import type { ResumableBuild } from './resumable-build.ts'
import { applyEvents, type KnownRows } from './rows.ts'
import type { Selection } from './selection.ts'
import { type WrittenUpTo, writeBehind } from './write-behind.ts'

/** So many that most refunds are written once. At most twice as many are in memory, about 2 KiB each. */
const BUILD_BATCH = 4_000

/** A build waits this long for the event store; then another process can continue it. */
const AWAY_MS_MAX = 60_000

/** `stop` waits this long for the last write; the next build refuses a later one. */
const LAST_WRITE_MS_MAX = 5_000

/** Events of the build, those of earlier runs included, and the position in the log. */
export type ReadProgress = { events: number; position: Position | null }

/** `readAtLeast`: a position that must be read, which a lagging node may not have yet. */
type BackfillOptions = {
  batchMax?: number
  readAtLeast?: Position | null
  onRead: (read: ReadProgress) => void
  subscribe?: typeof subscribeWithLiveness
}

export type Backfill = ReturnType<typeof startBackfill>

/** Continues from the position of the build. */
export function startBackfill(
  { store, db }: Pick<Service, 'store' | 'db'>,
  build: ResumableBuild,
  selection: Selection,
  { batchMax = BUILD_BATCH, readAtLeast = null, onRead, subscribe = subscribeWithLiveness }: BackfillOptions,
) {
  const { projection } = build
  const { signal } = build.lease
  const stopped = new AbortController()
  const read = Promise.withResolvers<void>()
  const from = build.position()
  let events = build.events()
  const reached: WrittenUpTo = { position: from, lastEvent: from?.commit ?? null, lastId: null }
  let readUpTo = reached
  const rows = writeBehind(batchMax, reached, createWriter(db, build, selection))
  const subscription = subscribe(store, AWAY_MS_MAX, {
    prefixes: [...projection.prefixes],
    from,
    ...(readAtLeast === null ? {} : { to: readAtLeast }),
    signal: AbortSignal.any([signal, stopped.signal]),
    onCaughtUp: read.resolve,
    checkLog: () => assertSameLog(store, readUpTo, { name: build.target.name, restoreAdvice: 'begin again' }),
    async handle(batch) {
      // After a lost connection parts of a batch come again, and rows may count events.
      const fresh = batch.events.filter(event => isAfter(event.position, readUpTo.position))
      if (isAfter(batch.position, readUpTo.position)) readUpTo = checkpointAfter(readUpTo, fresh, batch.position)
      const { events: selected, isOver } = await selection.of(fresh, batch.position)
      const foreign = selected.find(event => !isReadable(event))
      if (foreign !== undefined && !isReadable(foreign))
        throw new PoisonEvent(projection.name, foreign, new Error(foreign.unreadable))
      await rows.add({ events: selected.filter(isReadable), position: readUpTo.position! })
      events += selected.length
      onRead({ events, position: readUpTo.position! })
      if (!isOver) return
      stopped.abort()
      read.resolve()
    },
  })
  const caughtUp = Promise.race([subscription, read.promise]).then(() => signal.throwIfAborted())
  const ended = subscription.then(() => signal.throwIfAborted())
  // Not every caller awaits both.
  for (const awaited of [caughtUp, ended]) awaited.catch(() => undefined)
  return {
    /** Resolves when all selected events have been read; rejects when the build fails. */
    caughtUp,
    /** Rejects when the build fails; resolves after `stop`. */
    ended,
    afterFlush: rows.afterFlush,
    events: () => events,
    async stop() {
      stopped.abort()
      await subscription.catch(() => undefined)
      await Promise.race([rows.idle(), delay(LAST_WRITE_MS_MAX, undefined, { ref: false })])
    },
  }
}

export async function runBackfill(
  deps: Pick<Service, 'store' | 'db'>,
  build: ResumableBuild,
  selection: Selection,
  options: BackfillOptions,
): Promise<void> {
  const backfill = startBackfill(deps, build, selection, options)
  try {
    await backfill.caughtUp
    await backfill.afterFlush(async () => {})
  } finally {
    await backfill.stop()
  }
}

/**
 * Applies batches, each in a transaction. They need no synchronous commit: a crash loses rows and position together.
 * The commit that swaps the tables is synchronous. Rows of the last transaction are not read again, because only this
 * build writes them. A build that lost its position, or PostgreSQL its last commits, fails before it writes.
 */
function createWriter(db: Service['db'], build: ResumableBuild, selection: Selection) {
  const { projection, target } = build
  let known: KnownRows = new Map()
  return (events: LoggedEvent[]) =>
    bisectBatch(projection, events, async part => {
      let written: KnownRows = new Map()
      await build.advance(db, part, selection.isPast(), async tx => {
        await tx.query(sql.unsafe`set local synchronous_commit = off`)
        written = await applyEvents(tx, target.schema, projection, part, known)
      })
      known = written
    })
}
