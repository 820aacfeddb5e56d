import type { EventStore, Position } from '#event-sourcing/event-store.ts'
import type { Batch } from './batch.ts'
import { isAfter } from './checkpoint.ts'
import { SUBSCRIPTION_AWAY_MS_MAX, subscribeWithLiveness } from './subscribe-with-liveness.ts'
import { tailOf } from './tail.ts'

export type ReadThroughTailOptions = {
  prefixes: readonly string[]
  batchMax: number
  /** Pause after a batch that was not full. */
  batchDelayMs: number
  signal: AbortSignal
  /** Up to which events were taken. */
  position(): Position | null
  /** Moves the position. Events up to it may come again. */
  take(batch: Batch): Promise<void>
  /**
   * Runs on each reconnection, before events are taken. Throws when the log is not the one that was read. `upTo`: all
   * events up to here were taken or are not there.
   */
  checkLog(upTo: Position | null): Promise<void>
  onState(state: 'catching_up' | 'live'): void
}

/**
 * Reads the log on from `position`: from the tail of the process, and where that does not reach back to the position,
 * by a subscription of its own until it does. Resolves when the signal is aborted or the position is to be determined
 * again. Rejects when `take` or `checkLog` does, and after `SUBSCRIPTION_AWAY_MS_MAX` without the event store.
 */
export async function readThroughTail(
  store: EventStore,
  { prefixes, batchMax, batchDelayMs, signal, position, take, checkLog, onState }: ReadThroughTailOptions,
): Promise<void> {
  const tail = tailOf(store).join({ prefixes, position, checkLog: () => checkLog(position()), onState })

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
      from: position(),
      ...(end === null ? {} : { to: end }),
      signal: AbortSignal.any([signal, over.signal]),
      batchMax,
      batchDelayMs,
      isResumed: true,
      // A node that is behind `end` catches up without the events before it.
      checkLog: () => checkLog(isAfter(end, position()) ? end : position()),
      onState: state => {
        if (state === 'live') return
        hasCaughtUp = false
        onState('catching_up')
      },
      onCaughtUp() {
        hasCaughtUp = true
        onState('live')
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

  async function takeFromTail(): Promise<'behind' | 'ended'> {
    for (;;) {
      const batch = await tail.next(batchMax, signal)
      if (typeof batch === 'string') return batch
      await take(batch)
      if (batchDelayMs > 0 && batch.events.length > 0 && batch.events.length < batchMax)
        await tail.waitForMore(batchMax, batchDelayMs, signal)
    }
  }

  try {
    onState('catching_up')
    await tail.started(signal)
    while (!signal.aborted) {
      if (!tail.covers()) await readAlone()
      else {
        tail.attach()
        if ((await takeFromTail()) === 'ended') return
      }
    }
  } finally {
    tail.leave()
  }
}
