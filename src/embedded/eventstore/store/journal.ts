import {
  isMetadataStream,
  METADATA_TYPE,
  metadataStream,
  ownEvent,
  type ProposedEvent,
  type RecordedEvent,
  TOMBSTONE_REVISION,
  TOMBSTONE_TYPE,
} from '#embedded/eventstore/event.ts'
import { encodeBody, positionAfter } from '#embedded/eventstore/record.ts'
import { decide, type ExpectedRevision, type Written } from './decide.ts'
import type { EventLog } from './log.ts'
import { RecentIds } from './recent-ids.ts'
import { DELETED_METADATA, isSoftDeleted, isTombstoned, type Streams, withTruncateBefore } from './streams.ts'

export interface Append {
  readonly kind: 'append'
  readonly stream: string
  readonly expected: ExpectedRevision
  readonly events: readonly ProposedEvent[]
  /** Milliseconds since 1970; undefined: no deadline. */
  readonly deadline?: number
}

export interface Removal {
  readonly kind: 'delete' | 'tombstone'
  readonly stream: string
  readonly expected: ExpectedRevision
}

export type WriteRequest = Append | Removal

/** Turns writes into events of the log, within the writer's transaction: each request sees the ones before it. */
export class Journal {
  private readonly log: EventLog
  private readonly streams: Streams
  private readonly recent = new RecentIds()
  private entered: RecordedEvent[] = []
  private nextPosition: number

  constructor(log: EventLog, streams: Streams, nextPosition: number) {
    this.log = log
    this.streams = streams
    this.nextPosition = nextPosition
  }

  enter(request: WriteRequest, now: number): Written {
    return request.kind === 'append' ? this.append(request, now) : this.remove(request, now)
  }

  /** The transaction is on disk. @returns its events. */
  confirm(): readonly RecordedEvent[] {
    const events = this.entered
    this.entered = []
    return events
  }

  /** The transaction was rolled back; its positions are free again. */
  forget(): void {
    this.streams.forgetAll()
    this.recent.forget(this.entered)
    this.nextPosition = this.entered[0]?.position ?? this.nextPosition
    this.entered = []
  }

  private append({ stream, expected, events, deadline }: Append, now: number): Written {
    if (deadline !== undefined && deadline < now) return { outcome: 'timeout' }
    const state = this.streams.get(stream)
    const decision = decide(stream, expected, events, state, this.log, this.recent)
    if (decision.outcome !== 'write') return decision
    if (events.length === 0) return { outcome: 'stored', revision: decision.after, position: undefined }
    const owner = isMetadataStream(stream) ? this.streams.get(stream.slice(2)) : undefined
    if (owner !== undefined && isTombstoned(owner)) return { outcome: 'deleted' }
    // An append revives a soft-deleted stream, without its earlier events.
    if (isSoftDeleted(state)) this.truncate(stream, state.lastRevision + 1)
    let revision = decision.after
    for (const event of events) this.store(stream, ++revision, event, now)
    const position = this.entered.at(-1)?.position
    if (owner !== undefined && isSoftDeleted(owner)) this.revive(stream.slice(2))
    return { outcome: 'stored', revision, position }
  }

  private revive(stream: string): void {
    const { lastRevision, metadata } = this.streams.get(stream)
    if (metadata.truncateBefore <= lastRevision) this.truncate(stream, lastRevision + 1)
  }

  private remove({ kind, stream, expected }: Removal, now: number): Written {
    const state = this.streams.get(stream)
    const decision = decide(stream, expected, [], state, this.log, this.recent)
    if (decision.outcome === 'deleted') return decision
    if (decision.outcome !== 'write') return { outcome: 'wrong-revision', current: state.lastRevision }
    if (kind === 'tombstone') {
      this.store(stream, TOMBSTONE_REVISION, ownEvent(TOMBSTONE_TYPE, ''), now)
    } else {
      // A stream with only metadata can be deleted.
      const exists = state.lastRevision >= 0 || this.streams.get(metadataStream(stream)).lastRevision >= 0
      if (!exists) return { outcome: 'wrong-revision', current: -1 }
      this.storeMetadata(stream, DELETED_METADATA, now)
    }
    return { outcome: 'stored', revision: state.lastRevision, position: this.entered.at(-1)?.position }
  }

  private truncate(stream: string, before: number): void {
    const { json } = this.streams.get(stream).metadata
    this.storeMetadata(stream, withTruncateBefore(json, before), Date.now())
  }

  private storeMetadata(stream: string, json: string, now: number): void {
    const name = metadataStream(stream)
    this.store(name, this.streams.get(name).lastRevision + 1, ownEvent(METADATA_TYPE, json), now)
  }

  private store(stream: string, revision: number, event: ProposedEvent, now: number): void {
    const { id, type } = event
    const recorded = {
      position: this.nextPosition,
      stream,
      revision,
      id,
      type,
      created: now,
      body: encodeBody(event, now),
    }
    const state = this.streams.get(stream)
    this.log.insert(recorded, state.first < 0 ? recorded.position : state.first)
    this.nextPosition = positionAfter(recorded)
    this.streams.apply(recorded, state)
    this.recent.add(recorded)
    this.entered.push(recorded)
  }
}
