import type { ServerDuplexStream } from '@grpc/grpc-js'
import { status } from '@grpc/grpc-js'
import type { ProposedEvent } from '#embedded/eventstore/event.ts'
import type { ExpectedRevision, Written } from '#embedded/eventstore/store/decide.ts'
import type { Writer } from '#embedded/eventstore/store/writer.ts'
import { fieldSize, varintSize, type WireReader, WireWriter } from '#embedded/eventstore/wire.ts'
import {
  APPEND_BYTES_MAX,
  appendBytes,
  checkEvents,
  currentSize,
  expectedSize,
  normalized,
  success,
  WRITE_TIMEOUT_MS,
  writeCurrent,
  writeExpected,
} from './append.ts'
import { toStatusError } from './errors.ts'
import { readProposed, readUuid, readWriteOptions, type WriteOptions } from './requests.ts'

/**
 * BatchAppend carries all appends of a client, each in one or more parts, answered in any order by correlation id. A
 * failed append is a response: ending the call would fail every other append on it.
 */

export interface AppendPart {
  readonly correlationId: string
  readonly options: WriteOptions | undefined
  readonly events: readonly ProposedEvent[]
  readonly isFinal: boolean
}

export function readAppendPart(reader: WireReader): AppendPart {
  let correlationId = ''
  let options: WriteOptions | undefined
  let isFinal = false
  const events: ProposedEvent[] = []
  while (reader.next()) {
    if (reader.field === 1) correlationId = readUuid(reader.message())
    else if (reader.field === 2) options = readWriteOptions(reader.message())
    else if (reader.field === 3) events.push(readProposed(reader.message()))
    else if (reader.field === 4) isFinal = reader.bool()
  }
  return { correlationId, options, events, isFinal }
}

interface PartialAppend {
  readonly options: WriteOptions
  readonly events: ProposedEvent[]
  readonly deadline: number
  readonly timer: NodeJS.Timeout | undefined
  bytes: number
}

export function serveBatchAppend(call: ServerDuplexStream<AppendPart, Buffer>, writer: Pick<Writer, 'write'>): void {
  const partialAppends = new Map<string, PartialAppend>()
  const answer = (bytes: Buffer): void => {
    if (!call.cancelled && !call.destroyed && call.writable) call.write(bytes)
  }
  const begin = (id: string, options: WriteOptions, isFinal: boolean): PartialAppend => {
    const now = Date.now()
    const deadline = Math.min(options.deadline ?? Number.POSITIVE_INFINITY, now + WRITE_TIMEOUT_MS)
    const expire = () => {
      if (partialAppends.delete(id)) answer(encodeError(id, options, TIMEOUT))
    }
    // A complete append is decided within this turn and needs no timer.
    const timer = isFinal ? undefined : setTimeout(expire, Math.max(0, deadline - now))
    return { options, events: [], deadline, timer, bytes: 0 }
  }

  call.on('data', (part: AppendPart) => {
    const id = part.correlationId
    const append = partialAppends.get(id) ?? (part.options && begin(id, part.options, part.isFinal))
    // A part of an append that was answered (too late, too large).
    if (append === undefined) return
    append.bytes += appendBytes(part.events)
    if (append.bytes <= APPEND_BYTES_MAX) for (const event of part.events) append.events.push(event)
    if (!part.isFinal) {
      partialAppends.set(id, append)
      return
    }
    partialAppends.delete(id)
    clearTimeout(append.timer)
    store(id, append, writer).then(answer, () => call.destroy())
  })
  call.on('end', () => call.end())
  const drop = (): void => {
    for (const { timer } of partialAppends.values()) clearTimeout(timer)
    partialAppends.clear()
  }
  call.on('close', drop)
  call.on('cancelled', drop)
}

async function store(
  id: string,
  { options, events, deadline, bytes }: PartialAppend,
  writer: Pick<Writer, 'write'>,
): Promise<Buffer> {
  const { stream, expected } = options
  try {
    if (bytes > APPEND_BYTES_MAX) return encodeError(id, options, TOO_LARGE)
    checkEvents(stream, events)
    const written = await writer.write({ kind: 'append', stream, expected, events: events.map(normalized), deadline })
    if (written.outcome === 'stored') return encodeStored(id, options, written)
    return encodeError(id, options, failure(stream, expected, written))
  } catch (error) {
    const { code, details } = toStatusError(error)
    const type = code === status.INVALID_ARGUMENT ? 'BadRequest' : 'Unknown'
    return encodeError(id, options, { code, message: details, type })
  }
}

/** A google.rpc.Status; `type` names the message in `event_store.client` from which the client makes its error. */
interface Failure {
  readonly code: number
  readonly message: string
  readonly type: string
  readonly detail?: Buffer
}

const TIMEOUT: Failure = { code: status.DEADLINE_EXCEEDED, message: 'Timeout', type: 'Timeout' }

const TOO_LARGE: Failure = {
  code: status.INVALID_ARGUMENT,
  message: 'Maximum Append Size Exceeded',
  type: 'MaximumAppendSizeExceeded',
  detail: new WireWriter(1 + varintSize(APPEND_BYTES_MAX)).number(1, APPEND_BYTES_MAX).finish(),
}

function failure(
  stream: string,
  expected: ExpectedRevision,
  written: Exclude<Written, { outcome: 'stored' }>,
): Failure {
  if (written.outcome === 'timeout') return TIMEOUT
  if (written.outcome === 'deleted') {
    const name = Buffer.byteLength(stream)
    const detail = new WireWriter(fieldSize(fieldSize(name))).open(1, fieldSize(name)).text(3, stream, name).finish()
    const message = `Event stream '${stream}' is deleted.`
    return { code: status.FAILED_PRECONDITION, message, type: 'StreamDeleted', detail }
  }
  const detail = wrongExpectedVersion(expected, written.current)
  return { code: status.FAILED_PRECONDITION, message: 'WrongExpectedVersion', type: 'WrongExpectedVersion', detail }
}

/** WrongExpectedVersion: current 1 / none 2; expected 3, any 4, exists 5, no stream 6. */
function wrongExpectedVersion(expected: ExpectedRevision, current: number): Buffer {
  const writer = new WireWriter(currentSize(current) + expectedSize(expected))
  writeCurrent(writer, current, 1)
  return writeExpected(writer, expected, { number: 3, any: 4, stream_exists: 5, no_stream: 6 }).finish()
}

/** BatchAppendResp { correlation_id = 1, error = 2, success = 3, stream_identifier = 4, expected = 5 … 8 }. */
function encodeStored(
  id: string,
  options: WriteOptions,
  written: { revision: number; position: number | undefined },
): Buffer {
  const { size, write } = success(written.revision, written.position)
  return write(beginResponse(id, options, fieldSize(size)).open(3, size)).finish()
}

function encodeError(id: string, options: WriteOptions, failure: Failure): Buffer {
  const { code, message, type, detail = Buffer.alloc(0) } = failure
  const typeUrl = `type.googleapis.com/event_store.client.${type}`
  const anySize = fieldSize(typeUrl.length) + fieldSize(detail.length)
  const messageBytes = Buffer.byteLength(message)
  const size = 1 + varintSize(code) + fieldSize(messageBytes) + fieldSize(anySize)
  const writer = beginResponse(id, options, fieldSize(size))
  writer.open(2, size).number(1, code).text(2, message, messageBytes)
  return writer.open(3, anySize).text(1, typeUrl, typeUrl.length).field(2, detail).finish()
}

/** With the fields of every response; the caller writes the result of `resultSize` bytes next. */
function beginResponse(id: string, { stream, expected }: WriteOptions, resultSize: number): WireWriter {
  const name = Buffer.byteLength(stream)
  const envelopeSize = fieldSize(fieldSize(id.length)) + fieldSize(fieldSize(name)) + expectedSize(expected)
  const writer = new WireWriter(envelopeSize + resultSize)
  writer.open(1, fieldSize(id.length)).text(2, id, id.length)
  writer.open(4, fieldSize(name)).text(3, stream, name)
  return writeExpected(writer, expected, { number: 5, no_stream: 6, any: 7, stream_exists: 8 })
}
