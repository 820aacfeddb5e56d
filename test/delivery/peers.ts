import { createSocket } from 'node:dgram'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer, type TLSSocket, type TlsOptions } from 'node:tls'
import type { DevelopmentCa } from '#embedded/development-ca.ts'

/** Peers that misbehave below HTTP: real sockets, driven by the test. */
export type Peer = {
  url: string
  port: number
  /** TCP connections seen so far. */
  connections: number
  /** Sockets still open. */
  open: Set<Socket>
  close(): Promise<void>
}

async function listening(server: Server): Promise<Peer> {
  const open = new Set<Socket>()
  const peer: Peer = {
    url: '',
    port: 0,
    connections: 0,
    open,
    close() {
      for (const socket of open) socket.destroy()
      return new Promise(resolve => server.close(() => resolve()))
    },
  }
  server.on('connection', (socket: Socket) => {
    peer.connections += 1
    open.add(socket)
    socket.on('close', () => open.delete(socket))
    socket.on('error', () => undefined)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  peer.port = (server.address() as AddressInfo).port
  peer.url = `https://127.0.0.1:${peer.port}/hook`
  return peer
}

/** Accepts TCP; `onSocket` does the rest (nothing, by default). */
export function startTcpPeer(onSocket: (socket: Socket) => void = () => undefined): Promise<Peer> {
  return listening(createServer(onSocket))
}

/** Completes TLS and hands over each request's raw text and the socket to answer on. */
export async function startTlsPeer(
  authority: DevelopmentCa,
  onRequest: (socket: TLSSocket, request: string) => void,
  options: TlsOptions = {},
): Promise<Peer> {
  const certificate = await authority.issue(['127.0.0.1'])
  const server = createTlsServer({ ...certificate, ...options }, socket => {
    let text = ''
    socket.on('error', () => undefined)
    socket.on('data', chunk => {
      text += chunk.toString('latin1')
      const length = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? Number.NaN)
      const head = text.indexOf('\r\n\r\n')
      if (head < 0 || text.length < head + 4 + length) return
      const request = text
      text = ''
      onRequest(socket, request)
    })
  })
  server.on('tlsClientError', () => undefined)
  return listening(server)
}

/** A DNS server on loopback: `answer` gives IPv4 addresses of a name, or null for silence. */
export async function startDns(answer: (name: string) => string[] | null) {
  const socket = createSocket('udp4')
  socket.on('message', (query, from) => {
    const labels: string[] = []
    let at = 12
    for (let size = query[at] ?? 0; size > 0; size = query[at] ?? 0) {
      labels.push(query.subarray(at + 1, at + 1 + size).toString())
      at += size + 1
    }
    const isA = query.readUInt16BE(at + 1) === 1
    const addresses = answer(labels.join('.').toLowerCase())
    if (addresses === null) return
    const question = query.subarray(12, at + 5)
    const header = Buffer.from(query.subarray(0, 12))
    header.writeUInt16BE(0x8180, 2)
    header.writeUInt16BE(isA ? addresses.length : 0, 6)
    header.writeUInt16BE(0, 8)
    header.writeUInt16BE(0, 10)
    const records = addresses.map(address =>
      Buffer.from([0xc0, 0x0c, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, ...address.split('.').map(Number)]),
    )
    socket.send(Buffer.concat([header, question, ...(isA ? records : [])]), from.port, from.address)
  })
  await new Promise<void>(resolve => socket.bind(0, '127.0.0.1', resolve))
  return {
    server: `127.0.0.1:${socket.address().port}`,
    close: () => new Promise<void>(resolve => socket.close(() => resolve())),
  }
}
