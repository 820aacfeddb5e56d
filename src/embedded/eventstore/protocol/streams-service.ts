import type {
  ServerDuplexStream,
  ServerReadableStream,
  ServerUnaryCall,
  ServerWritableStream,
  sendUnaryData,
} from '@grpc/grpc-js'
import { status } from '@grpc/grpc-js'
import { isMetadataStream, type ProposedEvent } from '#embedded/eventstore/event.ts'
import type { NodeStore } from '#embedded/eventstore/store/store.ts'
import type { WireReader } from '#embedded/eventstore/wire.ts'
import {
  APPEND_BYTES_MAX,
  type AppendMessage,
  appendBytes,
  checkEvents,
  encodeAppended,
  encodeRemoved,
  encodeWrongExpected,
  normalized,
  readAppendMessage,
  WRITE_TIMEOUT_MS,
} from './append.ts'
import { type AppendPart, readAppendPart, serveBatchAppend } from './batch-append.ts'
import {
  invalidArgument,
  maximumAppendSizeExceeded,
  StatusError,
  streamDeleted,
  timedOut,
  toStatusError,
  wrongExpectedVersion,
} from './errors.ts'
import { method } from './method.ts'
import { readAll, readStream } from './read.ts'
import { ReadCall } from './read-call.ts'
import { type ReadRequest, readReadRequest } from './read-request.ts'
import { readWriteOptions, type WriteOptions } from './requests.ts'
import { subscribeToAll, subscribeToStream } from './subscribe.ts'

const SERVICE = '/event_store.client.streams.Streams'

export const streamsDefinition = {
  Read: method(`${SERVICE}/Read`, { requestStream: false, responseStream: true }, readReadRequest),
  Append: method(`${SERVICE}/Append`, { requestStream: true, responseStream: false }, readAppendMessage),
  BatchAppend: method(`${SERVICE}/BatchAppend`, { requestStream: true, responseStream: true }, readAppendPart),
  Delete: method(`${SERVICE}/Delete`, { requestStream: false, responseStream: false }, readRemoval),
  Tombstone: method(`${SERVICE}/Tombstone`, { requestStream: false, responseStream: false }, readRemoval),
}

/** DeleteReq and TombstoneReq { options = 1 }. */
function readRemoval(reader: WireReader): WriteOptions {
  let options: WriteOptions | undefined
  while (reader.next()) if (reader.field === 1) options = readWriteOptions(reader.message())
  if (options === undefined) throw invalidArgument('options are missing')
  return options
}

export function streamsService(store: NodeStore) {
  return {
    Read: (call: ServerWritableStream<ReadRequest, Buffer>) => {
      const readCall = new ReadCall(call)
      void readCall.run(() => read(store, call.request, readCall))
    },
    Append: (call: ServerReadableStream<AppendMessage, Buffer>, callback: sendUnaryData<Buffer>) => {
      answer(append(call, store), callback)
    },
    BatchAppend: (call: ServerDuplexStream<AppendPart, Buffer>) => serveBatchAppend(call, store.writer),
    Delete: (call: ServerUnaryCall<WriteOptions, Buffer>, callback: sendUnaryData<Buffer>) => {
      answer(remove('delete', call.request, store), callback)
    },
    Tombstone: (call: ServerUnaryCall<WriteOptions, Buffer>, callback: sendUnaryData<Buffer>) => {
      answer(remove('tombstone', call.request, store), callback)
    },
  }
}

function answer(written: Promise<Buffer>, callback: sendUnaryData<Buffer>): void {
  written.then(
    bytes => callback(null, bytes),
    error => callback(toStatusError(error)),
  )
}

function read(store: NodeStore, request: ReadRequest, readCall: ReadCall): Promise<void> {
  const { source, count } = request
  if (source.stream === undefined)
    return count === undefined
      ? subscribeToAll(store, request, source, readCall)
      : readAll(store, request, source, readCall)
  if (source.stream === '') throw invalidArgument('The stream has no name.')
  return count === undefined
    ? subscribeToStream(store, request, source, readCall)
    : readStream(store, request, source, readCall)
}

async function append(call: ServerReadableStream<AppendMessage, Buffer>, store: NodeStore): Promise<Buffer> {
  let options: WriteOptions | undefined
  let bytes = 0
  const events: ProposedEvent[] = []
  for await (const message of call as AsyncIterable<AppendMessage>) {
    if ('options' in message) {
      options = message.options
      continue
    }
    bytes += appendBytes([message.event])
    if (bytes > APPEND_BYTES_MAX) throw maximumAppendSizeExceeded(APPEND_BYTES_MAX)
    events.push(normalized(message.event))
  }
  if (options === undefined) throw invalidArgument('options are missing')
  // The append may be incomplete.
  if (call.cancelled) throw new StatusError(status.CANCELLED, 'The caller has left.')
  const { stream, expected } = options
  checkEvents(stream, events)
  const written = await store.writer.write({
    kind: 'append',
    stream,
    expected,
    events,
    deadline: Date.now() + WRITE_TIMEOUT_MS,
  })
  if (written.outcome === 'stored') return encodeAppended(written.revision, written.position)
  if (written.outcome === 'wrong-revision') return encodeWrongExpected(expected, written.current)
  throw written.outcome === 'deleted' ? streamDeleted(stream) : timedOut()
}

async function remove(
  kind: 'delete' | 'tombstone',
  { stream, expected }: WriteOptions,
  store: NodeStore,
): Promise<Buffer> {
  checkEvents(stream, [])
  if (isMetadataStream(stream)) throw invalidArgument('A metadata stream is not deleted: it is there for its stream.')
  const written = await store.writer.write({ kind, stream, expected })
  if (written.outcome === 'stored') return encodeRemoved(written.position)
  if (written.outcome === 'wrong-revision') throw wrongExpectedVersion(stream, expected, written.current)
  throw written.outcome === 'deleted' ? streamDeleted(stream) : timedOut()
}
