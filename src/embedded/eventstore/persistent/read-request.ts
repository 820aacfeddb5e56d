import type { UuidForm } from '#embedded/eventstore/protocol/encode.ts'
import { invalidArgument } from '#embedded/eventstore/protocol/errors.ts'
import { readUuidForm } from '#embedded/eventstore/protocol/read-request.ts'
import { readStreamName, readUuid } from '#embedded/eventstore/protocol/requests.ts'
import type { WireReader } from '#embedded/eventstore/wire.ts'
import { ALL, type GroupKey } from './settings.ts'

/** What a consumer sends: first which group it joins, then answers to messages. */
export type ConsumerRequest =
  | ({ readonly kind: 'join'; readonly bufferSize: number; readonly uuids: UuidForm } & GroupKey)
  | { readonly kind: 'ack'; readonly ids: readonly string[] }
  | { readonly kind: 'nack'; readonly ids: readonly string[]; readonly action: NackAction; readonly reason: string }

export type NackAction = 'unknown' | 'park' | 'retry' | 'skip' | 'stop'

const ACTIONS: readonly NackAction[] = ['unknown', 'park', 'retry', 'skip', 'stop']

export function readConsumerRequest(reader: WireReader): ConsumerRequest {
  let request: ConsumerRequest | undefined
  while (reader.next()) {
    if (reader.field === 1) request = readJoin(reader.message())
    else if (reader.field === 2) request = { kind: 'ack', ids: readAnswer(reader.message()).ids }
    else if (reader.field === 3) request = { kind: 'nack', ...readAnswer(reader.message()) }
  }
  if (request === undefined) throw invalidArgument('an empty message')
  return request
}

function readJoin(reader: WireReader): ConsumerRequest {
  let source = ''
  let group = ''
  let bufferSize = 0
  let uuids: UuidForm = 'string'
  while (reader.next()) {
    if (reader.field === 1) source = readStreamName(reader.message())
    else if (reader.field === 2) group = reader.text()
    else if (reader.field === 3) bufferSize = reader.number()
    else if (reader.field === 4) uuids = readUuidForm(reader.message())
    else if (reader.field === 5) source = ALL
  }
  return { kind: 'join', source, group, bufferSize, uuids }
}

function readAnswer(reader: WireReader): { ids: string[]; action: NackAction; reason: string } {
  const ids: string[] = []
  let action: NackAction = 'unknown'
  let reason = ''
  while (reader.next()) {
    if (reader.field === 2) ids.push(readUuid(reader.message()))
    else if (reader.field === 3) action = ACTIONS[reader.number()] ?? 'unknown'
    else if (reader.field === 4) reason = reader.text()
  }
  return { ids, action, reason }
}
