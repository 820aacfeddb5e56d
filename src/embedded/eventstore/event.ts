import { randomUUID } from 'node:crypto'

export interface ProposedEvent {
  /** Lower-case UUID. */
  readonly id: string
  readonly type: string
  /** `application/json` or `application/octet-stream`. */
  readonly contentType: string
  readonly metadata: Uint8Array
  readonly data: Uint8Array
}

export interface RecordedEvent {
  /** Commit and prepare position. Strictly increasing with gaps, like the byte offsets of a real server. */
  readonly position: number
  readonly stream: string
  readonly revision: number
  readonly id: string
  readonly type: string
  /** Milliseconds since 1970. */
  readonly created: number
  readonly body: Uint8Array
}

/** EventStoreDB's tombstone has the revision 2^63-1, which no JavaScript number holds; `encode.ts` converts it. */
export const TOMBSTONE_REVISION = Number.MAX_SAFE_INTEGER

export function ownEvent(type: string, data: string, metadata = '', contentType: string = JSON_CONTENT): ProposedEvent {
  return { id: randomUUID(), type, contentType, metadata: Buffer.from(metadata), data: Buffer.from(data) }
}

export const METADATA_TYPE = '$metadata'
export const TOMBSTONE_TYPE = '$streamDeleted'
export const LINK_TYPE = '$>'
const JSON_CONTENT = 'application/json'
export const BINARY_CONTENT = 'application/octet-stream'

export function metadataStream(stream: string): string {
  return `$$${stream}`
}

export function isMetadataStream(stream: string): boolean {
  return stream.startsWith('$$')
}
