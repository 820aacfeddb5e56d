import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer, type Server as NetServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import gossipPb from '@eventstore/db-client/generated/gossip_pb.js'
import sharedPb from '@eventstore/db-client/generated/shared_pb.js'
import { Server, ServerCredentials, type ServerDuplexStream, status } from '@grpc/grpc-js'
import { type AppendPart, serveBatchAppend } from '#embedded/eventstore/protocol/batch-append.ts'
import { consumerTooSlow, StatusError } from '#embedded/eventstore/protocol/errors.ts'
import { featuresDefinition, featuresService, gossipDefinition } from '#embedded/eventstore/protocol/node-service.ts'
import { streamsDefinition, streamsService } from '#embedded/eventstore/protocol/streams-service.ts'
import { openStore } from '#embedded/eventstore/store/store.ts'
import { fieldSize, varintSize, WireWriter } from '#embedded/eventstore/wire.ts'

/**
 * What a cluster of three is to its clients, as it was seen on EventStoreDB 23.10: one log, three nodes that say who
 * leads, and a leader that is killed or frozen. Nothing is elected here; a test says what each node knows.
 */

const { LEADER, FOLLOWER, UNKNOWN } = gossipPb.MemberInfo.VNodeState

/** How a follower answers an append. */
type Follower =
  | 'forwards'
  /** In the body, as while nodes elect. */
  | 'not ready'
  /** The same without the details that the protocol promises. */
  | 'not ready, without details'
  /** It handed the append to a leader that is gone. */
  | 'silent'
  /** It ends the call and names the leader, or cannot. */
  | 'not leader'
  | 'not leader, nobody leads'

export async function startCluster() {
  const dataDir = mkdtempSync(join(tmpdir(), 'cluster-'))
  const store = await openStore(dataDir, error => {
    throw error
  })
  const cluster = {
    url: '',
    /** What the nodes that can be reached tell of it; null while there is none. */
    saidToLead: 0 as number | null,
    /** Who stores appends. */
    leads: 0 as number | null,
    followers: 'forwards' as Follower,
    /** Messages of a read after which it falls silent. */
    readsStopAfter: Number.POSITIVE_INFINITY,
    kill: (node: number) => nodes[node]!.line.cut(),
    freeze: (node: number) => nodes[node]!.line.freeze(),
    /** A node that was killed or frozen is there again; what it was connected to is gone. */
    revive: (node: number) => nodes[node]!.line.restore(),
    /** Ends all subscriptions, as a server does whose readers are slow. */
    dropReaders: () => {
      for (const call of subscriptions) call.emit('error', consumerTooSlow())
    },
    dispose: async () => {
      for (const { grpc, line } of nodes) {
        line.cut()
        grpc.forceShutdown()
      }
      store.close()
      rmSync(dataDir, { recursive: true })
    },
  }

  function serveAppends(node: number, call: ServerDuplexStream<AppendPart, Buffer>): void {
    const { on } = call
    const answers = (append: (part: AppendPart) => void) => (part: AppendPart) => {
      if (cluster.leads === node) return append(part)
      const { followers } = cluster
      if (followers === 'forwards' && cluster.leads !== null) return append(part)
      if (followers.startsWith('not ready')) call.write(notReady(part, followers === 'not ready'))
      if (followers.startsWith('not leader')) call.emit('error', notLeader())
    }
    call.on = (event: string, listener: (...values: never[]) => void) =>
      Reflect.apply(on, call, [event, event === 'data' ? answers(listener as (part: AppendPart) => void) : listener])
    serveBatchAppend(call, store.writer)
  }

  function serveRead(call: Parameters<typeof streams.Read>[0]): void {
    const { write, end } = call
    if (call.request.count === undefined) {
      subscriptions.add(call)
      for (const over of ['close', 'cancelled', 'error']) call.on(over, () => subscriptions.delete(call))
    }
    let left = cluster.readsStopAfter
    const isSilent = () => left < 0
    call.write = (bytes: Buffer) => {
      left -= 1
      return isSilent() || Reflect.apply(write, call, [bytes])
    }
    Object.assign(call, { end: () => (isSilent() ? call : Reflect.apply(end, call, [])) })
    streams.Read(call)
  }

  function notLeader(): StatusError {
    const known: Record<string, string> =
      cluster.leads === null || cluster.followers !== 'not leader'
        ? {}
        : { 'leader-endpoint-host': '127.0.0.1', 'leader-endpoint-port': String(nodes[cluster.leads]!.line.port) }
    return new StatusError(status.NOT_FOUND, 'Leader info available', { exception: 'not-leader', ...known })
  }

  function gossip(): Buffer {
    const info = new gossipPb.ClusterInfo()
    for (const [index, { line }] of nodes.entries()) {
      const member = new gossipPb.MemberInfo()
      const id = new sharedPb.UUID()
      id.setString(randomUUID())
      const endpoint = new gossipPb.EndPoint()
      endpoint.setAddress('127.0.0.1')
      endpoint.setPort(line.port)
      member.setInstanceId(id)
      member.setIsAlive(index === cluster.saidToLead || !line.isDown())
      member.setState(index === cluster.saidToLead ? LEADER : cluster.saidToLead === null ? UNKNOWN : FOLLOWER)
      member.setHttpEndPoint(endpoint)
      info.addMembers(member)
    }
    return Buffer.from(info.serializeBinary())
  }

  const subscriptions = new Set<Parameters<typeof streams.Read>[0]>()
  const streams = streamsService(store)
  const nodes = await Promise.all(
    [0, 1, 2].map(async node => {
      const grpc = new Server()
      grpc.addService(featuresDefinition, featuresService())
      grpc.addService(gossipDefinition, {
        Read: (_call: unknown, callback: (error: null, bytes: Buffer) => void) => callback(null, gossip()),
      })
      grpc.addService(
        { BatchAppend: streamsDefinition.BatchAppend, Read: streamsDefinition.Read },
        { BatchAppend: (call: ServerDuplexStream<AppendPart, Buffer>) => serveAppends(node, call), Read: serveRead },
      )
      const port = await new Promise<number>((resolve, reject) =>
        grpc.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, bound) =>
          error ? reject(error) : resolve(bound),
        ),
      )
      return { grpc, line: await startLine(port) }
    }),
  )
  cluster.url = `esdb://${nodes.map(({ line }) => `127.0.0.1:${line.port}`).join(',')}?tls=false`
  return cluster
}

/** The network before a node: what goes through it can be cut, or stop without a word. */
async function startLine(to: number) {
  const sockets = new Set<Socket>()
  let state: 'open' | 'frozen' | 'cut' = 'open'
  const server: NetServer = createServer(client => {
    sockets.add(client)
    client.on('error', () => undefined)
    if (state === 'frozen') return
    const node = connect(to, '127.0.0.1')
    sockets.add(node)
    node.on('error', () => client.destroy())
    client.on('close', () => node.destroy())
    node.on('close', () => client.destroy())
    client.pipe(node).pipe(client)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    port,
    isDown: () => state !== 'open',
    cut: () => {
      state = 'cut'
      server.close()
      for (const socket of sockets) socket.destroy()
    },
    restore: async () => {
      for (const socket of sockets) socket.destroy()
      if (state === 'cut') await new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve))
      state = 'open'
    },
    freeze: () => {
      state = 'frozen'
      for (const socket of sockets) {
        socket.unpipe()
        socket.pause()
      }
    },
  }
}

/** BatchAppendResp { correlation_id = 1, error = 2 { code = 1, message = 2, details = 3 }, stream_identifier = 4 }. */
function notReady({ correlationId, options }: AppendPart, withDetails: boolean): Buffer {
  const words = 'Server Is Not Ready'
  const type = 'type.googleapis.com/google.protobuf.Empty'
  const code = new WireWriter(1 + varintSize(status.UNAVAILABLE)).number(1, status.UNAVAILABLE).finish()
  const details = withDetails ? field(3, text(1, type)) : Buffer.alloc(0)
  return Buffer.concat([
    field(1, text(2, correlationId)),
    field(2, Buffer.concat([code, text(2, words), details])),
    field(4, text(3, options?.stream ?? '')),
  ])
}

function field(number: number, content: Buffer): Buffer {
  return new WireWriter(fieldSize(content.length)).field(number, content).finish()
}

function text(number: number, value: string): Buffer {
  return field(number, Buffer.from(value))
}
