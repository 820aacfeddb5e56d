import type { Logged, Position } from '#event-sourcing/event-store.ts'
import { behind, type Checkpoint } from '#subscription/checkpoint.ts'

/** The place in the log up to which something is done, and the last event before it that belongs to it. */
export type WrittenUpTo = Omit<Checkpoint, 'version'>

/**
 * Gathers events into large writes and lets one be written while the next is read, beginning behind `reached`. For work that
 * goes on from what was written: what was added is not yet. After a failed write everything else fails with the same error.
 */
export function writeBehind(eventsMax: number, reached: WrittenUpTo, write: (events: Logged[]) => Promise<void>) {
  let waiting: Logged[] = []
  let added = reached
  let written = added
  let line: Promise<unknown> = Promise.resolve()

  async function writeWaiting(): Promise<void> {
    const [events, reached] = [waiting, added]
    waiting = []
    if (events.length > 0) await write(events)
    written = reached
  }

  function queue<T>(work: () => Promise<T>): Promise<T> {
    const turn = line.then(work)
    line = turn
    // Whoever comes next is told of a failure; until then it is not an unhandled one.
    turn.catch(() => undefined)
    return turn
  }

  return {
    /** Waits while as much is being written already, so that at most twice `eventsMax` are held. */
    async add({ events, position }: { events: Logged[]; position: Position }): Promise<void> {
      waiting = waiting.length === 0 ? events : [...waiting, ...events]
      added = behind(added, events, position)
      if (waiting.length < eventsMax) return
      await line
      void queue(writeWaiting)
    },
    /** Writes what waits, then runs `work`, told what is written; nothing is written meanwhile. */
    settled<T>(work: (written: WrittenUpTo) => Promise<T>): Promise<T> {
      void queue(writeWaiting)
      return queue(() => work(written))
    },
    /** Resolves when nothing is being written, whatever came of it. */
    idle: () =>
      line.then(
        () => undefined,
        () => undefined,
      ),
  }
}
