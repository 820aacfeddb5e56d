import { UnreadableEvent } from '#event-sourcing/category.ts'
import { type DomainEvent, type EventMetadata, METADATA_VERSION, type Recorded } from '#event-sourcing/decider.ts'
import type { LogEvent, Position, UnreadableLogEvent } from '#event-sourcing/event-store.ts'

type RecordedByClient = {
  id: string
  streamId: string
  revision: bigint
  type: string
  data: unknown
  metadata?: unknown
}

/** System events, such as the tombstone of a deleted stream. */
export function isSystemEvent({ type }: { type: string }): boolean {
  return type.startsWith('$')
}

/** Throws UnreadableEvent. */
export function recorded(event: RecordedByClient): Recorded<DomainEvent> {
  const reason = whyUnreadable(event)
  if (reason !== null) throw new UnreadableEvent(event.streamId, event.revision, reason)
  return read(event)
}

/** An unreadable event comes with the reason, for the subscription to handle. */
export function logged(event: RecordedByClient & { position: Position }): LogEvent {
  const { position } = event
  const unreadable = whyUnreadable(event)
  return unreadable === null ? { ...read(event), position } : { ...identityOf(event), position, unreadable }
}

export function systemEvent(event: RecordedByClient & { position: Position }): UnreadableLogEvent {
  return { ...identityOf(event), position: event.position, unreadable: JSON.stringify(event.data) }
}

function read(event: RecordedByClient): Recorded<DomainEvent> {
  const metadata = event.metadata as EventMetadata
  return { ...identityOf(event), data: event.data as object, at: metadata.at, metadata }
}

function identityOf({ id, streamId, revision, type }: RecordedByClient) {
  return { id, stream: streamId, revision: Number(revision), type }
}

/** The client passes on invalid JSON as text or bytes, so everything is checked. */
function whyUnreadable({ data, metadata }: RecordedByClient): string | null {
  if (!isRecord(metadata) || !('v' in metadata || 'at' in metadata)) return 'it was not written by this service'
  const { v, at, actor, prev_hash, hash } = metadata
  if (typeof v === 'number' && v > METADATA_VERSION)
    return `its metadata have version ${v}, and this code knows ${METADATA_VERSION} at most`
  const isWhole =
    Number.isInteger(v) &&
    typeof at === 'string' &&
    !Number.isNaN(Date.parse(at)) &&
    isRecord(actor) &&
    typeof hash === 'string' &&
    (prev_hash === null || typeof prev_hash === 'string')
  if (!isWhole) return 'its metadata are damaged'
  return isRecord(data) ? null : 'its data are damaged'
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !(value instanceof Uint8Array)
}
