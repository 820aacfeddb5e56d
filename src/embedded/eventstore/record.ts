import { crc32 } from 'node:zlib'
import type { ProposedEvent, RecordedEvent } from './event.ts'
import { fieldSize, WireReader, WireWriter } from './wire.ts'

/** EventStoreDB reports `created` in ticks of 100 ns since 1970. */
const TICKS_OF_A_MILLISECOND = '0000'

/** Fields 6 (metadata map), 7 (custom metadata) and 8 (data) of RecordedEvent, served as stored. */
export function encodeBody(event: ProposedEvent, created: number): Buffer {
  const ticks = `${created}${TICKS_OF_A_MILLISECOND}`
  const typeBytes = Buffer.byteLength(event.type)
  const contentTypeBytes = Buffer.byteLength(event.contentType)
  const typeEntry = fieldSize(4) + fieldSize(typeBytes)
  const contentTypeEntry = fieldSize(12) + fieldSize(contentTypeBytes)
  const createdEntry = fieldSize(7) + fieldSize(ticks.length)
  const size =
    fieldSize(typeEntry) +
    fieldSize(contentTypeEntry) +
    fieldSize(createdEntry) +
    fieldSize(event.metadata.length) +
    fieldSize(event.data.length)
  // Cached: a slice of the allocator's pool would keep 64 KiB in memory.
  return new WireWriter(size, Buffer.allocUnsafeSlow(size))
    .open(6, typeEntry)
    .text(1, 'type', 4)
    .text(2, event.type, typeBytes)
    .open(6, contentTypeEntry)
    .text(1, 'content-type', 12)
    .text(2, event.contentType, contentTypeBytes)
    .open(6, createdEntry)
    .text(1, 'created', 7)
    .text(2, ticks, ticks.length)
    .field(7, event.metadata)
    .field(8, event.data)
    .finish()
}

export function dataOf(body: Uint8Array): Buffer {
  const reader = new WireReader(Buffer.from(body.buffer, body.byteOffset, body.byteLength))
  let data: Buffer = Buffer.alloc(0)
  while (reader.next()) if (reader.field === 8) data = reader.view()
  return data
}

/** CRC-32 over all stored fields but the stream's key, which reads verify. */
export function checksum(event: RecordedEvent): number {
  const head = `${event.position} ${event.revision} ${event.created} ${event.id} ${event.stream} ${event.type}`
  return crc32(event.body, crc32(head))
}

const RECORD_OVERHEAD = 64

/** Positions advance by size, so a missing event is a detectable hole. */
export function positionAfter(event: RecordedEvent): number {
  return event.position + RECORD_OVERHEAD + event.body.length
}
