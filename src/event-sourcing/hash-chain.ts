import { hash } from 'node:crypto'
import canonicalize from 'canonicalize'
import type { DomainEvent, EventMetadata, Recorded } from './decider.ts'

/** What a hash covers, in addition to the hash before it. */
type Link = Pick<EventMetadata, 'v' | 'at' | 'actor' | 'request_id' | 'correlation_id' | 'causation_id'> & {
  stream: string
  revision: number
  type: string
  data: unknown
  /** Missing while the id is being derived. */
  event_id?: string
}

/** The last event of a stream, as the next hash needs it. */
export type ChainHead = { revision: number; hash: string }

/** SHA-256 (hex) over the hash before it and the RFC 8785 form of the link. */
export function linkHash(prevHash: string | null, link: Link): string {
  return linkHasher(prevHash, link)(link.event_id)
}

/** For more than one id: the form is made once. RFC 8785 sorts `event_id` after `data` and before `request_id`. */
export function linkHasher(prevHash: string | null, link: Link): (eventId: string | undefined) => string {
  const { v, stream, revision, type, at, actor, data, request_id, correlation_id, causation_id } = link
  const before = `${prevHash ?? ''}${canonicalize({ actor, at, causation_id, correlation_id, data })?.slice(0, -1)},`
  const after = canonicalize({ request_id, revision, stream, type, v })?.slice(1)
  return eventId => {
    const id = eventId === undefined ? '' : `"event_id":${canonicalize(eventId)},`
    return hash('sha256', `${before}${id}${after}`)
  }
}

/** Earlier versions did not hash the ids of event, request and cause. The two forms cannot be confused. */
function olderLinkHash(prevHash: string | null, { v, stream, revision, type, at, actor, data }: Link): string {
  return hash('sha256', `${prevHash ?? ''}${canonicalize({ v, stream, revision, type, at, actor, data })}`)
}

/** An event with everything that its hash covers. */
export type ChainedEvent = Required<Link> & Pick<EventMetadata, 'prev_hash' | 'hash'>

export function toChainedEvent({ id, stream, revision, type, data, metadata }: Recorded<DomainEvent>): ChainedEvent {
  return { ...metadata, stream, revision, event_id: id, type, data }
}

/** Null when the event follows the head of its stream, or is the first when `before` is null. */
export function chainProblem(before: ChainHead | null, event: ChainedEvent): string | null {
  return positionProblem(before, event) ?? contentProblem(event)
}

/** Without the content: for an event of which fields were removed. */
export function positionProblem(
  before: ChainHead | null,
  { revision, prev_hash }: Pick<ChainedEvent, 'revision' | 'prev_hash'>,
): string | null {
  const next = before === null ? 0 : before.revision + 1
  if (revision > next) return `revision ${next} is missing before it`
  if (revision < next) return `it comes after revision ${next - 1}`
  return prev_hash === (before?.hash ?? null) ? null : 'its prev_hash is not the hash of the event before it'
}

/** Without the position: whether the hash fits the content; null when it does. */
export function contentProblem(event: ChainedEvent): string | null {
  const { prev_hash, hash } = event
  if (linkHash(prev_hash, event) === hash || olderLinkHash(prev_hash, event) === hash) return null
  return 'its hash does not match its contents'
}

/** Returns the event's revision, null when the whole stream's chain holds. A missing end cannot be detected. */
export function firstBrokenLink(events: readonly Recorded<DomainEvent>[]): number | null {
  let head: ChainHead | null = null
  for (const event of events) {
    if (chainProblem(head, toChainedEvent(event)) !== null) return event.revision
    head = { revision: event.revision, hash: event.metadata.hash }
  }
  return null
}
