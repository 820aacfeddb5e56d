import type { Database } from '#edge/postgres/pool.ts'
import type { EventStore } from '#event-sourcing/event-store.ts'
import { isReadable } from '#event-sourcing/event-store.ts'
import type { Batch, BatchHandler, CheckpointWriter } from './batch.ts'
import { type Checkpoint, checkpointAfter, isAfter } from './checkpoint.ts'
import { type Durability, groupCommitOf } from './group-commit.ts'
import type { Lease } from './lease.ts'
import { SUBSCRIPTION_AWAY_MS_MAX, subscribeWithLiveness } from './subscribe-with-liveness.ts'
import type { SubscriptionStatus } from './subscription-status.ts'
import { tailOf } from './tail.ts'

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
 * Handles the log from `checkpoint` on until the lease is lost: from the tail of the process, and where that does not
 * reach back to the checkpoint, by a subscription of its own until it does. Resolves when the lease is lost or the
 * checkpoint is to be read again. Rejects when `handle` does, when PostgreSQL is lost, and after
 * `SUBSCRIPTION_AWAY_MS_MAX` without the event store.
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

  const tail = tailOf(store).join({
    prefixes,
    position: () => at.position,
    checkLog: () => checkLog(at),
    onState: status.setState,
  })

  /** Until the tail has everything after the position. */
  async function readAlone(): Promise<void> {
    const over = new AbortController()
    const end = await store.end()
    let hasCaughtUp = false
    const endIfCovered = () => {
      if (tail.covers() || (hasCaughtUp && tail.isLive())) over.abort()
    }
    tail.onChange(endIfCovered)
    await subscribeWithLiveness(store, SUBSCRIPTION_AWAY_MS_MAX, {
      prefixes: [...prefixes],
      from: at.position,
      ...(end === null ? {} : { to: end }),
      signal: AbortSignal.any([signal, over.signal]),
      batchMax,
      batchDelayMs,
      isResumed: true,
      // A node that is behind `end` catches up without the events before it.
      checkLog: () => checkLog(isAfter(end, at.position) ? { ...at, position: end } : at),
      onState: state => {
        if (state === 'live') return
        hasCaughtUp = false
        status.setState('catching_up')
      },
      onCaughtUp() {
        hasCaughtUp = true
        status.setState('live')
        endIfCovered()
      },
      async handle(batch) {
        await take(batch)
        endIfCovered()
      },
    })
    // Everything up to here was handled, and the tail may have begun there.
    if (hasCaughtUp && end !== null && !signal.aborted) await take({ events: [], position: end })
  }

  async function followTail(): Promise<'behind' | 'ended'> {
    for (;;) {
      const batch = await tail.next(batchMax, signal)
      if (typeof batch === 'string') return batch
      await take(batch)
      if (batchDelayMs > 0 && batch.events.length > 0 && batch.events.length < batchMax)
        await tail.waitForMore(batchMax, batchDelayMs, signal)
    }
  }

  try {
    status.setState('catching_up')
    await tail.started(signal)
    while (!signal.aborted) {
      if (!tail.covers()) await readAlone()
      else {
        tail.attach()
        if ((await followTail()) === 'ended') return
      }
    }
  } finally {
    tail.leave()
  }
}
