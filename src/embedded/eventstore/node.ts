import { randomUUID } from 'node:crypto'
import { logVerbosity, Server, ServerCredentials, setLogVerbosity } from '@grpc/grpc-js'
import { allowAll, basicAuth } from './protocol/access.ts'
import { createCalls } from './protocol/calls.ts'
import { featuresDefinition, featuresService, gossipDefinition, gossipService } from './protocol/node-service.ts'
import { serverOptions } from './protocol/server-options.ts'
import { streamsDefinition, streamsService } from './protocol/streams-service.ts'
import { openStore } from './store/store.ts'

export interface NodeOptions {
  readonly dataDir: string
  readonly host: string
  readonly port: number
  /** PEM. With it the node speaks TLS and requires a user name and a password. */
  readonly tls?: { readonly cert: Buffer; readonly key: Buffer }
  readonly user: string
  readonly password: string
  readonly onFlushFailure: (error: unknown) => void
}

export interface RunningNode {
  readonly port: number
  stop(): Promise<void>
}

const STOP_MS_MAX = 1000

/** @throws Error with a message for the person who started it (folder unusable, port taken). */
export async function startNode(options: NodeOptions): Promise<RunningNode> {
  setLogVerbosity(logVerbosity.NONE)
  const store = await openStore(options.dataDir, options.onFlushFailure)
  const calls = createCalls()
  const server = new Server(serverOptions)
  allowCancelling(server)
  let port = 0
  const checkAccess = options.tls ? basicAuth(options) : allowAll
  const gossip = gossipService(randomUUID(), () => ({ host: options.host, port }))
  server.addService(streamsDefinition, calls.withAccessCheck(streamsDefinition, streamsService(store), checkAccess))
  server.addService(featuresDefinition, calls.withAccessCheck(featuresDefinition, featuresService(), allowAll))
  server.addService(gossipDefinition, calls.withAccessCheck(gossipDefinition, gossip, allowAll))
  try {
    port = await bind(server, options)
  } catch (error) {
    store.close()
    throw error
  }
  return {
    port,
    stop: async () => {
      await store.writer.idle()
      calls.endAll()
      await shutDown(server)
      store.close()
    },
  }
}

/** Per connection: this many at once, and as many per second. */
const CANCELLED_CALLS_MAX = 1_000_000

/**
 * Each ended subscription or aborted read is a cancelled call. Node takes more than a thousand (33 a second) for an
 * attack and closes the connection with all its appends. grpc-js has no option for this, only its own field.
 */
function allowCancelling(server: Server): void {
  const http2Options: unknown = Reflect.get(server, 'commonServerOptions')
  if (typeof http2Options !== 'object' || http2Options === null)
    throw new Error('grpc-js keeps its HTTP/2 options elsewhere now')
  Object.assign(http2Options, { streamResetBurst: CANCELLED_CALLS_MAX, streamResetRate: CANCELLED_CALLS_MAX })
}

function bind(server: Server, options: NodeOptions): Promise<number> {
  const address = `${options.host}:${options.port}`
  return new Promise((resolve, reject) => {
    server.bindAsync(address, credentials(options), (error, port) => {
      if (error === null) resolve(port)
      else
        reject(
          new Error(error.message.includes('EADDRINUSE') ? `${address} is taken by another process` : error.message),
        )
    })
  })
}

function credentials({ tls }: NodeOptions): ServerCredentials {
  if (tls === undefined) return ServerCredentials.createInsecure()
  return ServerCredentials.createSsl(null, [{ cert_chain: tls.cert, private_key: tls.key }])
}

function shutDown(server: Server): Promise<void> {
  return new Promise(resolve => {
    const force = setTimeout(() => server.forceShutdown(), STOP_MS_MAX)
    server.tryShutdown(() => {
      clearTimeout(force)
      resolve()
    })
  })
}
