import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'slonik'
import type { Projection } from '#declarations/read-model.ts'
import { isReadable, type Logged, type Position } from '#event-sourcing/event-store.ts'
import type { Service } from '#service.ts'
import { behind, isAfter } from '#subscription/checkpoint.ts'
import { EventRefused } from '#subscription/event-refused.ts'
import { refuseOtherLog } from '#subscription/same-log.ts'
import { subscribeUntilAway } from '#subscription/until-away.ts'
import { applyUpToFault } from './fault.ts'
import type { BuildPosition } from './place.ts'
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
export type ReadSoFar = { events: number; position: Position | null }

/** `to`: a place that has to be read, and that a node that lags does not have. */
type Options = { batchMax?: number; to?: Position | null; onRead: (read: ReadSoFar) => void }

export type Filling = {
  /** Resolves when everything in the log, or all that belongs, has been read; rejects when the build can't go on. */
  untilRead: Promise<void>
  /** Rejects as soon as the build can't go on; resolves after `stop`. */
  over: Promise<void>
  /** Writes what was read, then runs `work`, told how far that is; nothing is written meanwhile. */
  written<T>(work: (reached: WrittenUpTo) => Promise<T>): Promise<T>
  events(): number
  stop(): Promise<void>
}

/** Follows the log from a build's place and applies to its tables what belongs. */
export function fill(
  { store, db }: Pick<Service, 'store' | 'db'>,
  projection: Projection,
  place: BuildPosition,
  selection: Selection,
  signal: AbortSignal,
  { batchMax = BUILD_BATCH, to = null, onRead }: Options,
): Filling {
  const stopped = new AbortController()
  const read = Promise.withResolvers<void>()
  const from = place.position()
  let events = place.events()
  const reached: WrittenUpTo = { position: from, lastEvent: from?.commit ?? null, lastId: null }
  let taken = reached
  const rows = writeBehind(batchMax, reached, applying(db, projection, place, selection))
  const following = subscribeUntilAway(store, AWAY_MS_MAX, {
    prefixes: [...projection.prefixes],
    from,
    ...(to === null ? {} : { to }),
    signal: AbortSignal.any([signal, stopped.signal]),
    onCaughtUp: read.resolve,
    confirm: () => refuseOtherLog(store, taken, { name: place.site.name, afterRestore: 'begin again' }),
    async handle(batch) {
      // A connection that was lost in the middle of a batch can bring parts of it again, and rows may count.
      const fresh = batch.events.filter(event => isAfter(event.position, taken.position))
      if (isAfter(batch.position, taken.position)) taken = behind(taken, fresh, batch.position)
      const { events: came, isOver } = await selection.of(fresh, batch.position)
      const foreign = came.find(event => !isReadable(event))
      if (foreign !== undefined && !isReadable(foreign))
        throw new EventRefused(projection.name, foreign, new Error(foreign.unreadable))
      await rows.add({ events: came.filter(isReadable), position: taken.position! })
      events += came.length
      onRead({ events, position: taken.position! })
      if (!isOver) return
      stopped.abort()
      read.resolve()
    },
  })
  const untilRead = Promise.race([following, read.promise]).then(() => signal.throwIfAborted())
  const over = following.then(() => signal.throwIfAborted())
  // Whoever waits is told of a failure, and at times nobody does.
  for (const awaited of [untilRead, over]) awaited.catch(() => undefined)
  return {
    untilRead,
    over,
    written: work => rows.settled(work),
    events: () => events,
    async stop() {
      stopped.abort()
      await following.catch(() => undefined)
      await Promise.race([rows.idle(), delay(LAST_WRITE_MS_MAX, undefined, { ref: false })])
    },
  }
}

/** Applies to the build's tables what belongs, and ends. */
export async function fillOnce(
  deps: Pick<Service, 'store' | 'db'>,
  projection: Projection,
  place: BuildPosition,
  selection: Selection,
  signal: AbortSignal,
  options: Options,
): Promise<void> {
  const filling = fill(deps, projection, place, selection, signal, options)
  try {
    await filling.untilRead
    await filling.written(async () => {})
  } finally {
    await filling.stop()
  }
}

/**
 * Applies batches, each in a transaction. A crash takes the last commits back, rows and place together: they need not wait for the disk. The
 * commit that puts tables in place does.
 *
 * Nobody else writes these tables, so what the last transaction wrote need not be read for the next, which often goes on with the same
 * rows: whoever lost the place, or PostgreSQL its memory, is refused before anything is written.
 */
function applying(db: Service['db'], projection: Projection, place: BuildPosition, selection: Selection) {
  let known: KnownRows = new Map()
  return (events: Logged[]) =>
    applyUpToFault(projection, events, async part => {
      let written: KnownRows = new Map()
      await place.move(db, part, selection.isPast(), async tx => {
        await tx.query(sql.unsafe`set local synchronous_commit = off`)
        written = await applyEvents(tx, place.site.schema, projection, part, known)
      })
      known = written
    })
}
