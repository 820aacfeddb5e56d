import type { Database, Transaction } from '#edge/postgres/pool.ts'
import type { EventStore, LogEvent, Position } from '#event-sourcing/event-store.ts'
import { isReadable } from '#event-sourcing/event-store.ts'
import { type Checkpoint, checkpointAfter, isAfter, moveCheckpoint, readCheckpoint } from './checkpoint.ts'
import type { Lease } from './leader-election.ts'
import { SUBSCRIPTION_AWAY_MS_MAX, subscribeWithLiveness } from './subscribe-with-liveness.ts'
import type { SubscriptionStatus } from './subscription-status.ts'

/** The events since the last batch, in log order; none when only the position moved. */
export type Batch = { events: LogEvent[]; position: Position }

export type CheckpointWriter = {
  /** Runs `write` and moves the checkpoint, in one transaction. Throws CheckpointMoved or LeaseLost. */
  commit(events: readonly LogEvent[], position: Position, write: (tx: Transaction) => Promise<void>): Promise<void>
}

export type BatchHandler = (batch: Batch, writer: CheckpointWriter) => Promise<void>

type RunOptions = {
  prefixes: readonly string[]
  batchMax: number
  /** Pause after a batch that was not full: a transaction costs the same for one event as for many. */
  batchDelayMs: number
  handle: BatchHandler
  /** Runs on each reconnection, before events are taken. Throws when the log is not that of the checkpoint. */
  checkLog(checkpoint: Checkpoint): Promise<void>
}

/**
 * Handles the log from `checkpoint` on until the lease is lost. Rejects when `handle` does, when PostgreSQL is lost,
 * and after `SUBSCRIPTION_AWAY_MS_MAX` without the event store.
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
      // After a lost connection parts of a batch come again.
      const events = batch.events.filter(event => isAfter(event.position, at.position))
      if (events.length === 0) return writer.commit([], batch.position, async () => {})
      status.startBatch(events.find(isReadable))
      await handle({ events, position: batch.position }, writer)
    },
  })
}

const VERSION_POLL_MS = 5_000

/** Aborts `work` when the checkpoint's version changes: an idle older leader would keep its lease. */
export async function runWhileVersion<T>(
  db: Database,
  { name, version, signal }: { name: string; version: number; signal: AbortSignal },
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const superseded = new AbortController()
  const checkVersion = async () => {
    if ((await readCheckpoint(db, name))?.version !== version) superseded.abort()
  }
  // Without PostgreSQL the subscription stops by itself.
  const timer = setInterval(() => void checkVersion().catch(() => undefined), VERSION_POLL_MS)
  try {
    return await work(AbortSignal.any([signal, superseded.signal]))
  } finally {
    clearInterval(timer)
  }
}
