import type { ProposedEvent } from '#embedded/eventstore/event.ts'
import type { ExpectedRevision } from '#embedded/eventstore/store/decide.ts'
import type { EventFilter } from '#embedded/eventstore/store/filter.ts'
import type { WireReader } from '#embedded/eventstore/wire.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** UUID { structured | string }, lower case and unchecked (see `isUuid`). */
export function readUuid(reader: WireReader): string {
  let id = ''
  while (reader.next()) {
    if (reader.field === 1) id = readStructured(reader.message())
    else if (reader.field === 2) id = reader.text().toLowerCase()
  }
  return id
}

export function isUuid(id: string): boolean {
  return UUID.test(id)
}

function readStructured(reader: WireReader): string {
  let most = 0n
  let least = 0n
  while (reader.next()) {
    if (reader.field === 1) most = reader.bits64()
    else if (reader.field === 2) least = reader.bits64()
  }
  const hex = ((most << 64n) | least).toString(16).padStart(32, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

/** StreamIdentifier { bytes stream_name = 3 }. */
export function readStreamName(reader: WireReader): string {
  let name = ''
  while (reader.next()) if (reader.field === 3) name = reader.text()
  return name
}

export interface WriteOptions {
  readonly stream: string
  readonly expected: ExpectedRevision
  /** Milliseconds since 1970, of BatchAppend only. */
  readonly deadline: number | undefined
}

export function readWriteOptions(reader: WireReader): WriteOptions {
  let stream = ''
  let expected: ExpectedRevision = 'any'
  let deadline: number | undefined
  while (reader.next()) {
    if (reader.field === 1) stream = readStreamName(reader.message())
    else if (reader.field === 2) expected = reader.number()
    else if (reader.field === 3) expected = 'no_stream'
    else if (reader.field === 4) expected = 'any'
    else if (reader.field === 5) expected = 'stream_exists'
    else if (reader.field === 6) deadline = readMilliseconds(reader.message())
    else if (reader.field === 7) deadline = Date.now() + readMilliseconds(reader.message())
  }
  return { stream, expected, deadline }
}

function readMilliseconds(reader: WireReader): number {
  let milliseconds = 0
  while (reader.next()) {
    if (reader.field === 1) milliseconds += reader.number() * 1000
    else if (reader.field === 2) milliseconds += reader.number() / 1e6
  }
  return milliseconds
}

/** ProposedMessage of Append and of BatchAppend. */
export function readProposed(reader: WireReader): ProposedEvent {
  let id = ''
  let type = ''
  let contentType = ''
  let metadata: Uint8Array = NOTHING
  let data: Uint8Array = NOTHING
  while (reader.next()) {
    if (reader.field === 1) id = readUuid(reader.message())
    else if (reader.field === 2) {
      const [key, value] = readEntry(reader.message())
      if (key === 'type') type = value
      else if (key === 'content-type') contentType = value
    } else if (reader.field === 3) metadata = reader.view()
    else if (reader.field === 4) data = reader.view()
  }
  return { id, type, contentType, metadata, data }
}

const NOTHING = new Uint8Array()

function readEntry(reader: WireReader): [key: string, value: string] {
  let key = ''
  let value = ''
  while (reader.next()) {
    if (reader.field === 1) key = reader.text()
    else if (reader.field === 2) value = reader.text()
  }
  return [key, value]
}

/** `checkpointEvery`: events considered between two checkpoints of `$all`. */
export interface FilterOptions {
  readonly filter: EventFilter
  readonly checkpointEvery: number
}

/** For a filter with `count`, which no current client sends. */
const WINDOW_UNBOUNDED = 32

export function readFilterOptions(reader: WireReader): FilterOptions {
  let filter: EventFilter = { on: 'stream', prefixes: [], regex: undefined }
  let window = WINDOW_UNBOUNDED
  let multiplier = 1
  while (reader.next()) {
    if (reader.field === 1) filter = readExpression(reader.message(), 'stream')
    else if (reader.field === 2) filter = readExpression(reader.message(), 'type')
    else if (reader.field === 3) window = reader.number()
    else if (reader.field === 5) multiplier = reader.number()
  }
  return { filter, checkpointEvery: Math.max(1, window * Math.max(1, multiplier)) }
}

function readExpression(reader: WireReader, on: 'stream' | 'type'): EventFilter {
  const prefixes: string[] = []
  let regex: string | undefined
  while (reader.next()) {
    if (reader.field === 1) regex = reader.text() || undefined
    else if (reader.field === 2) prefixes.push(reader.text())
  }
  return { on, prefixes, regex }
}
