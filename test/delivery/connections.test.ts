import { setTimeout as delay } from 'node:timers/promises'
import * as assert from 'uvu/assert'
import { temporaryCa } from '#embedded/development-ca.ts'
import { startHttpsSink } from '../harness/https-sink.ts'
import { suite } from '../harness/suite.ts'
import { startEngine, until } from './engine.ts'
import { type Peer, startTcpPeer, startTlsPeer } from './peers.ts'

const test = suite('delivery: connections and certificates')
const [authority, stranger] = await Promise.all([temporaryCa(), temporaryCa()])
const sink = await startHttpsSink({ authority })
const engine = await startEngine({ caPem: authority.caPem, config: { WEBHOOK_RETRY_BASE_MS: 3_600_000 } })
await engine.start({ limits: { attemptMs: 2_000 } })
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

test('a refused connection is told as such', async () => {
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
