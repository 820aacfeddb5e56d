import type { LoggedEvent, Position } from '#event-sourcing/event-store.ts'
import { type Checkpoint, checkpointAfter } from '#subscription/checkpoint.ts'

/** The position up to which events are written, and the last event before it. */
export type WrittenUpTo = Omit<Checkpoint, 'version'>

/**
 * A batch spans at most so many bytes of the log, whose positions are offsets: so builds that read together have events
 * of twice this stretch in memory, however many they are and however large an event is.
 */
const STRETCH_BYTES_MAX = 64n * 1_024n * 1_024n

/** Writes large batches while the next one is read. After a failed write all later calls fail with its error. */
export function writeBehind(eventsMax: number, reached: WrittenUpTo, write: (events: LoggedEvent[]) => Promise<void>) {
  let pending: LoggedEvent[] = []
  let added = reached
  let written = added
  let queueTail: Promise<unknown> = Promise.resolve()

  async function writePending(): Promise<void> {
    const [events, reached] = [pending, added]
    pending = []
    if (events.length > 0) await write(events)
    written = reached
  }

  function enqueue<T>(work: () => Promise<T>): Promise<T> {
    const task = queueTail.then(work)
    queueTail = task
    // The next task reports the failure, so it is no unhandled rejection.
    task.catch(() => undefined)
    return task
  }

  return {
    /** Waits for the write in progress, so at most two batches are in memory. */
    async add({ events, position }: { events: LoggedEvent[]; position: Position }): Promise<void> {
      pending = pending.length === 0 ? events : [...pending, ...events]
      added = checkpointAfter(added, events, position)
      const [oldest = { position }] = pending
      if (pending.length < eventsMax && position.commit - oldest.position.commit < STRETCH_BYTES_MAX) return
      await queueTail
      void enqueue(writePending)
    },
    /** Writes what was added, then runs `work` with its position. Nothing is written during `work`. */
    afterFlush<T>(work: (written: WrittenUpTo) => Promise<T>): Promise<T> {
      void enqueue(writePending)
      return enqueue(() => work(written))
    },
    /** Resolves when no write is in progress, failed or not. */
    idle: () => queueTail.catch(() => undefined),
  }
}
