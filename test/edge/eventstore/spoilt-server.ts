import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Server, ServerCredentials, type ServerDuplexStream, type ServerWritableStream, status } from '@grpc/grpc-js'
import { type AppendPart, serveBatchAppend } from '#embedded/eventstore/protocol/batch-append.ts'
import { encodeConfirmation } from '#embedded/eventstore/protocol/encode.ts'
import { StatusError } from '#embedded/eventstore/protocol/errors.ts'
import {
  featuresDefinition,
  featuresService,
  gossipDefinition,
  gossipService,
} from '#embedded/eventstore/protocol/node-service.ts'
import type { ReadRequest } from '#embedded/eventstore/protocol/read-request.ts'
import { streamsDefinition, streamsService } from '#embedded/eventstore/protocol/streams-service.ts'
import { openStore } from '#embedded/eventstore/store/store.ts'

/** A server whose first answers can be spoilt; it keeps the calls it gets. */
export async function spoiltServer() {
  const dataDir = mkdtempSync(join(tmpdir(), 'spoilt-'))
  const events = await openStore(dataDir, error => {
    throw error
  })
  const batches: ServerDuplexStream<AppendPart, Buffer>[] = []
  const reads: ServerWritableStream<ReadRequest, Buffer>[] = []
  const held: (() => void)[] = []
  const server = {
    batches,
    reads,
    held,
    holdAnswers: false,
    featureFailures: 0,
    isLost: false,
    /** With what it fails a read from a place of the log; those from its ends are answered. */
    placesFail: null as status | null,
    /** Stores something else in the place of what it is given. */
    isMixedUp: false,
    url: '',
    close: () => {
      grpc.forceShutdown()
      events.close()
      rmSync(dataDir, { recursive: true })
    },
  }
  const write: typeof events.writer.write = async request => {
    const mixUp = server.isMixedUp && 'events' in request
    const strangers = mixUp ? request.events.map(event => ({ ...event, id: randomUUID() })) : []
    const written = await events.writer.write(mixUp ? { ...request, events: strangers } : request)
    if (server.holdAnswers) await new Promise<void>(resolve => held.push(resolve))
    return written
  }
  const features = featuresService()
  const streams = streamsService(events)
  const grpc = new Server()
  grpc.addService(featuresDefinition, {
    GetSupportedMethods: (...[call, callback]: Parameters<typeof features.GetSupportedMethods>) => {
      if (server.featureFailures-- > 0) callback(new StatusError(status.INTERNAL, 'I am starting.'))
      else features.GetSupportedMethods(call, callback)
    },
  })
  const gossip = gossipService(randomUUID(), () => ({ host: '127.0.0.1', port }))
  grpc.addService(gossipDefinition, {
    Read: (...[call, callback]: Parameters<typeof gossip.Read>) => {
      if (server.isLost) callback(new StatusError(status.UNAVAILABLE, 'I am leaving.'))
      else gossip.Read(call, callback)
    },
  })
  grpc.addService(
    { BatchAppend: streamsDefinition.BatchAppend, Read: streamsDefinition.Read },
    {
      BatchAppend: (call: ServerDuplexStream<AppendPart, Buffer>) => {
        batches.push(call)
        serveBatchAppend(call, { write })
      },
      Read: (call: ServerWritableStream<ReadRequest, Buffer>) => {
        const isPlace = call.request.count !== undefined && typeof call.request.source.from === 'object'
        if (server.placesFail !== null && isPlace)
          return call.emit('error', new StatusError(server.placesFail, 'Not now.'))
        if (call.request.count !== undefined) return streams.Read(call)
        reads.push(call)
        call.write(encodeConfirmation('a-subscription'))
      },
    },
  )
  const port = await new Promise<number>((resolve, reject) => {
    grpc.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, bound) =>
      error ? reject(error) : resolve(bound),
    )
  })
  server.url = `esdb://127.0.0.1:${port}?tls=false`
  return server
}
