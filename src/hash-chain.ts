import { hash } from 'node:crypto'
import canonicalize from 'canonicalize'
import type { DomainEvent, EventMetadata, Recorded } from './decider.ts'

type Link = Pick<EventMetadata, 'v' | 'at' | 'actor'> & {
  stream: string
  revision: number
  type: string
  data: unknown
}

/** SHA-256 (hex) over the previous hash (or nothing) and the RFC 8785 form of what was decided. */
export function linkHash(prevHash: string | null, link: Link): string {
  const { v, stream, revision, type, at, actor, data } = link
  const text = canonicalize({ v, stream, revision, type, at, actor, data })
  return hash('sha256', (prevHash ?? '') + (text ?? ''))
}

/**
 * The revision of the first event of a whole stream whose hash or place does not follow from the ones before it, or null
 * when the chain holds. An event missing at the end can't be seen from the chain alone.
 */
export function firstBrokenLink(events: readonly Recorded<DomainEvent>[]): number | null {
  let prev: string | null = null
  for (const [index, event] of events.entries()) {
    const { metadata } = event
    const expected = linkHash(prev, {
      ...metadata,
      stream: event.stream,
      revision: event.revision,
      type: event.type,
      data: event.data,
    })
    if (event.revision !== index || metadata.prev_hash !== prev || metadata.hash !== expected) return event.revision
    prev = metadata.hash
  }
  return null
}
