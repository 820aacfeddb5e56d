import type { ProposedEvent, RecordedEvent } from '#embedded/eventstore/event.ts'
import type { GenerationalCache } from './generational-cache.ts'
import type { EventLog } from './log.ts'
import { isSoftDeleted, isTombstoned, type StreamState } from './streams.ts'

export type ExpectedRevision = number | 'any' | 'no_stream' | 'stream_exists'

export type Written =
  /** Now or before; `position` is that of its last event, undefined for an empty append. */
  | { readonly outcome: 'stored'; readonly revision: number; readonly position: number | undefined }
  | { readonly outcome: 'wrong-revision'; readonly current: number }
  | { readonly outcome: 'deleted' }
  | { readonly outcome: 'timeout' }

export type Decision = Written | { readonly outcome: 'write'; readonly after: number }

export type RecentIds = GenerationalCache<Pick<RecordedEvent, 'stream' | 'revision' | 'position'>>

/** Reads only, within the writer's transaction. */
export function decide(
  stream: string,
  expected: ExpectedRevision,
  events: readonly ProposedEvent[],
  state: StreamState,
  log: EventLog,
  recent: RecentIds,
): Decision {
  if (isTombstoned(state)) return { outcome: 'deleted' }
  const current = state.lastRevision
  const write: Decision = { outcome: 'write', after: current }
  const wrong: Decision = { outcome: 'wrong-revision', current }
  if (expected === 'any' || expected === 'stream_exists') {
    if (expected === 'stream_exists' && isSoftDeleted(state)) return { outcome: 'deleted' }
    if (expected === 'stream_exists' && current < 0) return wrong
    return repeatOfRecent(stream, events, recent, wrong) ?? write
  }
  const at = expected === 'no_stream' ? -1 : expected
  if (at === current) return write
  if (expected === 'no_stream' && isSoftDeleted(state)) return write
  if (at > current) return wrong
  return repeatOfStored(stream, at, events, log) ?? wrong
}

/** Below the current revision only a retry is accepted: the stored events there have the same ids in the same order. */
function repeatOfStored(
  stream: string,
  at: number,
  events: readonly ProposedEvent[],
  log: EventLog,
): Decision | undefined {
  const stored = log.ids(stream, at + 1, events.length)
  if (stored.length < events.length) return undefined
  if (events.some((event, i) => event.id !== stored[i]?.id)) return undefined
  return { outcome: 'stored', revision: at + events.length, position: stored.at(-1)?.position }
}

/** Without an expected revision a retry is recognised by the ids of recent appends, until a restart. */
function repeatOfRecent(
  stream: string,
  events: readonly ProposedEvent[],
  recent: RecentIds,
  wrong: Decision,
): Decision | undefined {
  // The same id in another stream is another event.
  const find = ({ id }: ProposedEvent) => {
    const location = recent.get(id)
    return location?.stream === stream ? location : undefined
  }
  const first = events[0] && find(events[0])
  if (first === undefined) return undefined
  let last = first
  for (const [i, event] of events.entries()) {
    const found = find(event)
    if (found === undefined || found.revision !== first.revision + i) return wrong
    last = found
  }
  return { outcome: 'stored', revision: last.revision, position: last.position }
}
