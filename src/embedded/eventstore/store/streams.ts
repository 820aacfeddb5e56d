import {
  isMetadataStream,
  METADATA_TYPE,
  metadataStream,
  type RecordedEvent,
  TOMBSTONE_REVISION,
} from '#embedded/eventstore/event.ts'
import { dataOf } from '#embedded/eventstore/record.ts'
import { GenerationalCache } from './generational-cache.ts'
import type { EventLog } from './log.ts'

export interface StreamState {
  /** Position of the first event, -1 when nothing was ever appended. */
  readonly first: number
  readonly lastRevision: number
  readonly metadata: StreamMetadata
}

interface StreamMetadata {
  /** `$tb`: earlier revisions are hidden. `DELETED` for a soft-deleted stream. */
  readonly truncateBefore: number
  readonly maxCount: number | undefined
  readonly maxAgeSeconds: number | undefined
  /** As written, so that an undelete keeps unknown fields. */
  readonly json: string
}

/** `$tb` of a soft-deleted stream is 2^63-1; as a JavaScript number it is this or more. */
const DELETED = Number.MAX_SAFE_INTEGER

const NEW_STREAM = { first: -1, lastRevision: -1 }
const NO_METADATA: StreamMetadata = { truncateBefore: 0, maxCount: undefined, maxAgeSeconds: undefined, json: '{}' }

/** Each costs some 200 bytes; a miss costs three index look-ups. */
const STREAMS_MIN = 25_000

export function isTombstoned(state: StreamState): boolean {
  return state.lastRevision === TOMBSTONE_REVISION
}

export function isSoftDeleted(state: StreamState): boolean {
  return state.metadata.truncateBefore >= DELETED
}

export function firstRevision(state: StreamState): number {
  const { truncateBefore, maxCount } = state.metadata
  return maxCount === undefined ? truncateBefore : Math.max(truncateBefore, state.lastRevision - maxCount + 1)
}

export function oldestVisible(state: StreamState, now: number): number {
  const age = state.metadata.maxAgeSeconds
  return age === undefined ? 0 : now - age * 1000
}

export type Streams = ReturnType<typeof createStreams>

export function createStreams(log: EventLog) {
  const known = new GenerationalCache<StreamState>(STREAMS_MIN)

  function get(stream: string): StreamState {
    const cached = known.get(stream)
    if (cached !== undefined) return cached
    const ends = log.endsOf(stream) ?? NEW_STREAM
    const last = isMetadataStream(stream) ? undefined : log.lastOf(metadataStream(stream))
    const state = { ...ends, metadata: last === undefined ? NO_METADATA : metadataIn(last) }
    known.set(stream, state)
    return state
  }

  return {
    get,
    apply(event: RecordedEvent, { first, metadata }: StreamState): void {
      const { stream, revision, position } = event
      known.set(stream, { first: first < 0 ? position : first, lastRevision: revision, metadata })
      const owner = stream.slice(2)
      // Metadata streams have no metadata.
      if (isMetadataStream(stream) && !isMetadataStream(owner))
        known.set(owner, { ...get(owner), metadata: metadataIn(event) })
    },
    /** For a transaction that was rolled back. */
    forgetAll: () => known.clear(),
  }
}

function metadataIn({ type, body }: RecordedEvent): StreamMetadata {
  return type === METADATA_TYPE ? parseMetadata(dataOf(body).toString('utf8')) : NO_METADATA
}

/** Metadata that is not a JSON object sets no limits, as on a real server. */
function parseMetadata(json: string): StreamMetadata {
  let value: unknown
  try {
    value = JSON.parse(json)
  } catch {
    return NO_METADATA
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return NO_METADATA
  const fields: Record<string, unknown> = { ...value }
  return {
    truncateBefore: positive(fields.$tb) ?? 0,
    maxCount: positive(fields.$maxCount),
    maxAgeSeconds: positive(fields.$maxAge),
    json,
  }
}

function positive(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isInteger(value) && value > 0 ? value : undefined
}

/** Written by hand: no JavaScript number is 2^63-1. */
export const DELETED_METADATA = '{"$tb":9223372036854775807}'

export function withTruncateBefore(json: string, revision: number): string {
  const fields: unknown = JSON.parse(json)
  return JSON.stringify({ ...(typeof fields === 'object' ? fields : {}), $tb: revision })
}
