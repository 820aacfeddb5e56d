import type { WireReader } from '#embedded/eventstore/wire.ts'
import type { UuidForm } from './encode.ts'
import { invalidArgument } from './errors.ts'
import { type FilterOptions, readFilterOptions, readStreamName } from './requests.ts'

export interface ReadRequest {
  readonly source: StreamSource | AllSource
  readonly direction: 'forwards' | 'backwards'
  readonly resolveLinks: boolean
  readonly count: number | undefined
  readonly filter: FilterOptions | undefined
  readonly uuids: UuidForm
}

export interface StreamSource {
  readonly stream: string
  readonly from: number | 'start' | 'end'
}

export interface AllSource {
  readonly stream: undefined
  readonly from: LogPosition | 'start' | 'end'
}

export interface LogPosition {
  readonly commit: number
  readonly prepare: number
}

export function readReadRequest(reader: WireReader): ReadRequest {
  let request: ReadRequest | undefined
  while (reader.next()) if (reader.field === 1) request = readOptions(reader.message())
  if (request === undefined) throw invalidArgument('options are missing')
  return request
}

function readOptions(reader: WireReader): ReadRequest {
  let source: StreamSource | AllSource | undefined
  let direction: 'forwards' | 'backwards' = 'forwards'
  let resolveLinks = false
  let count: number | undefined = 0
  let filter: FilterOptions | undefined
  let uuids: UuidForm = 'string'
  while (reader.next()) {
    if (reader.field === 1) source = readStreamSource(reader.message())
    else if (reader.field === 2) source = readAllSource(reader.message())
    else if (reader.field === 3) direction = reader.number() === 1 ? 'backwards' : 'forwards'
    else if (reader.field === 4) resolveLinks = reader.bool()
    else if (reader.field === 5) count = reader.number()
    else if (reader.field === 6) count = undefined
    else if (reader.field === 7) filter = readFilterOptions(reader.message())
    else if (reader.field === 9) uuids = readUuidForm(reader.message())
  }
  if (source === undefined) throw invalidArgument('neither a stream nor $all was asked for')
  return { source, direction, resolveLinks, count, filter, uuids }
}

/** UUIDOption: structured = 1, string = 2. */
export function readUuidForm(reader: WireReader): UuidForm {
  let form: UuidForm = 'string'
  while (reader.next()) if (reader.field === 1) form = 'structured'
  return form
}

function readStreamSource(reader: WireReader): StreamSource {
  let stream = ''
  let from: StreamSource['from'] = 'start'
  while (reader.next()) {
    if (reader.field === 1) stream = readStreamName(reader.message())
    else if (reader.field === 2) from = reader.number()
    else if (reader.field === 3) from = 'start'
    else if (reader.field === 4) from = 'end'
  }
  return { stream, from }
}

export function readAllSource(reader: WireReader): AllSource {
  let from: AllSource['from'] = 'start'
  while (reader.next()) {
    if (reader.field === 1) from = readPosition(reader.message())
    else if (reader.field === 2) from = 'start'
    else if (reader.field === 3) from = 'end'
  }
  return { stream: undefined, from }
}

function readPosition(reader: WireReader): LogPosition {
  let commit = 0
  let prepare = 0
  while (reader.next()) {
    if (reader.field === 1) commit = reader.number()
    else if (reader.field === 2) prepare = reader.number()
  }
  if (prepare > commit) throw invalidArgument('The commit position cannot be less than the prepare position')
  return { commit, prepare }
}

/** Both are equal in this log. A lower prepare position, of another server, means that `commit` is still to be read. */
export function passed({ commit, prepare }: LogPosition): number {
  return prepare < commit ? commit - 1 : commit
}
