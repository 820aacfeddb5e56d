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

/** What is known of a stream between two appends: enough to decide an append and to know which events a reader may see. */
export interface StreamState {
  /** Position of the first event, -1 when nothing was ever appended. */
  readonly first: number
  /** Revision of the last event, -1 when nothing was ever appended; the last one before the tombstone is not kept. */
  readonly lastRevision: number
  readonly metadata: StreamMetadata
}

/** The parts of a stream's metadata this node acts on. */
export interface StreamMetadata {
  /** `$tb`: events below this revision are gone. `DELETED` when the stream is soft-deleted. */
  readonly truncateBefore: number
  readonly maxCount: number | undefined
  readonly maxAgeSeconds: number | undefined
  /** The JSON as it was written, so that undeleting keeps what it does not know. */
  readonly json: string
}

/** `$tb` of a soft-deleted stream is 2^63-1; parsed as a JavaScript number it is this or more. */
const DELETED = Number.MAX_SAFE_INTEGER

const NEW_STREAM = { first: -1, lastRevision: -1 }
const NO_METADATA: StreamMetadata = { truncateBefore: 0, maxCount: undefined, maxAgeSeconds: undefined, json: '{}' }

/** Streams remembered at least, and twice as many at most. Each costs some 200 bytes; one that was forgotten costs three index look-ups. */
const STREAMS_MIN = 25_000

export function isTombstoned(state: StreamState): boolean {
  return state.lastRevision === TOMBSTONE_REVISION
}

export function isSoftDeleted(state: StreamState): boolean {
  return state.metadata.truncateBefore >= DELETED
}

/** The lowest revision that `$tb` and `$maxCount` leave visible. */
export function firstRevision(state: StreamState): number {
  const { truncateBefore, maxCount } = state.metadata
  return maxCount === undefined ? truncateBefore : Math.max(truncateBefore, state.lastRevision - maxCount + 1)
}

/** Created at or after this time (ms) to be visible; 0 without `$maxAge`. */
export function oldestVisible(state: StreamState, now: number): number {
  const age = state.metadata.maxAgeSeconds
  return age === undefined ? 0 : now - age * 1000
}

export class Streams {
  private readonly log: EventLog
  private readonly known = new GenerationalCache<StreamState>(STREAMS_MIN)

  constructor(log: EventLog) {
    this.log = log
  }

  get(stream: string): StreamState {
    const known = this.known.get(stream)
    if (known !== undefined) return known
    const state = {
      ...(this.log.endsOf(stream) ?? NEW_STREAM),
      metadata: isMetadataStream(stream) ? NO_METADATA : this.metadataOf(stream),
    }
    this.known.set(stream, state)
    return state
  }

  /** Takes note of an event the writer has inserted into a stream in this state. */
  apply(event: RecordedEvent, { first, metadata }: StreamState): void {
    const { stream, revision, position } = event
    this.known.set(stream, { first: first < 0 ? position : first, lastRevision: revision, metadata })
    const owner = stream.slice(2)
    // As `get` would find it: metadata streams have no metadata.
    if (isMetadataStream(stream) && !isMetadataStream(owner))
      this.known.set(owner, { ...this.get(owner), metadata: metadataIn(event) })
  }

  /** Drops what is known after a transaction that did not happen. */
  forgetAll(): void {
    this.known.clear()
  }

  private metadataOf(stream: string): StreamMetadata {
    const last = this.log.lastOf(metadataStream(stream))
    return last === undefined ? NO_METADATA : metadataIn(last)
  }
}

function metadataIn({ type, body }: RecordedEvent): StreamMetadata {
  return type === METADATA_TYPE ? parseMetadata(dataOf(body).toString('utf8')) : NO_METADATA
}

/** Metadata that is not a JSON object means no limits, as on a real server. */
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

/** Revisions, counts and seconds are whole: half an event can't be found. */
function positive(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isInteger(value) && value > 0 ? value : undefined
}

/** The JSON of soft-deleted metadata. Written by hand: no JavaScript number is 2^63-1. */
export const DELETED_METADATA = '{"$tb":9223372036854775807}'

/** `json` with `$tb` set to a revision, everything else as it was. */
export function withTruncateBefore(json: string, revision: number): string {
  const fields: unknown = JSON.parse(json)
  return JSON.stringify({ ...(typeof fields === 'object' ? fields : {}), $tb: revision })
}
