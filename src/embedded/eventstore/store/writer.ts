import { randomUUID } from 'node:crypto'
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import {
  isMetadataStream,
  JSON_CONTENT,
  METADATA_TYPE,
  metadataStream,
  type ProposedEvent,
  type RecordedEvent,
  TOMBSTONE_REVISION,
  TOMBSTONE_TYPE,
} from '../event.ts'
import { encodeBody, positionAfter } from '../record.ts'
import { isFlushFailure } from './database.ts'
import { type Decision, decide, type ExpectedRevision } from './decide.ts'
import type { EventLog } from './log.ts'
import { RecentIds } from './recent-ids.ts'
import { DELETED_METADATA, isSoftDeleted, isTombstoned, type Streams, withTruncateBefore } from './streams.ts'

/** The answer to a write. `position` is that of its last event. */
export type Written =
  | { readonly outcome: 'stored'; readonly revision: number; readonly position: number | undefined }
  | { readonly outcome: 'wrong-revision'; readonly current: number }
  | { readonly outcome: 'deleted' }
  /** Waited longer than its deadline; nothing was stored. */
  | { readonly outcome: 'timeout' }

export interface Append {
  readonly kind: 'append'
  readonly stream: string
  readonly expected: ExpectedRevision
  readonly events: readonly ProposedEvent[]
  /** Milliseconds since 1970 after which the caller no longer waits. */
  readonly deadline: number
}

/** Soft (`delete`: the stream can be written again) or for ever (`tombstone`). */
export interface Removal {
  readonly kind: 'delete' | 'tombstone'
  readonly stream: string
  readonly expected: ExpectedRevision
}

type Request = Append | Removal

interface Waiting {
  readonly request: Request
  readonly resolve: (written: Written) => void
  readonly reject: (error: unknown) => void
}

/** Events of one transaction at most: bounds the time readers wait behind it. One append may exceed it alone. */
const EVENTS_PER_FLUSH = 4096

const NOTHING = new Uint8Array()

/**
 * The one place that decides and stores. Requests that arrive together are decided one after the other, stored in one transaction and
 * answered after its flush, so that a hundred waiting appends cost one flush, not a hundred.
 */
export class Writer {
  private readonly database: DatabaseSync
  private readonly begin: StatementSync
  private readonly commit: StatementSync
  private readonly log: EventLog
  private readonly streams: Streams
  private readonly recent = new RecentIds()
  private readonly committed: (events: readonly RecordedEvent[]) => void
  private readonly broken: (error: unknown) => void
  private waiting: Waiting[] = []
  private scheduled = false
  private nextPosition: number
  private written: RecordedEvent[] = []

  /**
   * @param nextPosition where the next event goes.
   * @param committed told of the events of each transaction, after they are on disk and before anyone is answered.
   * @param broken told when the disk could not flush: the file must not be used any more.
   */
  constructor(
    database: DatabaseSync,
    log: EventLog,
    streams: Streams,
    nextPosition: number,
    committed: (events: readonly RecordedEvent[]) => void,
    broken: (error: unknown) => void,
  ) {
    this.database = database
    this.begin = database.prepare('BEGIN IMMEDIATE')
    this.commit = database.prepare('COMMIT')
    this.log = log
    this.streams = streams
    this.nextPosition = nextPosition
    this.committed = committed
    this.broken = broken
  }

  /** Rejects when the disk refuses (see `isDiskFull`); then nothing was stored. */
  write(request: Request): Promise<Written> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ request, resolve, reject })
      this.schedule()
    })
  }

  /** Resolves when nothing waits to be stored. */
  async idle(): Promise<void> {
    while (this.waiting.length > 0) await new Promise(setImmediate)
  }

  private schedule(): void {
    if (this.scheduled || this.waiting.length === 0) return
    this.scheduled = true
    // After the I/O of this turn: whatever else has arrived joins the same flush.
    setImmediate(() => {
      this.scheduled = false
      this.flush()
      this.schedule()
    })
  }

  private flush(): void {
    const group = this.nextGroup()
    let answers: Written[]
    try {
      answers = this.transaction(group)
    } catch (error) {
      this.undo()
      for (const { reject } of group) reject(error)
      if (isFlushFailure(error)) this.broken(error)
      return
    }
    if (this.written.length > 0) this.committed(this.written)
    this.written = []
    for (const [i, { resolve }] of group.entries()) resolve(answers[i]!)
  }

  private nextGroup(): Waiting[] {
    let events = 0
    let count = 0
    for (const { request } of this.waiting) {
      events += request.kind === 'append' ? request.events.length : 1
      if (count > 0 && events > EVENTS_PER_FLUSH) break
      count++
    }
    const group = this.waiting.slice(0, count)
    this.waiting = this.waiting.slice(count)
    return group
  }

  private transaction(group: readonly Waiting[]): Written[] {
    this.begin.run()
    const now = Date.now()
    const answers = group.map(({ request }) => this.handle(request, now))
    this.commit.run()
    return answers
  }

  private undo(): void {
    if (this.database.isTransaction) this.database.exec('ROLLBACK')
    this.streams.forgetAll()
    this.recent.forget(this.written)
    this.nextPosition = this.written[0]?.position ?? this.nextPosition
    this.written = []
  }

  private handle(request: Request, now: number): Written {
    if (request.kind !== 'append') return this.remove(request, now)
    if (request.deadline < now) return { outcome: 'timeout' }
    const { stream, expected, events } = request
    const state = this.streams.get(stream)
    const decision = decide(stream, expected, events, state, this.log, this.recent)
    if (decision.verdict !== 'write') return refusal(decision)
    if (events.length === 0) return { outcome: 'stored', revision: decision.after, position: undefined }
    const owner = isMetadataStream(stream) ? this.streams.get(stream.slice(2)) : undefined
    if (owner !== undefined && isTombstoned(owner)) return { outcome: 'deleted' }
    if (isSoftDeleted(state)) this.truncate(stream, state.lastRevision + 1, state.metadata.json, now)
    let revision = decision.after
    for (const event of events) this.store(stream, ++revision, event, now)
    const position = this.written.at(-1)?.position
    if (owner !== undefined && isSoftDeleted(owner)) this.revive(stream.slice(2), now)
    return { outcome: 'stored', revision, position }
  }

  /** New metadata for a soft-deleted stream brings the stream back, but not the events it had. */
  private revive(stream: string, now: number): void {
    const { lastRevision, metadata } = this.streams.get(stream)
    if (metadata.truncateBefore <= lastRevision) this.truncate(stream, lastRevision + 1, metadata.json, now)
  }

  private truncate(stream: string, before: number, metadata: string, now: number): void {
    this.storeMetadata(stream, withTruncateBefore(metadata, before), now)
  }

  private remove(request: Removal, now: number): Written {
    const { stream, expected } = request
    const state = this.streams.get(stream)
    const decision = decide(stream, expected, [], state, this.log, this.recent)
    if (decision.verdict === 'deleted') return { outcome: 'deleted' }
    if (decision.verdict !== 'write') return { outcome: 'wrong-revision', current: state.lastRevision }
    if (request.kind === 'tombstone') {
      this.store(stream, TOMBSTONE_REVISION, proposed(TOMBSTONE_TYPE, ''), now)
    } else {
      const exists = state.lastRevision >= 0 || this.streams.get(metadataStream(stream)).lastRevision >= 0
      if (!exists) return { outcome: 'wrong-revision', current: -1 }
      this.storeMetadata(stream, DELETED_METADATA, now)
    }
    return { outcome: 'stored', revision: state.lastRevision, position: this.written.at(-1)?.position }
  }

  private storeMetadata(stream: string, json: string, now: number): void {
    const name = metadataStream(stream)
    this.store(name, this.streams.get(name).lastRevision + 1, proposed(METADATA_TYPE, json), now)
  }

  private store(stream: string, revision: number, event: ProposedEvent, now: number): void {
    const body = encodeBody(event, now)
    const recorded: RecordedEvent = {
      position: this.nextPosition,
      stream,
      revision,
      id: event.id,
      type: event.type,
      created: now,
      body,
    }
    this.log.insert(recorded)
    this.nextPosition = positionAfter(recorded)
    this.streams.apply(recorded)
    this.recent.add(recorded)
    this.written.push(recorded)
  }
}

function refusal(decision: Exclude<Decision, { verdict: 'write' }>): Written {
  if (decision.verdict === 'repeat')
    return { outcome: 'stored', revision: decision.revision, position: decision.position }
  if (decision.verdict === 'wrong-revision') return { outcome: 'wrong-revision', current: decision.current }
  return { outcome: 'deleted' }
}

function proposed(type: string, json: string): ProposedEvent {
  return { id: randomUUID(), type, contentType: JSON_CONTENT, metadata: NOTHING, data: Buffer.from(json) }
}
