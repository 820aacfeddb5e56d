import type { Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { TLSSocket } from 'node:tls'
import * as assert from 'uvu/assert'
import { temporaryCa } from '#embedded/development-ca.ts'
import { startHttpsSink } from '../harness/https-sink.ts'
import { standstill } from '../harness/standstill.ts'
import { suite } from '../harness/suite.ts'
import { startEngine, until } from './engine.ts'
import { type Peer, startTcpPeer, startTlsPeer } from './peers.ts'

const test = suite('delivery: connections and certificates')
const [authority, stranger] = await Promise.all([temporaryCa(), temporaryCa()])
const sink = await startHttpsSink({ authority })
const engine = await startEngine({ caPem: authority.caPem, config: { WEBHOOK_RETRY_BASE_MS: 3_600_000 } })
/** A machine that stands still takes its part of it. */
const ATTEMPT_MS = 4_000
// Two requests at once to an endpoint from the start: a test below needs two connections.
await engine.start({ limits: { attemptMs: ATTEMPT_MS, windowStart: 2 } })
const peers: Peer[] = []
let clients = 0

async function endpoint(url: string) {
  const clientId = `clt_${++clients}`
  const { webhook_id } = await engine.webhook({ url }, clientId)
  /** Sends one event and answers with its first attempt. */
  return async () => {
    const before = (await engine.deliveries(webhook_id)).length
    await engine.refund(clientId)
    await until('an attempt', async () => {
      const rows = await engine.deliveries(webhook_id)
      return rows.length === before + 1 && rows.every(row => row.attempts > 0)
    })
    return (await engine.deliveries(webhook_id))[0]!.attempt_log[0]!
  }
}

async function metric(name: string): Promise<number> {
  const { values } = await engine.service.metrics.getSingleMetric(name)!.get()
  return values.reduce((sum, { value }) => sum + value, 0)
}

test('a connection is used again', async () => {
  const send = await endpoint(sink.url)
  await send()
  const [connections, requests] = [await metric('webhook_connections_total'), await metric('webhook_requests_total')]
  for (let sent = 0; sent < 5; sent += 1) assert.is((await send()).error_code, null)
  assert.is((await metric('webhook_connections_total')) - connections, 0)
  assert.is((await metric('webhook_requests_total')) - requests, 5)
})

test('a peer that closes idle connections costs no attempt', async () => {
  const peer = await startTlsPeer(authority, socket => {
    socket.write('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n')
    setTimeout(() => socket.end(), 30)
  })
  peers.push(peer)
  const send = await endpoint(peer.url)
  for (let sent = 0; sent < 4; sent += 1) {
    assert.is((await send()).error_code, null)
    await delay(60)
  }
  assert.is(peer.connections, 4)
})

const OK = 'HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n'

/** Answers the first request of a connection; `second` does what it does with the next one. Counts the requests. */
async function startOnce(second: (socket: TLSSocket) => void) {
  const used = new WeakSet<TLSSocket>()
  const counted = { requests: 0 }
  const peer = await startTlsPeer(authority, socket => {
    counted.requests += 1
    if (used.has(socket)) return second(socket)
    used.add(socket)
    socket.write(OK)
  })
  peers.push(peer)
  return { peer, counted }
}

for (const [how, close] of [
  ['is ended', (socket: TLSSocket) => void socket.end()],
  ['is destroyed', (socket: TLSSocket) => void socket.destroy()],
] as const)
  test(`a kept connection that ${how} before any byte of the answer costs no attempt`, async () => {
    const { peer, counted } = await startOnce(close)
    const send = await endpoint(peer.url)
    await send()
    const requests = await metric('webhook_requests_total')
    const attempt = await send()
    assert.equal([attempt.error_code, attempt.status_code], [null, 200])
    assert.equal([peer.connections, counted.requests], [2, 3])
    assert.is((await metric('webhook_requests_total')) - requests, 2)
  })

test('a kept connection that is reset before any byte of the answer costs no attempt', async () => {
  // Below TLS: an RST and nothing else.
  const { peer, counted } = await startOnce(() => void [...peer.open].at(0)?.resetAndDestroy())
  const send = await endpoint(peer.url)
  await send()
  assert.is((await send()).error_code, null)
  assert.equal([peer.connections, counted.requests], [2, 3])
})

test('the second try is made on a new connection, not on another kept one', async () => {
  const first: TLSSocket[] = []
  const known = new WeakSet<TLSSocket>()
  const peer = await startTlsPeer(authority, socket => {
    if (known.has(socket)) return void socket.end()
    known.add(socket)
    if (peer.connections > 2) return void socket.write(OK)
    // Two are open at once, and stay.
    if (first.push(socket) === 2) for (const open of first) open.write(OK)
  })
  peers.push(peer)
  const clientId = 'clt_two'
  const { webhook_id } = await engine.webhook({ url: peer.url }, clientId)
  const refused = async () => (await engine.deliveries(webhook_id)).map(({ attempt_log }) => attempt_log[0]?.error_code)
  await Promise.all([engine.refund(clientId), engine.refund(clientId)])
  await until('both', async () => String(await refused()) === String([null, null]))
  await engine.refund(clientId)
  // The third delivery has no attempt for a moment.
  await until('the third', async () => (await refused()).filter(code => code !== undefined).length === 3)
  assert.equal(await refused(), [null, null, null])
  assert.is(peer.connections, 3)
})

test('after one byte of an answer nothing is sent again', async () => {
  const { peer, counted } = await startOnce(socket => void socket.end('H'))
  const send = await endpoint(peer.url)
  await send()
  assert.is.not((await send()).error_code, null)
  assert.equal([peer.connections, counted.requests], [1, 2])
})

test('a new connection that is closed or reset after the request is one failed attempt', async () => {
  let requests = 0
  const peer: Peer = await startTlsPeer(authority, socket => {
    requests += 1
    if (requests === 1) socket.end()
    else for (const open of peer.open) open.resetAndDestroy()
  })
  peers.push(peer)
  const send = await endpoint(peer.url)
  for (let sent = 1; sent <= 2; sent += 1) {
    assert.is((await send()).error_code, 'connection_closed')
    assert.equal([peer.connections, requests], [sent, sent])
  }
})

test('the second try ends with the deadline of the attempt, and there is no third', async () => {
  const silent: Socket[] = []
  let requests = 0
  const peer = await startTlsPeer(authority, socket => {
    requests += 1
    if (requests === 1) socket.write(OK)
    else if (requests === 2) setTimeout(() => socket.end(), 1_000)
    else silent.push(socket)
  })
  peers.push(peer)
  const send = await endpoint(peer.url)
  await send()
  const stoodStillMs = standstill()
  const { error_code, duration_ms } = await send()
  assert.is(error_code, 'timeout')
  const mostMs = ATTEMPT_MS + 500 + stoodStillMs()
  assert.ok(duration_ms >= ATTEMPT_MS - 50 && duration_ms < mostMs, `${duration_ms} ms`)
  assert.equal([silent.length, peer.connections, requests], [1, 2, 3])
})

test('"Connection: close" on every answer is obeyed', async () => {
  const peer = await startTlsPeer(authority, socket => {
    socket.end('HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 0\r\n\r\n')
  })
  peers.push(peer)
  const send = await endpoint(peer.url)
  for (let sent = 0; sent < 3; sent += 1) assert.is((await send()).error_code, null)
})

test('a certificate of an unknown authority is refused', async () => {
  const peer = await startTlsPeer(stranger, () => assert.unreachable())
  peers.push(peer)
  assert.is((await (await endpoint(peer.url))()).error_code, 'tls_error')
})

test('a certificate for another name is refused', async () => {
  const other = await authority.issue(['other.example'])
  const peer = await startTlsPeer(authority, () => assert.unreachable(), other)
  peers.push(peer)
  assert.is((await (await endpoint(peer.url))()).error_code, 'tls_error')
})

test('an expired certificate fails, and works once it is replaced', async () => {
  const expired = await authority.issue(['127.0.0.1'], new Date(Date.now() - 1_000))
  sink.server.setSecureContext(expired)
  sink.server.closeIdleConnections()
  await delay(50)
  const send = await endpoint(sink.url)
  assert.is((await send()).error_code, 'tls_error')
  sink.server.setSecureContext(await authority.issue(['127.0.0.1']))
  assert.is((await send()).error_code, null)
})

test('a server that offers only TLS 1.1 is refused', async () => {
  const peer = await startTlsPeer(authority, () => assert.unreachable(), {
    minVersion: 'TLSv1',
    maxVersion: 'TLSv1.1',
    ciphers: 'DEFAULT@SECLEVEL=0',
  })
  peers.push(peer)
  assert.is((await (await endpoint(peer.url))()).error_code, 'tls_error')
})

test('a server that speaks only HTTP/2 is refused', async () => {
  const peer = await startTlsPeer(authority, () => undefined, { ALPNProtocols: ['h2'] })
  peers.push(peer)
  assert.is((await (await endpoint(peer.url))()).error_code, 'tls_error')
})

test('a server that speaks HTTP/2 without asking is an invalid response', async () => {
  const settings = Buffer.from([0, 0, 0, 4, 0, 0, 0, 0, 0])
  const peer = await startTlsPeer(authority, socket => socket.write(settings))
  peers.push(peer)
  assert.is((await (await endpoint(peer.url))()).error_code, 'invalid_response')
})

test('a refused connection has its own error code', async () => {
  const peer = await startTcpPeer()
  await peer.close()
  assert.is((await (await endpoint(peer.url))()).error_code, 'connection_refused')
})

test('plain HTTP on the port is a TLS error', async () => {
  const peer = await startTcpPeer(socket => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))
  peers.push(peer)
  assert.is((await (await endpoint(peer.url))()).error_code, 'tls_error')
})

test.after(async () => {
  await engine.end()
  await Promise.all(peers.map(peer => peer.close()))
  await sink.close()
})
test.run()
