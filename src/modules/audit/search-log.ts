import { type AuditDeclaration, nullIfUnreadable } from '#declarations/history-view.ts'
import { readLog } from '#edge/eventstore/read-log.ts'
import type { DomainEvent, Recorded } from '#event-sourcing/decider.ts'
import {
  type EventStore,
  isReadable,
  type LogEvent,
  type Position,
  type UnreadableLogEvent,
} from '#event-sourcing/event-store.ts'
import { createLargeMap } from '#files/large-map.ts'
import type { Redactor } from '#privacy/redaction.ts'
import { boundMs } from '#values/instant.ts'

type Filter =
  | 'client_id'
  | 'actor'
  | 'request_id'
  | 'correlation_id'
  | 'subject'
  | 'family'
  | 'type'
  | 'since'
  | 'until'

/** Null matches all. Times are ISO 8601; `since` is included, `until` is not. */
export type LogSearch = Record<Filter, string | null> & { objects: readonly string[] | null }

type StreamState = { owner: string | null; subject: string | null }

/**
 * In log order; memory does not grow with the log. An unreadable event is found by record and type only, events of an
 * erased person not by that person.
 */
export async function* searchLog(
  store: Pick<EventStore, 'subscribe'>,
  all: readonly AuditDeclaration[],
  { search, to, signal, leftOut }: { search: LogSearch; to: Position; signal: AbortSignal; leftOut: Redactor },
  onProgress: (progress: { read: number; found: number; unreadable: number }) => void,
): AsyncGenerator<LogEvent[]> {
  const byPrefix = new Map(all.map(audited => [audited.prefix, audited]))
  const streams = createLargeMap<StreamState>()
  const progress = { read: 0, found: 0, unreadable: 0 }
  // Owner and subject can be those of an earlier event of the stream, or of another stream.
  const needsOthers = search.client_id !== null || search.subject !== null
  const chosen = all.filter(({ plural }) => needsOthers || search.family === null || plural === search.family)

  function trackStream(event: LogEvent, audited: AuditDeclaration): StreamState {
    const owner = isReadable(event) ? nullIfUnreadable(() => audited.owner(event)) : null
    const subject = isReadable(event) ? nullIfUnreadable(() => audited.subject(event)) : null
    // Read before this stream's entry, which may be changed only until the next read.
    const named = owner !== null && 'stream' in owner ? (streams.get(owner.stream)?.owner ?? null) : owner?.client_id
    const before = streams.get(event.stream)
    const now = before ?? { owner: null, subject: null }
    if (named !== undefined) now.owner = named
    // After an erasure the stream has no subject, rather than the previous one.
    if (subject !== null) now.subject = leftOut.isErased(event) ? null : subject
    if (before === undefined) streams.add(event.stream, now)
    return now
  }

  try {
    for await (const { events } of readLog(store, { prefixes: chosen.map(({ prefix }) => prefix), to, signal })) {
      const found = events.filter(event => {
        progress.read += 1
        const audited = byPrefix.get(event.stream.slice(0, event.stream.indexOf('-') + 1))
        if (audited === undefined) return false
        if (!isReadable(event)) progress.unreadable += 1
        leftOut.observe(event)
        const { owner, subject } = needsOthers ? trackStream(event, audited) : { owner: null, subject: null }
        if (search.client_id !== null && owner !== search.client_id) return false
        if (search.subject !== null && subject !== search.subject) return false
        return isAbout(event, audited, search) && isBy(isReadable(event) ? leftOut.redactEvent(event) : event, search)
      })
      progress.found += found.length
      onProgress(progress)
      if (found.length > 0) yield found
    }
  } finally {
    streams.close()
  }
}

function isAbout(event: LogEvent, audited: AuditDeclaration, { family, type, objects }: LogSearch): boolean {
  if (family !== null && audited.plural !== family) return false
  if (type !== null && event.type !== type) return false
  if (objects === null || objects.includes(event.stream.slice(audited.prefix.length))) return true
  const object = isReadable(event) ? nullIfUnreadable(() => audited.object(event)) : null
  return object !== null && objects.includes(object)
}

function isBy(
  event: Recorded<DomainEvent> | UnreadableLogEvent,
  { actor, request_id, correlation_id, since, until }: LogSearch,
): boolean {
  if ('unreadable' in event) return [actor, request_id, correlation_id, since, until].every(value => value === null)
  const { metadata } = event
  if (actor !== null && metadata.actor.sub !== actor) return false
  if (request_id !== null && metadata.request_id !== request_id) return false
  if (correlation_id !== null && metadata.correlation_id !== correlation_id) return false
  const at = Date.parse(event.at)
  return (since === null || at >= boundMs(since)) && (until === null || at < boundMs(until))
}
