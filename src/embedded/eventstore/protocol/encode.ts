import { type RecordedEvent, TOMBSTONE_REVISION } from '#embedded/eventstore/event.ts'
import { fieldSize, varintSize, WireWriter } from '#embedded/eventstore/wire.ts'

/** Responses of the Read call. The service passes the bytes through, so an event is serialized and copied once. */

/** Two 64-bit halves are for clients on other platforms. */
export type UuidForm = 'string' | 'structured'

/** Resolved through a link, both are present; `event` is undefined when the link's target does not exist. */
export interface ResolvedEvent {
  readonly event: RecordedEvent | undefined
  readonly link: RecordedEvent | undefined
}

const TOMBSTONE_VARINT = Uint8Array.of(0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f)

function positionOf({ event, link }: ResolvedEvent): number {
  return (link ?? event)?.position ?? 0
}

/** ReadResp with an event. */
export function encodeEvent(resolved: ResolvedEvent, uuids: UuidForm): Buffer {
  const event = resolved.event && sizes(resolved.event, uuids)
  const link = resolved.link && sizes(resolved.link, uuids)
  const commit = positionOf(resolved)
  const size = (event ? fieldSize(event.total) : 0) + (link ? fieldSize(link.total) : 0) + 1 + varintSize(commit)
  const writer = new WireWriter(fieldSize(size)).open(1, size)
  if (resolved.event && event) writeRecorded(writer.open(1, event.total), resolved.event, event)
  if (resolved.link && link) writeRecorded(writer.open(2, link.total), resolved.link, link)
  return writer.number(3, commit).finish()
}

interface Sizes {
  readonly id: Uint8Array | undefined
  readonly idSize: number
  readonly stream: number
  readonly total: number
}

function sizes(event: RecordedEvent, uuids: UuidForm): Sizes {
  const id = uuids === 'structured' ? structuredUuid(event.id) : undefined
  const idSize = id ? id.length : fieldSize(event.id.length)
  const stream = Buffer.byteLength(event.stream)
  const revision = event.revision === TOMBSTONE_REVISION ? TOMBSTONE_VARINT.length : varintSize(event.revision)
  const total =
    fieldSize(idSize) +
    fieldSize(fieldSize(stream)) +
    1 +
    revision +
    2 * (1 + varintSize(event.position)) +
    event.body.length
  return { id, idSize, stream, total }
}

function writeRecorded(writer: WireWriter, event: RecordedEvent, { id, idSize, stream }: Sizes): void {
  writer.open(1, idSize)
  if (id) writer.raw(id)
  else writer.text(2, event.id, event.id.length)
  writer.open(2, fieldSize(stream)).text(3, event.stream, stream)
  if (event.revision === TOMBSTONE_REVISION) writer.numberBytes(3, TOMBSTONE_VARINT)
  else writer.number(3, event.revision)
  writer.number(4, event.position).number(5, event.position).raw(event.body)
}

/** UUID { structured { most = 1, least = 2 } }. */
function structuredUuid(id: string): Uint8Array {
  const hex = id.replaceAll('-', '')
  const most = varint64(BigInt(`0x${hex.slice(0, 16)}`))
  const least = varint64(BigInt(`0x${hex.slice(16)}`))
  const size = 2 + most.length + least.length
  return new WireWriter(fieldSize(size)).open(1, size).numberBytes(1, most).numberBytes(2, least).finish()
}

function varint64(value: bigint): Uint8Array {
  const bytes: number[] = []
  let rest = value
  for (; rest >= 0x80n; rest >>= 7n) bytes.push(Number(rest & 0x7fn) | 0x80)
  bytes.push(Number(rest))
  return Uint8Array.from(bytes)
}

export function encodeConfirmation(subscriptionId: string): Buffer {
  const size = fieldSize(subscriptionId.length)
  return new WireWriter(fieldSize(size)).open(2, size).text(1, subscriptionId, subscriptionId.length).finish()
}

export function encodeCheckpoint(position: number): Buffer {
  const size = 2 * (1 + varintSize(position))
  return new WireWriter(fieldSize(size)).open(3, size).number(1, position).number(2, position).finish()
}

export function encodeStreamNotFound(stream: string): Buffer {
  const name = Buffer.byteLength(stream)
  const identifier = fieldSize(name)
  const size = fieldSize(identifier)
  return new WireWriter(fieldSize(size)).open(4, size).open(1, identifier).text(3, stream, name).finish()
}

export const CAUGHT_UP = new WireWriter(fieldSize(0)).open(8, 0).finish()
