import type { ServerUnaryCall, sendUnaryData } from '@grpc/grpc-js'
import { fieldSize, varintSize, WireWriter } from '#embedded/eventstore/wire.ts'
import { method } from './method.ts'

/** The version whose behaviour this node follows; clients choose calls by it. */
const SERVER_VERSION = '24.10.14'

const STREAMS = 'event_store.client.streams.streams'

const SUPPORTED: readonly [service: string, method: string, features: readonly string[]][] = [
  [STREAMS, 'append', []],
  [STREAMS, 'batchappend', ['deadline_duration']],
  [STREAMS, 'delete', []],
  [STREAMS, 'tombstone', []],
  [STREAMS, 'read', ['position', 'events']],
  ['event_store.client.gossip.gossip', 'read', []],
  ['event_store.client.server_features.serverfeatures', 'getsupportedmethods', []],
]

export const featuresDefinition = {
  GetSupportedMethods: method(
    '/event_store.client.server_features.ServerFeatures/GetSupportedMethods',
    { requestStream: false, responseStream: false },
    () => ({}),
  ),
}

export function featuresService() {
  const answer = encodeSupported()
  return {
    GetSupportedMethods: (_call: ServerUnaryCall<object, Buffer>, callback: sendUnaryData<Buffer>) =>
      callback(null, answer),
  }
}

/** methods = 1 { method_name = 1, service_name = 2, features = 3 }, event_store_server_version = 2. */
function encodeSupported(): Buffer {
  const methods = SUPPORTED.map(([service, name, features]) => {
    const size = [name, service, ...features].reduce((sum, text) => sum + fieldSize(text.length), 0)
    const writer = new WireWriter(size).text(1, name, name.length).text(2, service, service.length)
    for (const feature of features) writer.text(3, feature, feature.length)
    return writer.finish()
  })
  const size = methods.reduce((sum, bytes) => sum + fieldSize(bytes.length), 0) + fieldSize(SERVER_VERSION.length)
  const writer = new WireWriter(size)
  for (const bytes of methods) writer.field(1, bytes)
  return writer.text(2, SERVER_VERSION, SERVER_VERSION.length).finish()
}

export const gossipDefinition = {
  Read: method('/event_store.client.gossip.Gossip/Read', { requestStream: false, responseStream: false }, () => ({})),
}

const LEADER = 8

export function gossipService(instanceId: string, endpoint: () => { host: string; port: number }) {
  return {
    Read: (_call: ServerUnaryCall<object, Buffer>, callback: sendUnaryData<Buffer>) => {
      const { host, port } = endpoint()
      callback(null, encodeMember(instanceId, host, port))
    },
  }
}

/**
 * members = 1 { instance_id = 1, time_stamp = 2, state = 3, is_alive = 4, http_end_point = 5 { address = 1, port = 2 }
 * }.
 */
function encodeMember(instanceId: string, host: string, port: number): Buffer {
  const now = Date.now() * 10_000
  const id = fieldSize(instanceId.length)
  const endpoint = fieldSize(host.length) + 1 + varintSize(port)
  const size = fieldSize(id) + 1 + varintSize(now) + 2 + 2 + fieldSize(endpoint)
  return new WireWriter(fieldSize(size))
    .open(1, size)
    .open(1, id)
    .text(2, instanceId, instanceId.length)
    .number(2, now)
    .number(3, LEADER)
    .number(4, 1)
    .open(5, endpoint)
    .text(1, host, host.length)
    .number(2, port)
    .finish()
}
