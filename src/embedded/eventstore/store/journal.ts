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
import { decide, type ExpectedRevision, type RecentIds, type Written } from './decide.ts'
import { GenerationalCache } from './generational-cache.ts'
import type { EventLog } from './log.ts'
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

/** About 15 MB at most. A real server remembers some 10^5 ids, until it is restarted. */
const IDS_MIN = 32_768

export type Journal = ReturnType<typeof createJournal>

/** Turns writes into events of the log, within the writer's transaction: each request sees the ones before it. */
export function createJournal(log: EventLog, streams: Streams, firstPosition: number) {
  const recent: RecentIds = new GenerationalCache(IDS_MIN)
  let entered: RecordedEvent[] = []
  let nextPosition = firstPosition

  function append({ stream, expected, events, deadline }: Append, now: number): Written {
    if (deadline !== undefined && deadline < now) return { outcome: 'timeout' }
    const state = streams.get(stream)
    const decision = decide(stream, expected, events, state, log, recent)
    if (decision.outcome !== 'write') return decision
    if (events.length === 0) return { outcome: 'stored', revision: decision.after, position: undefined }
    const owner = isMetadataStream(stream) ? streams.get(stream.slice(2)) : undefined
    if (owner !== undefined && isTombstoned(owner)) return { outcome: 'deleted' }
    // An append revives a soft-deleted stream, without its earlier events.
    if (isSoftDeleted(state)) truncate(stream, state.lastRevision + 1)
    let revision = decision.after
    for (const event of events) store(stream, ++revision, event, now)
    const position = entered.at(-1)?.position
    if (owner !== undefined && isSoftDeleted(owner)) revive(stream.slice(2))
    return { outcome: 'stored', revision, position }
  }

  function revive(stream: string): void {
    const { lastRevision, metadata } = streams.get(stream)
    if (metadata.truncateBefore <= lastRevision) truncate(stream, lastRevision + 1)
  }

  function remove({ kind, stream, expected }: Removal, now: number): Written {
    const state = streams.get(stream)
    const decision = decide(stream, expected, [], state, log, recent)
    if (decision.outcome === 'deleted') return decision
    if (decision.outcome !== 'write') return { outcome: 'wrong-revision', current: state.lastRevision }
    if (kind === 'tombstone') {
      store(stream, TOMBSTONE_REVISION, ownEvent(TOMBSTONE_TYPE, ''), now)
    } else {
      // A stream with only metadata can be deleted.
      const exists = state.lastRevision >= 0 || streams.get(metadataStream(stream)).lastRevision >= 0
      if (!exists) return { outcome: 'wrong-revision', current: -1 }
      storeMetadata(stream, DELETED_METADATA, now)
    }
    return { outcome: 'stored', revision: state.lastRevision, position: entered.at(-1)?.position }
  }

  function truncate(stream: string, before: number): void {
    storeMetadata(stream, withTruncateBefore(streams.get(stream).metadata.json, before), Date.now())
  }

  function storeMetadata(stream: string, json: string, now: number): void {
    const name = metadataStream(stream)
    store(name, streams.get(name).lastRevision + 1, ownEvent(METADATA_TYPE, json), now)
  }

  function store(stream: string, revision: number, event: ProposedEvent, now: number): void {
    const { id, type } = event
    const position = nextPosition
    const recorded = { position, stream, revision, id, type, created: now, body: encodeBody(event, now) }
    const state = streams.get(stream)
    log.insert(recorded, state.first < 0 ? position : state.first)
    nextPosition = positionAfter(recorded)
    streams.apply(recorded, state)
    recent.set(id, { stream, revision, position })
    entered.push(recorded)
  }

  return {
    enter: (request: WriteRequest, now: number): Written =>
      request.kind === 'append' ? append(request, now) : remove(request, now),
    /** The transaction is on disk. @returns its events. */
    confirm(): readonly RecordedEvent[] {
      const events = entered
      entered = []
      return events
    },
    /** The transaction was rolled back; its positions are free again. */
    forget(): void {
      streams.forgetAll()
      for (const { id } of entered) recent.delete(id)
      nextPosition = entered[0]?.position ?? nextPosition
      entered = []
    },
  }
}
