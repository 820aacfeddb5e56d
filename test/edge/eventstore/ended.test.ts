import { setTimeout as delay } from 'node:timers/promises'
import { Server, ServerCredentials, type ServerDuplexStream, type ServerWritableStream } from '@grpc/grpc-js'
import * as assert from 'uvu/assert'
import { connectEventStore } from '#edge/eventstore/client.ts'
import { type AppendPart, serveBatchAppend } from '#embedded/eventstore/protocol/batch-append.ts'
import { encodeConfirmation } from '#embedded/eventstore/protocol/encode.ts'
import { featuresDefinition, featuresService } from '#embedded/eventstore/protocol/node-service.ts'
import { streamsDefinition } from '#embedded/eventstore/protocol/streams-service.ts'
import { suite } from '../../harness/suite.ts'
import { newEvent, until } from './harness.ts'

/** A server, or a proxy before it, that ends calls politely: with status OK and no error. */
const test = suite('event store calls that end')

let reads = 0
const batches: ServerDuplexStream<AppendPart, Buffer>[] = []
const writer = { write: async () => ({ outcome: 'stored' as const, revision: 0, position: 0 }) }
const server = new Server()
server.addService(
  { BatchAppend: streamsDefinition.BatchAppend, Read: streamsDefinition.Read },
  {
    BatchAppend: (call: ServerDuplexStream<AppendPart, Buffer>) => {
      batches.push(call)
      serveBatchAppend(call, writer)
    },
    Read: (call: ServerWritableStream<unknown, Buffer>) => {
      reads += 1
      call.write(encodeConfirmation('a-subscription'))
      call.end()
    },
  },
)
server.addService(featuresDefinition, featuresService())
const port = await new Promise<number>((resolve, reject) => {
  server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, bound) =>
    error ? reject(error) : resolve(bound),
  )
})
const store = connectEventStore(`esdb://127.0.0.1:${port}?tls=false`)

test('a catch-up subscription that is ended without an error begins again', async () => {
  const ending = new AbortController()
  const states: string[] = []
  const subscription = store.subscribe({
    prefixes: ['a-'],
    from: null,
    signal: ending.signal,
    handle: async () => {},
    onState: state => states.push(state),
  })
  await until('a third subscription', () => reads >= 3)
  await until('it to be told', () => states.includes('reconnecting'))
  ending.abort()
  await subscription
})

test('appends that are ended without an error go on with another call', async () => {
  await store.append('a-1', 'no_stream', [newEvent()])
  batches[0]!.end()
  await delay(50)
  await store.append('a-2', 'no_stream', [newEvent()])
  assert.is(batches.length, 2)
})

test('nobody waits at the end for what was ended', async () => {
  batches[1]!.end()
  await delay(50)
  assert.is(await Promise.race([store.close(), delay(30_000, 'still waiting', { ref: false })]), undefined)
})

test.after(() => {
  server.forceShutdown()
})
test.run()
