import { hash } from 'node:crypto'
import canonicalize from 'canonicalize'
import type { DomainEvent, EventMetadata, Recorded } from './decider.ts'

/** All that a hash is made of, beside the one before it. */
type Link = Pick<EventMetadata, 'v' | 'at' | 'actor' | 'request_id' | 'correlation_id' | 'causation_id'> & {
  stream: string
  revision: number
  type: string
  data: unknown
  /** Missing while the id is being made. */
  event_id?: string
}

/** The newest event of a stream, as far as the next one depends on it. */
export type ChainHead = { revision: number; hash: string }

/** SHA-256 (hex) over the previous hash (or nothing) and the RFC 8785 form of what was decided, by whom, when and upon what. */
export function linkHash(prevHash: string | null, link: Link): string {
  const { event_id, request_id, correlation_id, causation_id } = link
  return digest(prevHash, { ...hashedFields(link), event_id, request_id, correlation_id, causation_id })
}

/** As it was made of events before their ids and those of requests and causes were part of it. Neither text can be taken for the other. */
function olderLinkHash(prevHash: string | null, link: Link): string {
  return digest(prevHash, hashedFields(link))
}

function hashedFields({ v, stream, revision, type, at, actor, data }: Link): object {
  return { v, stream, revision, type, at, actor, data }
}

function digest(prevHash: string | null, of: object): string {
  return hash('sha256', (prevHash ?? '') + (canonicalize(of) ?? ''))
}

/** An event with all that its hash was made of and its place in the chain. */
export type ChainedEvent = Required<Link> & Pick<EventMetadata, 'prev_hash' | 'hash'>

export function toChainedEvent({ id, stream, revision, type, data, metadata }: Recorded<DomainEvent>): ChainedEvent {
  return { ...metadata, stream, revision, event_id: id, type, data }
}

/**
 * What keeps an event from following the one before it, whose head is given (null = none: it must be the first of its stream); null when it
 * follows. Whoever reads a stream from the beginning keeps one head and needs no more memory.
 */
export function chainProblem(before: ChainHead | null, event: ChainedEvent): string | null {
  return positionProblem(before, event) ?? contentProblem(event)
}

/** The same without a look at what the event says: for one of which something is left out. */
export function positionProblem(
  before: ChainHead | null,
  { revision, prev_hash }: Pick<ChainedEvent, 'revision' | 'prev_hash'>,
): string | null {
  const next = before === null ? 0 : before.revision + 1
  if (revision > next) return `revision ${next} is missing before it`
  if (revision < next) return `it stands behind revision ${next - 1}`
  return prev_hash === (before?.hash ?? null) ? null : 'its prev_hash is not the hash of the event before it'
}

/** Whether an event says what its hash was made of, whatever stands before it; null when it does. */
export function contentProblem(event: ChainedEvent): string | null {
  const { prev_hash, hash } = event
  if (linkHash(prev_hash, event) === hash || olderLinkHash(prev_hash, event) === hash) return null
  return 'its hash is not that of what it says'
}

/**
 * The revision of the first event of a whole stream whose hash or place does not follow from the ones before it, or null
 * when the chain holds. An event missing at the end can't be seen from the chain alone.
 */
export function firstBrokenLink(events: readonly Recorded<DomainEvent>[]): number | null {
  let head: ChainHead | null = null
  for (const event of events) {
    if (chainProblem(head, toChainedEvent(event)) !== null) return event.revision
    head = { revision: event.revision, hash: event.metadata.hash }
  }
  return null
}
