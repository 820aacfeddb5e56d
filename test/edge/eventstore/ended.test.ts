import { Server, ServerCredentials, type ServerWritableStream } from '@grpc/grpc-js'
import { connectEventStore } from '#edge/eventstore/client.ts'
import { encodeConfirmation } from '../../../src/embedded/eventstore/protocol/encode.ts'
import { featuresDefinition, featuresService } from '../../../src/embedded/eventstore/protocol/node-service.ts'
import { streamsDefinition } from '../../../src/embedded/eventstore/protocol/streams-service.ts'
import { suite } from '../../harness/suite.ts'
import { until } from './harness.ts'

/** A server, or a proxy before it, that ends subscriptions politely: with status OK and no error. */
const test = suite('event store subscriptions that end')

let reads = 0
const server = new Server()
server.addService(
  { Read: streamsDefinition.Read },
  {
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
  await until('a third subscription', () => reads >= 3, 5_000)
  await until('it to be told', () => states.includes('reconnecting'))
  ending.abort()
  await subscription
})

test.after(async () => {
  await store.close()
  server.forceShutdown()
})
test.run()
