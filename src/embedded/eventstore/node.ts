import { randomUUID } from 'node:crypto'
import { Server, ServerCredentials } from '@grpc/grpc-js'
import { Groups } from './persistent/groups.ts'
import { groupsDefinition, groupsService } from './persistent/service.ts'
import { featuresDefinition, featuresService, gossipDefinition, gossipService } from './protocol/node-service.ts'
import { streamsDefinition, streamsService } from './protocol/streams-service.ts'
import { openStore } from './store/store.ts'

/** A single EventStoreDB node: a data folder behind a port. */

export interface NodeOptions {
  readonly dataDir: string
  readonly host: string
  /** 0: any free port. */
  readonly port: number
  /** PEM. With it the node speaks TLS and asks for a user name and a password. */
  readonly tls?: { readonly cert: Buffer; readonly key: Buffer }
  readonly user: string
  readonly password: string
  /** Called when the disk failed to flush; the process must end. */
  readonly broken: (error: unknown) => void
}

export interface RunningNode {
  readonly port: number
  /** Ends every open call with CANCELLED, answers what is being written, closes the log. */
  stop(): Promise<void>
}

/** Above the real server's 16 MiB, so that the limit a client meets is the one on appends and not one that kills its connection. */
const MESSAGE_BYTES_MAX = 17 * 1024 * 1024

/** Calls get this long to end by themselves when the node stops, milliseconds. */
const STOP_PATIENCE_MS = 1000

export async function startNode(options: NodeOptions): Promise<RunningNode> {
  const store = await openStore(options.dataDir, options.broken)
  const server = new Server({
    'grpc.max_receive_message_length': MESSAGE_BYTES_MAX,
    'grpc.max_send_message_length': -1,
    'grpc-node.max_session_memory': Number.MAX_SAFE_INTEGER,
  })
  let port = 0
  server.addService(streamsDefinition, streamsService(store))
  const groups = new Groups(store)
  server.addService(
    groupsDefinition,
    groupsService(groups, () => options.user),
  )
  server.addService(featuresDefinition, featuresService())
  server.addService(
    gossipDefinition,
    gossipService(randomUUID(), () => ({ host: options.host, port })),
  )
  port = await new Promise<number>((resolve, reject) => {
    server.bindAsync(`${options.host}:${options.port}`, credentials(options), (error, bound) =>
      error ? reject(error) : resolve(bound),
    )
  })
  return {
    port,
    stop: async () => {
      await new Promise<void>(resolve => {
        const force = setTimeout(() => {
          server.forceShutdown()
          resolve()
        }, STOP_PATIENCE_MS)
        server.tryShutdown(() => {
          clearTimeout(force)
          resolve()
        })
      })
      groups.close()
      store.close()
    },
  }
}

function credentials({ tls }: NodeOptions): ServerCredentials {
  if (tls === undefined) return ServerCredentials.createInsecure()
  return ServerCredentials.createSsl(null, [{ cert_chain: tls.cert, private_key: tls.key }])
}
