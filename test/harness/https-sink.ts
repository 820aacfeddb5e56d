import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { type DevelopmentCa, temporaryCa } from '#embedded/development-ca.ts'

/** A customer's HTTPS endpoint: a real server, on loopback by default, with a certificate of a private authority. */
export type Received = {
  path: string
  headers: IncomingHttpHeaders
  body: Buffer
  /** Milliseconds of the epoch when the whole body was there. */
  at: number
  /** The address of the sender. */
  from: string
}

type Respond = (request: Received, response: ServerResponse, message: IncomingMessage) => void

export type HttpsSink = {
  /** `https://<address>:<port>/hook` */
  url: string
  port: number
  caPem: string
  received: Received[]
  server: Server
  /** Replaces the default answer, 200 `ok`. */
  respond(fn: Respond): void
  close(): Promise<void>
}

type SinkOptions = {
  authority?: DevelopmentCa
  port?: number
  /** Names in the certificate beside 127.0.0.1, localhost and the address. */
  hosts?: string[]
  /** Where it listens. */
  address?: string
}

export async function startHttpsSink(options: SinkOptions = {}): Promise<HttpsSink> {
  const authority = options.authority ?? (await temporaryCa())
  const { address = '127.0.0.1', hosts = [] } = options
  const { key, cert } = await authority.issue([...new Set(['127.0.0.1', 'localhost', address, ...hosts])])
  const received: Received[] = []
  let respond: Respond = (_, response) => void response.end('ok')
  const server = createServer({ key, cert }, (message, response) => {
    const chunks: Buffer[] = []
    message.on('data', chunk => chunks.push(chunk))
    message.on('end', () => {
      const { headers, url: path = '', socket } = message
      const request = { path, headers, body: Buffer.concat(chunks), at: Date.now(), from: socket.remoteAddress ?? '' }
      received.push(request)
      respond(request, response, message)
    })
    message.on('error', () => undefined)
  })
  await new Promise<void>(resolve => server.listen(options.port ?? 0, address, resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `https://${address}:${port}/hook`,
    port,
    caPem: authority.caPem,
    received,
    server,
    respond(fn) {
      respond = fn
    },
    close() {
      server.closeAllConnections()
      return new Promise(resolve => server.close(() => resolve()))
    },
  }
}
