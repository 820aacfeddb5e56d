import type { RecordedEvent } from '#embedded/eventstore/event.ts'
import { isFlushFailure } from './database.ts'
import type { Written } from './decide.ts'
import type { Journal, WriteRequest } from './journal.ts'

export interface Transactions {
  readonly isTransaction: boolean
  prepare(sql: string): { run(): unknown }
  exec(sql: string): void
}

interface PendingWrite {
  readonly request: WriteRequest
  readonly resolve: (written: Written) => void
  readonly reject: (error: unknown) => void
}

/** Bounds the time readers wait for a transaction. One append may exceed it alone. */
const EVENTS_PER_FLUSH = 4096

/** Turns of the event loop for which a batch waits at most while each brings more requests. */
const TURNS_WAITED_MAX = 2

export type Writer = ReturnType<typeof createWriter>

/** Requests that arrive together share a transaction and its flush, before they are answered. */
export function createWriter(
  database: Transactions,
  journal: Journal,
  onCommitted: (events: readonly RecordedEvent[]) => void,
  onFlushFailure: (error: unknown) => void,
) {
  const begin = database.prepare('BEGIN IMMEDIATE')
  const commit = database.prepare('COMMIT')
  const pending: PendingWrite[] = []
  let isScheduled = false

  function schedule(): void {
    if (isScheduled || pending.length === 0) return
    isScheduled = true
    storeWhenBatched(1, 0)
  }

  /** After the I/O of this turn, so that later requests join. A single one is stored at once; several wait for more. */
  function storeWhenBatched(batched: number, turns: number): void {
    setImmediate(() => {
      const { length } = pending
      if (length > batched && turns < TURNS_WAITED_MAX) return storeWhenBatched(length, turns + 1)
      isScheduled = false
      const group = nextGroup()
      // When a batch fails, each request is tried alone, so that an impossible one does not fail the others.
      if (!store(group, group.length === 1)) for (const one of group) store([one], true)
      schedule()
    })
  }

  function nextGroup(): readonly PendingWrite[] {
    let events = 0
    let count = 0
    for (const { request } of pending) {
      events += request.kind === 'append' ? request.events.length : 1
      if (count > 0 && events > EVENTS_PER_FLUSH) break
      count++
    }
    return pending.splice(0, count)
  }

  /** @returns whether all requests were answered; failures are answered at the `last` try. */
  function store(group: readonly PendingWrite[], last: boolean): boolean {
    let answers: readonly Written[]
    try {
      begin.run()
      const now = Date.now()
      answers = group.map(({ request }) => journal.enter(request, now))
      commit.run()
    } catch (error) {
      if (database.isTransaction) database.exec('ROLLBACK')
      journal.forget()
      const fatal = isFlushFailure(error)
      if (fatal || last) for (const { reject } of group) reject(error)
      if (fatal) onFlushFailure(error)
      return fatal || last
    }
    const events = journal.confirm()
    if (events.length > 0) onCommitted(events)
    for (const [i, { resolve }] of group.entries()) resolve(answers[i]!)
    return true
  }

  return {
    write(request: WriteRequest): Promise<Written> {
      return new Promise((resolve, reject) => {
        pending.push({ request, resolve, reject })
        schedule()
      })
    },
    async idle(): Promise<void> {
      while (pending.length > 0) await new Promise(setImmediate)
    },
  }
}
