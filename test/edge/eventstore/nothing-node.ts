import type { ServerDuplexStream } from '@grpc/grpc-js'
import { Server, ServerCredentials } from '@grpc/grpc-js'
import { type AppendPart, serveBatchAppend } from '#embedded/eventstore/protocol/batch-append.ts'
import { featuresDefinition, featuresService } from '#embedded/eventstore/protocol/node-service.ts'
import { serverOptions } from '#embedded/eventstore/protocol/server-options.ts'
import { streamsDefinition } from '#embedded/eventstore/protocol/streams-service.ts'

/**
 * The embedded node's way in and out with nothing behind it: every append is "stored" at once. The floor of the append
 * figures.
 */

let position = 0
const writer = { write: async () => ({ outcome: 'stored' as const, revision: 0, position: position++ }) }
const server = new Server(serverOptions)
server.addService(
  { BatchAppend: streamsDefinition.BatchAppend },
  {
    BatchAppend: (call: ServerDuplexStream<AppendPart, Buffer>) => serveBatchAppend(call, writer),
  },
)
server.addService(featuresDefinition, featuresService())
server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, port) => {
  if (error) throw error
  process.stdout.write(`ready esdb://127.0.0.1:${port}?tls=false\n`)
})
process.stdin.resume()
process.stdin.on('end', () => process.exit(0))
