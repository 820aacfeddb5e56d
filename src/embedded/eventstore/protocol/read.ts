import { LINK_TYPE, type RecordedEvent } from '#embedded/eventstore/event.ts'
import { dataOf } from '#embedded/eventstore/record.ts'
import { filterClause } from '#embedded/eventstore/store/filter.ts'
import { CorruptEvent } from '#embedded/eventstore/store/log.ts'
import type { NodeStore } from '#embedded/eventstore/store/store.ts'
import { firstRevision, isSoftDeleted, isTombstoned, oldestVisible } from '#embedded/eventstore/store/streams.ts'
import { encodeEvent, encodeStreamNotFound, type ResolvedEvent } from './encode.ts'
import { emptyRead, streamDeleted } from './errors.ts'
import type { ReadCall } from './read-call.ts'
import type { AllSource, ReadRequest, StreamSource } from './read-request.ts'

/** Pages also end at a size, see `EventLog`. */
export const PAGE_EVENTS = 256

export async function readStream(
  store: NodeStore,
  request: ReadRequest,
  source: StreamSource,
  call: ReadCall,
): Promise<void> {
  const { stream } = source
  if (request.count === 0 || (request.direction === 'forwards' && source.from === 'end')) throw emptyRead()
  const state = store.streams.get(stream)
  if (isTombstoned(state)) throw streamDeleted(stream)
  if (state.lastRevision < 0 || isSoftDeleted(state)) return call.send(encodeStreamNotFound(stream))
  const forwards = request.direction === 'forwards'
  const first = firstRevision(state)
  const oldest = oldestVisible(state, Date.now())
  // Later appends are not part of the read, so that it ends on a busy stream.
  const last = state.lastRevision
  let remaining = request.count ?? 0
  let low = forwards ? Math.max(first, startOf(source.from, last + 1)) : first
  let high = forwards ? last : Math.min(last, startOf(source.from, last))
  while (remaining > 0 && low <= high) {
    // When events may be too old, a whole page: `remaining` may be one.
    const limit = oldest > 0 ? PAGE_EVENTS : Math.min(remaining, PAGE_EVENTS)
    const page = store.log.stream(stream, low, high, limit, request.direction)
    const end = page.at(-1)
    if (end === undefined) throw new CorruptEvent(`${stream} has a hole at revision ${forwards ? low : high}`)
    const visible = page.filter(({ created }) => created >= oldest).slice(0, remaining)
    for (const event of visible) await send(store, request, event, call)
    remaining -= visible.length
    if (visible.length === 0) await call.yieldTurn()
    if (forwards) low = end.revision + 1
    else high = end.revision - 1
  }
}

function startOf(from: StreamSource['from'], end: number): number {
  if (from === 'start') return 0
  return from === 'end' ? end : from
}

export async function readAll(
  store: NodeStore,
  request: ReadRequest,
  source: AllSource,
  call: ReadCall,
): Promise<void> {
  const forwards = request.direction === 'forwards'
  const filter = filterClause(request.filter?.filter)
  const end = store.log.lastPosition()
  let cursor = forwards ? beforeFirst(source.from, end) : beyondLast(source.from, end)
  let remaining = request.count ?? 0
  while (remaining > 0) {
    const page = forwards
      ? store.log.allAfter(cursor, PAGE_EVENTS, filter)
      : store.log.allBefore(cursor, PAGE_EVENTS, filter)
    for (const event of page.events) {
      if (event.position > end || remaining === 0) return
      await send(store, request, event, call)
      remaining--
    }
    if (page.exhausted) return
    if (page.events.length === 0) await call.yieldTurn()
    cursor = page.scannedTo
  }
}

/** As on a real server: forwards includes the event at the position, backwards excludes it. */
function beforeFirst(from: AllSource['from'], end: number): number {
  if (from === 'start') return -1
  return from === 'end' ? end : from.commit - 1
}

function beyondLast(from: AllSource['from'], end: number): number {
  if (from === 'start') return 0
  return from === 'end' ? end + 1 : from.commit
}

export function send(
  store: NodeStore,
  { resolveLinks, uuids }: ReadRequest,
  event: RecordedEvent,
  call: ReadCall,
): Promise<void> {
  const resolved = resolveLinks ? resolve(event, store) : { event, link: undefined }
  return call.send(encodeEvent(resolved, uuids))
}

/** A link event holds `revision@stream`. */
function resolve(event: RecordedEvent, store: NodeStore): ResolvedEvent {
  if (event.type !== LINK_TYPE) return { event, link: undefined }
  const [, revision, stream] = /^(\d+)@(.+)$/s.exec(dataOf(event.body).toString('utf8')) ?? []
  if (revision === undefined || stream === undefined) return { event, link: undefined }
  return { event: target(stream, Number(revision), store), link: event }
}

function target(stream: string, revision: number, store: NodeStore): RecordedEvent | undefined {
  const state = store.streams.get(stream)
  if (isTombstoned(state) || isSoftDeleted(state) || revision < firstRevision(state)) return undefined
  const event = store.log.stream(stream, revision, revision, 1)[0]
  return event && event.created >= oldestVisible(state, Date.now()) ? event : undefined
}
