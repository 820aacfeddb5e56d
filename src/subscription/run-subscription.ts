import type { Database } from '#edge/postgres/pool.ts'
import type { EventStore } from '#event-sourcing/event-store.ts'
import { isReadable } from '#event-sourcing/event-store.ts'
import type { Batch, BatchHandler, CheckpointWriter } from './batch.ts'
import { type Checkpoint, checkpointAfter, isAfter } from './checkpoint.ts'
import { type Durability, groupCommitOf } from './group-commit.ts'
import type { Lease } from './lease.ts'
import { readThroughTail } from './read-through-tail.ts'
import type { SubscriptionStatus } from './subscription-status.ts'

type RunOptions = {
  prefixes: readonly string[]
  batchMax: number
  /** Pause after a batch that was not full. */
  batchDelayMs: number
  durability: Durability
  handle: BatchHandler
  /** Runs on each reconnection, before events are taken. Throws when the log is not that of the checkpoint. */
  checkLog(checkpoint: Checkpoint): Promise<void>
}

/**
 * Handles the log from `checkpoint` on until the lease is lost. Resolves when the lease is lost or the checkpoint is to
 * be read again. Rejects when `handle` does, when PostgreSQL is lost, and when reading does.
 */
export async function runSubscription(
  { store, db }: { store: EventStore; db: Database },
  { prefixes, batchMax, batchDelayMs, durability, handle, checkLog }: RunOptions,
  lease: Lease,
  checkpoint: Checkpoint,
  status: SubscriptionStatus,
): Promise<void> {
  const { signal } = lease
  const commitInGroup = groupCommitOf(db, durability)
  let at = checkpoint
  const writer: CheckpointWriter = {
    async commit(events, position, write, ...shared) {
      const next = checkpointAfter(at, events, position)
      await commitInGroup({ move: { lease, from: at, to: next }, write, shared, weight: events.length })
      at = next
      status.endBatch(events.length)
    },
  }

  async function take(batch: Batch): Promise<void> {
    if (!isAfter(batch.position, at.position)) return
    // After a lost connection parts of a batch come again.
    const events = batch.events.filter(event => isAfter(event.position, at.position))
    if (events.length === 0) return writer.commit([], batch.position, async () => {})
    status.startBatch(events.find(isReadable))
    await handle({ events, position: batch.position }, writer)
  }

  await readThroughTail(store, {
    ...{ prefixes, batchMax, batchDelayMs, signal, take },
    position: () => at.position,
    checkLog: upTo => checkLog({ ...at, position: upTo }),
    onState: status.setState,
  })
}
