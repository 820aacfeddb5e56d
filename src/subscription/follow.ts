import type { Database, Transaction } from '#edge/postgres/pool.ts'
import type { EventStore, Logged, Position, Unreadable } from '#event-sourcing/event-store.ts'
import { isReadable } from '#event-sourcing/event-store.ts'
import { behind, type Checkpoint, isAfter, moveCheckpoint } from './checkpoint.ts'
import type { Lease } from './leaders.ts'
import type { Status } from './status.ts'
import { FOLLOWER_AWAY_MS_MAX, subscribeUntilAway } from './until-away.ts'

/** What came since the last batch, in log order; `events` may be empty when only the place moved. */
export type Batch = { events: (Logged | Unreadable)[]; position: Position }

export type CheckpointWriter = {
  /**
   * Does `write` and moves the checkpoint to `position` in one transaction. `events` are those between the last place and this one. Throws
   * CheckpointMoved or LeaseLost, with nothing written, when this process is not the follower any more.
   */
  commit(
    events: readonly (Logged | Unreadable)[],
    position: Position,
    write: (tx: Transaction) => Promise<void>,
  ): Promise<void>
}

export type Handle = (batch: Batch, place: CheckpointWriter) => Promise<void>

type What = {
  prefixes: readonly string[]
  batchMax: number
  /** Pause after a batch that was not full: a transaction costs the same for one event as for many. */
  restMs: number
  handle: Handle
  /** Asked whenever the event store is back, before anything is taken from it: throws when the log is another one than the checkpoint is of. */
  confirm(checkpoint: Checkpoint): Promise<void>
}

/**
 * Follows the log from `checkpoint` until the lease is lost. Rejects with what `handle` threw, and so when PostgreSQL is lost; short outages of
 * the event store are waited out here, longer ones without the lease.
 */
export async function follow(
  { store, db }: { store: EventStore; db: Database },
  { prefixes, batchMax, restMs, handle, confirm }: What,
  lease: Lease,
  checkpoint: Checkpoint,
  status: Status,
): Promise<void> {
  let at = checkpoint
  const place: CheckpointWriter = {
    async commit(events, position, write) {
      const next = behind(at, events, position)
      await db.transaction(async tx => {
        await moveCheckpoint(tx, lease, at, next)
        await write(tx)
      })
      at = next
      status.taken(events.length)
    },
  }
  status.is('catching_up')
  await subscribeUntilAway(store, FOLLOWER_AWAY_MS_MAX, {
    prefixes: [...prefixes],
    from: at.position,
    signal: lease.signal,
    batchMax,
    restMs,
    confirm: () => confirm(at),
    onState: state => {
      if (state === 'reconnecting') status.is('catching_up')
    },
    onCaughtUp: () => status.is('live'),
    async handle(batch) {
      if (!isAfter(batch.position, at.position)) return
      // A connection that was lost in the middle of a batch can bring parts of it again.
      const events = batch.events.filter(event => isAfter(event.position, at.position))
      if (events.length === 0) return place.commit([], batch.position, async () => {})
      status.begins(events.find(isReadable))
      await handle({ events, position: batch.position }, place)
    },
  })
}
