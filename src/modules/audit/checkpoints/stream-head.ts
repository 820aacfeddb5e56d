import { isReadable, type LogEvent, type Position } from '#event-sourcing/event-store.ts'
import { leafHash } from './merkle.ts'

/**
 * Checkpoints cover all streams named like this service's: a lower-case word, a hyphen and an id. They do not depend on
 * known families, so that older and newer versions that run at the same time cover the same streams.
 */
const NAME = /^[a-z]+-[\x21-\x7e]+$/
/** Longer than any id; longer names would not fit into an index. */
const NAME_MAX = 512
const LETTERS = 'abcdefghijklmnopqrstuvwxyz'

export const COVERED_PREFIXES: readonly string[] = [...LETTERS]

export function isCovered({ stream }: { stream: string }): boolean {
  return stream.length <= NAME_MAX && NAME.test(stream)
}

/** The last event of a stream; its hash covers the earlier ones. */
export type StreamHead = { stream: string; revision: number; hash: string | null }

/** The hash is the event's own; null when it has none. */
export type EventPosition = StreamHead & { position: Position }

const HASH = /^[0-9a-f]{64}$/

export function positionOf(event: LogEvent): EventPosition {
  const { stream, revision, position } = event
  const hash = isReadable(event) && HASH.test(event.metadata.hash) ? event.metadata.hash : null
  return { stream, revision, hash, position }
}

export function leafOf({ stream, revision, hash }: StreamHead): Buffer {
  return leafHash(JSON.stringify({ hash, revision, stream }))
}
