import type { Database, Transaction } from '#edge/postgres/pool.ts'
import type { EventStore, LoggedEvent, Position, UnreadableLogEvent } from '#event-sourcing/event-store.ts'
import { isReadable } from '#event-sourcing/event-store.ts'
import { type Checkpoint, checkpointAfter, isAfter, moveCheckpoint } from './checkpoint.ts'
import type { Lease } from './leader-election.ts'
import { SUBSCRIPTION_AWAY_MS_MAX, subscribeWithLiveness } from './subscribe-with-liveness.ts'
import type { SubscriptionStatus } from './subscription-status.ts'

/** What came since the last batch, in log order; `events` may be empty when only the place moved. */
export type Batch = { events: (LoggedEvent | UnreadableLogEvent)[]; position: Position }

export type CheckpointWriter = {
  /**
   * Does `write` and moves the checkpoint to `position` in one transaction. `events` are those between the last place and this one. Throws
   * CheckpointMoved or LeaseLost, with nothing written, when this process is not the follower any more.
   */
  commit(
    events: readonly (LoggedEvent | UnreadableLogEvent)[],
    position: Position,
    write: (tx: Transaction) => Promise<void>,
  ): Promise<void>
}

export type BatchHandler = (batch: Batch, writer: CheckpointWriter) => Promise<void>

type RunOptions = {
  prefixes: readonly string[]
  batchMax: number
  /** Pause after a batch that was not full: a transaction costs the same for one event as for many. */
  batchDelayMs: number
  handle: BatchHandler
  /** Asked whenever the event store is back, before anything is taken from it: throws when the log is another one than the checkpoint is of. */
  checkLog(checkpoint: Checkpoint): Promise<void>
}

/**
 * Follows the log from `checkpoint` until the lease is lost. Rejects with what `handle` threw, and so when PostgreSQL is lost; short outages of
 * the event store are waited out here, longer ones without the lease.
 */
export async function runSubscription(
  { store, db }: { store: EventStore; db: Database },
  { prefixes, batchMax, batchDelayMs, handle, checkLog }: RunOptions,
  lease: Lease,
  checkpoint: Checkpoint,
  status: SubscriptionStatus,
): Promise<void> {
  let at = checkpoint
  const writer: CheckpointWriter = {
    async commit(events, position, write) {
      const next = checkpointAfter(at, events, position)
      await db.transaction(async tx => {
        await moveCheckpoint(tx, lease, at, next)
        await write(tx)
      })
      at = next
      status.endBatch(events.length)
    },
  }
  status.setState('catching_up')
  await subscribeWithLiveness(store, SUBSCRIPTION_AWAY_MS_MAX, {
    prefixes: [...prefixes],
    from: at.position,
    signal: lease.signal,
    batchMax,
    batchDelayMs,
    checkLog: () => checkLog(at),
    onState: state => {
      if (state === 'reconnecting') status.setState('catching_up')
    },
    onCaughtUp: () => status.setState('live'),
    async handle(batch) {
      if (!isAfter(batch.position, at.position)) return
      // A connection that was lost in the middle of a batch can bring parts of it again.
      const events = batch.events.filter(event => isAfter(event.position, at.position))
      if (events.length === 0) return writer.commit([], batch.position, async () => {})
      status.startBatch(events.find(isReadable))
      await handle({ events, position: batch.position }, writer)
    },
  })
}
