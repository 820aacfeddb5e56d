import { isReadable, type LoggedEvent, type Position, type UnreadableLogEvent } from '#event-sourcing/event-store.ts'
import { leafHash } from './merkle.ts'

/**
 * Checkpoints cover every stream whose name is such as this service gives: a word in lower case, a hyphen and an id. Known kinds of streams
 * are not asked for, so that an older version of the service that runs beside a newer one covers the same.
 */
const NAME = /^[a-z]+-[\x21-\x7e]+$/
/** More than ids have; a longer name would not fit into an index. */
const NAME_MAX = 512
const LETTERS = 'abcdefghijklmnopqrstuvwxyz'

export const COVERED_PREFIXES: readonly string[] = [...LETTERS]

export function isCovered({ stream }: { stream: string }): boolean {
  return stream.length <= NAME_MAX && NAME.test(stream)
}

/** The last event of a stream; its hash covers all those before it. */
export type StreamHead = { stream: string; revision: number; hash: string | null }

/** An event as far as checkpoints cover it. The hash is what it says itself, and null where it does not say one. */
export type EventPosition = StreamHead & { position: Position }

const HASH = /^[0-9a-f]{64}$/

export function positionOf(event: LoggedEvent | UnreadableLogEvent): EventPosition {
  const { stream, revision, position } = event
  const hash = isReadable(event) && HASH.test(event.metadata.hash) ? event.metadata.hash : null
  return { stream, revision, hash, position }
}

/** What a leaf of the tree is the hash of: the RFC 8785 form of the head of a stream. */
export function leafOf({ stream, revision, hash }: StreamHead): Buffer {
  return leafHash(JSON.stringify({ hash, revision, stream }))
}
