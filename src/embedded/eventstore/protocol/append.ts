import { BINARY_CONTENT, type ProposedEvent } from '#embedded/eventstore/event.ts'
import type { ExpectedRevision } from '#embedded/eventstore/store/decide.ts'
import { fieldSize, varintSize, type WireReader, WireWriter } from '#embedded/eventstore/wire.ts'
import { invalidArgument, maximumAppendSizeExceeded } from './errors.ts'
import { isUuid, readProposed, readWriteOptions, type WriteOptions } from './requests.ts'

/** The default of a real server, counted as it counts. */
export const APPEND_BYTES_MAX = 1024 * 1024

export const WRITE_TIMEOUT_MS = 2000

export function appendBytes(events: readonly ProposedEvent[]): number {
  let bytes = 0
  for (const { data, metadata, type } of events) bytes += data.length + metadata.length + 2 * type.length
  return bytes
}

/** @throws StatusError for an event that a real server refuses. */
export function checkEvents(stream: string, events: readonly ProposedEvent[]): void {
  if (stream === '' || stream === '$$') throw invalidArgument('The stream has no name.')
  if (stream === '$all') throw invalidArgument('$all cannot be written to.')
  for (const { id, type, contentType } of events) {
    if (!isUuid(id)) throw invalidArgument(`The event id '${id}' is not a UUID.`)
    if (type === '') throw invalidArgument('Required metadata property type is missing.')
    if (contentType === '') throw invalidArgument('Required metadata property content-type is missing.')
  }
  if (appendBytes(events) > APPEND_BYTES_MAX) throw maximumAppendSizeExceeded(APPEND_BYTES_MAX)
}

export function normalized(event: ProposedEvent): ProposedEvent {
  return event.contentType === 'application/json' ? event : { ...event, contentType: BINARY_CONTENT }
}

export type AppendMessage = { readonly options: WriteOptions } | { readonly event: ProposedEvent }

export function readAppendMessage(reader: WireReader): AppendMessage {
  let message: AppendMessage | undefined
  while (reader.next()) {
    if (reader.field === 1) message = { options: readWriteOptions(reader.message()) }
    else if (reader.field === 2) message = { event: readProposed(reader.message()) }
  }
  if (message === undefined) throw invalidArgument('an empty message')
  return message
}

/** Success of both calls: current_revision = 1 or no_stream = 2; position = 3 or no_position = 4. */
export function success(
  revision: number,
  position: number | undefined,
): { size: number; write(writer: WireWriter): WireWriter } {
  const positionSize = position === undefined ? 0 : 2 * (1 + varintSize(position))
  const size = (revision < 0 ? fieldSize(0) : 1 + varintSize(revision)) + fieldSize(positionSize)
  const write = (writer: WireWriter): WireWriter => {
    if (revision < 0) writer.open(2, 0)
    else writer.number(1, revision)
    return position === undefined
      ? writer.open(4, 0)
      : writer.open(3, positionSize).number(1, position).number(2, position)
  }
  return { size, write }
}

export function encodeAppended(revision: number, position: number | undefined): Buffer {
  const { size, write } = success(revision, position)
  return write(new WireWriter(fieldSize(size)).open(1, size)).finish()
}

/** AppendResp.wrong_expected_version: current 6 / none 7; expected 8, any 9, exists 10, no stream 11. */
export function encodeWrongExpected(expected: ExpectedRevision, current: number): Buffer {
  const size = currentSize(current) + expectedSize(expected)
  const writer = new WireWriter(fieldSize(size)).open(2, size)
  writeCurrent(writer, current, 6)
  return writeExpected(writer, expected, { number: 8, any: 9, stream_exists: 10, no_stream: 11 }).finish()
}

export function currentSize(current: number): number {
  return current < 0 ? fieldSize(0) : 1 + varintSize(current)
}

export function expectedSize(expected: ExpectedRevision): number {
  return typeof expected === 'number' ? 1 + varintSize(expected) : fieldSize(0)
}

/** The number, or an empty message in the field of its word. */
export function writeExpected(
  writer: WireWriter,
  expected: ExpectedRevision,
  fields: Record<'number' | 'any' | 'stream_exists' | 'no_stream', number>,
): WireWriter {
  return typeof expected === 'number' ? writer.number(fields.number, expected) : writer.open(fields[expected], 0)
}

export function writeCurrent(writer: WireWriter, current: number, field: number): void {
  if (current < 0) writer.open(field + 1, 0)
  else writer.number(field, current)
}

/** DeleteResp and TombstoneResp: position = 1 or no_position = 2. */
export function encodeRemoved(position: number | undefined): Buffer {
  if (position === undefined) return new WireWriter(fieldSize(0)).open(2, 0).finish()
  const size = 2 * (1 + varintSize(position))
  return new WireWriter(fieldSize(size)).open(1, size).number(1, position).number(2, position).finish()
}
