import { UnreadableEvent } from '#event-sourcing/category.ts'
import { type DomainEvent, type EventMetadata, METADATA_VERSION, type Recorded } from '#event-sourcing/decider.ts'
import type { LoggedEvent, Position, UnreadableLogEvent } from '#event-sourcing/event-store.ts'

type RecordedByClient = {
  id: string
  streamId: string
  revision: bigint
  type: string
  data: unknown
  metadata?: unknown
}

/** The store's own event that ends a stream for ever is in that stream, and none of ours. */
export function isSystemEvent({ type }: { type: string }): boolean {
  return type.startsWith('$')
}

/** An event of the client as the application knows it; throws when it can't be read. */
export function recorded(event: RecordedByClient): Recorded<DomainEvent> {
  const reason = whyUnreadable(event)
  if (reason !== null) throw new UnreadableEvent(event.streamId, event.revision, reason)
  return read(event)
}

/** An event of the log; one that can't be read comes with the reason, so that whoever follows the log decides what becomes of it. */
export function logged(event: RecordedByClient & { position: Position }): LoggedEvent | UnreadableLogEvent {
  const { position } = event
  const unreadable = whyUnreadable(event)
  return unreadable === null ? { ...read(event), position } : { ...identityOf(event), position, unreadable }
}

/** Such an event, for whoever wants to see it. */
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

/** The client hands on what is no JSON as text or bytes, so everything is looked at before it is used. */
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
