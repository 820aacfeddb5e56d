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

/** Requests that arrive together share a transaction and its flush, before they are answered. */
export class Writer {
  private readonly database: Transactions
  private readonly journal: Pick<Journal, 'enter' | 'confirm' | 'forget'>
  private readonly begin: { run(): unknown }
  private readonly commit: { run(): unknown }
  private readonly onCommitted: (events: readonly RecordedEvent[]) => void
  private readonly onFlushFailure: (error: unknown) => void
  private pending: PendingWrite[] = []
  private scheduled = false

  /** @param onFlushFailure called when the disk failed to flush: only a new start knows what is stored. */
  constructor(
    database: Transactions,
    journal: Pick<Journal, 'enter' | 'confirm' | 'forget'>,
    onCommitted: (events: readonly RecordedEvent[]) => void,
    onFlushFailure: (error: unknown) => void,
  ) {
    this.database = database
    this.journal = journal
    this.begin = database.prepare('BEGIN IMMEDIATE')
    this.commit = database.prepare('COMMIT')
    this.onCommitted = onCommitted
    this.onFlushFailure = onFlushFailure
  }

  write(request: WriteRequest): Promise<Written> {
    return new Promise((resolve, reject) => {
      this.pending.push({ request, resolve, reject })
      this.schedule()
    })
  }

  async idle(): Promise<void> {
    while (this.pending.length > 0) await new Promise(setImmediate)
  }

  private schedule(): void {
    if (this.scheduled || this.pending.length === 0) return
    this.scheduled = true
    this.storeWhenBatched(1, 0)
  }

  /**
   * After the I/O of this turn, so that later requests join. A single request is stored at once; several wait for more.
   */
  private storeWhenBatched(batched: number, turns: number): void {
    setImmediate(() => {
      const { length } = this.pending
      if (length > batched && turns < TURNS_WAITED_MAX) {
        this.storeWhenBatched(length, turns + 1)
        return
      }
      this.scheduled = false
      const group = this.nextGroup()
      // When a batch fails, each request is tried alone, so that an impossible one does not fail the others.
      if (!this.store(group, group.length === 1)) for (const one of group) this.store([one], true)
      this.schedule()
    })
  }

  private nextGroup(): readonly PendingWrite[] {
    let events = 0
    let count = 0
    for (const { request } of this.pending) {
      events += request.kind === 'append' ? request.events.length : 1
      if (count > 0 && events > EVENTS_PER_FLUSH) break
      count++
    }
    return this.pending.splice(0, count)
  }

  /** @returns whether all requests were answered; failures are answered at the `last` try. */
  private store(group: readonly PendingWrite[], last: boolean): boolean {
    let answers: readonly Written[]
    try {
      this.begin.run()
      const now = Date.now()
      answers = group.map(({ request }) => this.journal.enter(request, now))
      this.commit.run()
    } catch (error) {
      if (this.database.isTransaction) this.database.exec('ROLLBACK')
      this.journal.forget()
      const fatal = isFlushFailure(error)
      if (fatal || last) for (const { reject } of group) reject(error)
      if (fatal) this.onFlushFailure(error)
      return fatal || last
    }
    const events = this.journal.confirm()
    if (events.length > 0) this.onCommitted(events)
    for (const [i, { resolve }] of group.entries()) resolve(answers[i]!)
    return true
  }
}
