import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'slonik'
import type { Projection } from '#declarations/read-model.ts'
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

/**
 * Events per transaction of a build: so many that most refunds are written once, with all their events. Twice as many are
 * in memory at most, about 2 KiB each.
 */
const BUILD_BATCH = 4_000

/** An outage of the event store that is longer ends a build, which lets others go on with it. */
const AWAY_MS_MAX = 60_000

/**
 * Whoever builds next, in this process too, finds what is being written now refused or done. It is waited for so long; after that its
 * connection may be silent, and it is refused.
 */
const LAST_WRITE_MS_MAX = 5_000

/** How far a build has read: events that belong to it, those of earlier runs included, and the place in the log. */
export type ReadProgress = { events: number; position: Position | null }

/** `to`: a place that has to be read, and that a node that lags does not have. */
type BackfillOptions = { batchMax?: number; readAtLeast?: Position | null; onRead: (read: ReadProgress) => void }

export type Backfill = {
  /** Resolves when everything in the log, or all that belongs, has been read; rejects when the build can't go on. */
  caughtUp: Promise<void>
  /** Rejects as soon as the build can't go on; resolves after `stop`. */
  ended: Promise<void>
  /** Writes what was read, then runs `work`, told how far that is; nothing is written meanwhile. */
  afterFlush<T>(work: (reached: WrittenUpTo) => Promise<T>): Promise<T>
  events(): number
  stop(): Promise<void>
}

/** Follows the log from a build's place and applies to its tables what belongs. */
export function startBackfill(
  { store, db }: Pick<Service, 'store' | 'db'>,
  projection: Projection,
  build: ResumableBuild,
  selection: Selection,
  signal: AbortSignal,
  { batchMax = BUILD_BATCH, readAtLeast = null, onRead }: BackfillOptions,
): Backfill {
  const stopped = new AbortController()
  const read = Promise.withResolvers<void>()
  const from = build.position()
  let events = build.events()
  const reached: WrittenUpTo = { position: from, lastEvent: from?.commit ?? null, lastId: null }
  let readUpTo = reached
  const rows = writeBehind(batchMax, reached, createWriter(db, projection, build, selection))
  const subscription = subscribeWithLiveness(store, AWAY_MS_MAX, {
    prefixes: [...projection.prefixes],
    from,
    ...(readAtLeast === null ? {} : { to: readAtLeast }),
    signal: AbortSignal.any([signal, stopped.signal]),
    onCaughtUp: read.resolve,
    checkLog: () => assertSameLog(store, readUpTo, { name: build.target.name, restoreAdvice: 'begin again' }),
    async handle(batch) {
      // A connection that was lost in the middle of a batch can bring parts of it again, and rows may count.
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
  // Whoever waits is told of a failure, and at times nobody does.
  for (const awaited of [caughtUp, ended]) awaited.catch(() => undefined)
  return {
    caughtUp,
    ended,
    afterFlush: work => rows.afterFlush(work),
    events: () => events,
    async stop() {
      stopped.abort()
      await subscription.catch(() => undefined)
      await Promise.race([rows.idle(), delay(LAST_WRITE_MS_MAX, undefined, { ref: false })])
    },
  }
}

/** Applies to the build's tables what belongs, and ends. */
export async function runBackfill(
  deps: Pick<Service, 'store' | 'db'>,
  projection: Projection,
  build: ResumableBuild,
  selection: Selection,
  signal: AbortSignal,
  options: BackfillOptions,
): Promise<void> {
  const backfill = startBackfill(deps, projection, build, selection, signal, options)
  try {
    await backfill.caughtUp
    await backfill.afterFlush(async () => {})
  } finally {
    await backfill.stop()
  }
}

/**
 * Applies batches, each in a transaction. A crash takes the last commits back, rows and place together: they need not wait for the disk. The
 * commit that puts tables in place does.
 *
 * Nobody else writes these tables, so what the last transaction wrote need not be read for the next, which often goes on with the same
 * rows: whoever lost the place, or PostgreSQL its memory, is refused before anything is written.
 */
function createWriter(db: Service['db'], projection: Projection, build: ResumableBuild, selection: Selection) {
  let known: KnownRows = new Map()
  return (events: LoggedEvent[]) =>
    bisectBatch(projection, events, async part => {
      let written: KnownRows = new Map()
      await build.advance(db, part, selection.isPast(), async tx => {
        await tx.query(sql.unsafe`set local synchronous_commit = off`)
        written = await applyEvents(tx, build.target.schema, projection, part, known)
      })
      known = written
    })
}
