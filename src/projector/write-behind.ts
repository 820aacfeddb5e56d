import type { LoggedEvent, Position } from '#event-sourcing/event-store.ts'
import { type Checkpoint, checkpointAfter } from '#subscription/checkpoint.ts'

/** The place in the log up to which something is done, and the last event before it that belongs to it. */
export type WrittenUpTo = Omit<Checkpoint, 'version'>

/**
 * Gathers events into large writes and lets one be written while the next is read, beginning behind `reached`. For work that
 * goes on from what was written: what was added is not yet. After a failed write everything else fails with the same error.
 */
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
    // Whoever comes next is told of a failure; until then it is not an unhandled one.
    task.catch(() => undefined)
    return task
  }

  return {
    /** Waits while as much is being written already, so that at most twice `eventsMax` are held. */
    async add({ events, position }: { events: LoggedEvent[]; position: Position }): Promise<void> {
      pending = pending.length === 0 ? events : [...pending, ...events]
      added = checkpointAfter(added, events, position)
      if (pending.length < eventsMax) return
      await queueTail
      void enqueue(writePending)
    },
    /** Writes what waits, then runs `work`, told what is written; nothing is written meanwhile. */
    afterFlush<T>(work: (written: WrittenUpTo) => Promise<T>): Promise<T> {
      void enqueue(writePending)
      return enqueue(() => work(written))
    },
    /** Resolves when nothing is being written, whatever came of it. */
    idle: () =>
      queueTail.then(
        () => undefined,
        () => undefined,
      ),
  }
}
