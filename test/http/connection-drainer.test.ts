import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { connect as connectTls } from 'node:tls'
import * as assert from 'uvu/assert'
import { temporaryCa } from '#embedded/development-ca.ts'
import { createConnectionDrainer } from '#http/connection-drainer.ts'
import { until } from '../harness/client.ts'
import { startTestService } from '../harness/service.ts'
import { suite } from '../harness/suite.ts'

const test = suite('connections of a server that ends')
/** Half a second, and what a busy machine adds. */
const SOON_MS = 8_000
const FINISH_MS_MAX = 2_000

const sockets: Socket[] = []
const servers: Server[] = []
test.after(() => {
  for (const socket of sockets) socket.destroy()
  for (const server of servers) server.close()
})

async function lineTo(port: number, sends = '', tls?: { ca: string }): Promise<Socket> {
  const socket =
    tls === undefined
      ? connect(port, '127.0.0.1')
      : connectTls({ port, host: '127.0.0.1', ca: tls.ca, servername: 'localhost' })
  sockets.push(socket)
  socket.on('error', () => undefined)
  await new Promise(resolve => socket.once(tls === undefined ? 'connect' : 'secureConnect', resolve))
  socket.write(sends)
  return socket
}

/** How long `server` took to end. */
async function ended(server: Server, linger: () => Promise<void>): Promise<number> {
  const since = performance.now()
  await linger()
  await new Promise(resolve => server.close(resolve))
  return performance.now() - since
}

async function listening(server: Server) {
  servers.push(server)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    server,
    linger: createConnectionDrainer(server, FINISH_MS_MAX),
    port: (server.address() as AddressInfo).port,
  }
}

const answering: RequestListener = (request, answer) => {
  request.resume()
  request.on('end', () => void delay(request.url === '/slow' ? 1_200 : 0).then(() => answer.end('done')))
}

test('a service ends soon, whatever connections without a whole request are open', async () => {
  const service = await startTestService()
  const port = Number(new URL(service.url).port)
  await lineTo(port)
  await lineTo(port, 'GET /health HTTP/1.1\r\nHost: x\r\n')
  const used = await lineTo(port, 'GET /health HTTP/1.1\r\nHost: x\r\n\r\n')
  await new Promise(resolve => used.once('data', resolve))
  const since = performance.now()
  await service.end()
  const ms = performance.now() - since
  assert.ok(ms < SOON_MS, `took ${ms} ms`)
})

test('so does one with TLS, also in front of the handshake', async () => {
  const ca = await temporaryCa()
  const { server, linger, port } = await listening(createTlsServer(await ca.issue(['localhost']), answering))
  await lineTo(port)
  await lineTo(port, '', { ca: ca.caPem })
  await lineTo(port, 'GET / HTTP/1.1\r\nHost: x\r\n', { ca: ca.caPem })
  assert.ok((await ended(server, linger)) < SOON_MS)
})

test('what is being answered is answered first, and a body that does not come is waited for so long and no longer', async () => {
  const { server, linger, port } = await listening(createServer(answering))
  let asked = 0
  server.on('request', () => {
    asked += 1
  })
  const slow = await lineTo(port, 'GET /slow HTTP/1.1\r\nHost: x\r\n\r\n')
  let said = ''
  slow.on('data', bytes => {
    said += bytes
  })
  const half = await lineTo(port, 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n12345')
  const isOver = new Promise(resolve => half.once('close', resolve))
  await until(
    async () => asked,
    count => count === 2,
  )
  const ms = await ended(server, linger)
  await isOver
  assert.match(said, /done/)
  assert.ok(ms > FINISH_MS_MAX - 100 && ms < FINISH_MS_MAX + SOON_MS, `took ${ms} ms`)
})

test('a request that arrived while the process was stopped is answered, however long that was', async () => {
  const { server, linger, port } = await listening(createServer(answering))
  const request = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'
  const kept = await lineTo(port, request)
  await once(kept, 'data')
  let said = ''
  kept.on('data', bytes => {
    said += bytes
  })
  const isOver = once(kept, 'close')
  const over = ended(server, linger)
  kept.write(request)
  // Nothing is read meanwhile, as on a machine that has no time for this process; then all that is due comes at once.
  const wake = performance.now() + 1_000
  while (performance.now() < wake);
  await Promise.all([over, isOver])
  assert.match(said, /done/)
})

test('who has connected in the moment in which it ends is answered', async () => {
  const { server, linger, port } = await listening(createServer(answering))
  // The system has taken the connection when this returns; the server has not.
  const late = connect(port, '127.0.0.1')
  sockets.push(late)
  let said = ''
  late.on('data', bytes => {
    said += bytes
  })
  const isOver = once(late, 'close')
  late.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  await Promise.all([ended(server, linger), isOver])
  assert.match(said, /done/)
})

test.run()
