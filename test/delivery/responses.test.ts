import { gzipSync } from 'node:zlib'
import { sql } from 'slonik'
import * as assert from 'uvu/assert'
import { uuidOf } from '#delivery/queue.ts'
import { temporaryCa } from '#embedded/development-ca.ts'
import { startHttpsSink } from '../harness/https-sink.ts'
import { suite } from '../harness/suite.ts'
import { startEngine, until } from './engine.ts'
import { type Peer, startTcpPeer, startTlsPeer } from './peers.ts'

const HOUR_MS = 3_600_000
const GIB = 1024 ** 3

const test = suite('delivery: what a receiver may answer')
const authority = await temporaryCa()
const sink = await startHttpsSink({ authority })
const engine = await startEngine({ caPem: authority.caPem, config: { WEBHOOK_RETRY_BASE_MS: HOUR_MS } })
await engine.start({ limits: { attemptMs: 10_000 } })
const peers: Peer[] = []
let clients = 0

/** The first attempt at an endpoint of a client of its own. */
async function firstAttempt(url: string) {
  const clientId = `clt_${++clients}`
  const { webhook_id } = await engine.webhook({ url }, clientId)
  await engine.refund(clientId)
  await until('an attempt', async () => (await engine.deliveries(webhook_id))[0]?.attempts === 1)
  const [delivery] = await engine.deliveries(webhook_id)
  const { status, next_attempt_at } = delivery!
  return { webhook_id, status, next_attempt_at, log: delivery!.attempt_log, ...delivery!.attempt_log[0]! }
}

/** The first attempt at a peer that answers each request with these bytes. */
async function answered(bytes: string | Buffer, after: 'keep' | 'end' | 'reset' = 'keep') {
  const peer = await startTlsPeer(authority, socket => {
    socket.write(bytes)
    if (after === 'end') socket.end()
    if (after === 'reset') socket.destroy()
  })
  peers.push(peer)
  return { peer, ...(await firstAttempt(peer.url)) }
}

for (const code of [200, 201, 202, 204, 299])
  test(`${code} is a success`, async () => {
    const { status, status_code } = await answered(`HTTP/1.1 ${code} X\r\ncontent-length: 0\r\n\r\n`)
    assert.equal({ status, status_code }, { status: 'succeeded', status_code: code })
  })

test('103 and then 200 is a success', async () => {
  const { status, status_code } = await answered(
    'HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n',
  )
  assert.equal({ status, status_code }, { status: 'succeeded', status_code: 200 })
})

for (const code of [300, 304, 400, 404, 500, 503])
  test(`${code} is a failure`, async () => {
    const { status, error_code } = await answered(`HTTP/1.1 ${code} X\r\ncontent-length: 0\r\n\r\n`)
    assert.equal({ status, error_code }, { status: 'pending', error_code: `http_${code}` })
  })

test('an interim answer alone is a failure', async () => {
  const { status, error_code } = await answered('HTTP/1.1 103 Early Hints\r\n\r\n', 'end')
  assert.equal({ status, error_code }, { status: 'pending', error_code: 'connection_closed' })
})

test('101 is a failure', async () => {
  const { status, status_code } = await answered('HTTP/1.1 101 Switching\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n')
  assert.is(status, 'pending')
  assert.is(status_code, null)
})

for (const code of [301, 302, 307, 308])
  test(`a redirect ${code} is a failure and nothing is sent to where it points`, async () => {
    const target = await startTcpPeer()
    peers.push(target)
    const { error_code } = await answered(
      `HTTP/1.1 ${code} X\r\nlocation: ${target.url}\r\nalt-svc: h2="127.0.0.1:${target.port}"\r\ncontent-length: 0\r\n\r\n`,
    )
    assert.is(error_code, `http_${code}`)
    assert.is(target.connections, 0)
  })

test('410 disables the endpoint, once, and the rest of its schedule makes no request', async () => {
  let asked = 0
  const peer = await startTlsPeer(authority, socket => {
    asked += 1
    socket.write('HTTP/1.1 410 Gone\r\ncontent-length: 0\r\n\r\n')
  })
  peers.push(peer)
  const { webhook_id } = await firstAttempt(peer.url)
  const disabled = async () => (await engine.service.store.read(`webhook-${webhook_id}`)).map(event => event.type)
  await until('the event', async () => (await disabled()).includes('WebhookDisabled'))
  await until('its row', () =>
    engine.service.db.exists(
      sql.unsafe`select 1 from ops.webhook_endpoints where webhook = ${uuidOf(webhook_id)} and status = 'disabled'`,
    ),
  )
  const clientId = `clt_${clients}`
  await engine.refund(clientId)
  await until('a failure without a request', async () =>
    (await engine.deliveries(webhook_id)).some(row => row.last_attempt?.error_code === 'endpoint_disabled'),
  )
  assert.equal(await disabled(), ['WebhookCreated', 'WebhookDisabled'])
  assert.is(asked, 1)
})

for (const [value, leastMs, mostMs] of [
  [() => '5000', 5_000_000, 5_000_000],
  [() => '315360000', 2 * 0.9 * HOUR_MS, 2 * 1.1 * HOUR_MS],
  [() => '-5', 0.9 * HOUR_MS, 1.1 * HOUR_MS],
  [() => 'soon', 0.9 * HOUR_MS, 1.1 * HOUR_MS],
  [() => '1', 0.9 * HOUR_MS, 1.1 * HOUR_MS],
  // A busy machine takes seconds from here to the answer.
  [() => new Date(Date.now() + 5_000_000).toUTCString(), 4_970_000, 5_000_000],
] as const)
  test(`Retry-After "${/GMT/.test(value()) ? 'an HTTP date' : value()}" never shortens a gap and at most doubles it`, async () => {
    const { next_attempt_at, at } = await answered(
      `HTTP/1.1 429 X\r\nretry-after: ${value()}\r\ncontent-length: 0\r\n\r\n`,
    )
    const gap = Date.parse(next_attempt_at!) - Date.parse(at)
    assert.ok(gap >= leastMs && gap <= mostMs + 5_000, `gap of ${gap} ms`)
  })

test('a gzip bomb is kept as it came, up to 16 KiB', async () => {
  const bomb = gzipSync(Buffer.alloc(50 * 1024 * 1024, 'a'))
  assert.ok(bomb.length > 16_384)
  const head = `HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: ${bomb.length}\r\n\r\n`
  const { status, response } = await answered(Buffer.concat([Buffer.from(head), bomb]))
  assert.is(status, 'succeeded')
  assert.equal(Buffer.from(response!.body, 'base64'), bomb.subarray(0, 16_384))
})

test('an endless body is cut at 16 KiB and its connection closed', async () => {
  const before = process.memoryUsage().rss
  const peer = await startTlsPeer(authority, socket => {
    const chunk = Buffer.alloc(65_536, 'a')
    const more = () => {
      while (!socket.destroyed && socket.write(chunk));
    }
    socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${GIB}\r\n\r\n`)
    socket.on('drain', more)
    more()
  })
  peers.push(peer)
  const { status, response } = await firstAttempt(peer.url)
  assert.is(status, 'succeeded')
  assert.is(response!.body.length, 16_384)
  await until('the connection closed', () => peer.open.size === 0)
  assert.ok(process.memoryUsage().rss - before < 64 * 1024 ** 2)
})

for (const [what, bytes] of [
  ['a NUL', Buffer.from([65, 0, 66])],
  ['invalid UTF-8', Buffer.from([0xff, 0xfe, 0xc0, 0x80])],
  ['a lone surrogate', Buffer.from([0xed, 0xa0, 0x80])],
] as const)
  test(`a body with ${what} is stored, listed and counted once`, async () => {
    const head = `HTTP/1.1 500 X\r\nx-odd: caf\xe9\r\ncontent-length: ${bytes.length}\r\n\r\n`
    const { log, response } = await answered(Buffer.concat([Buffer.from(head, 'latin1'), bytes]))
    assert.is(log.length, 1)
    const { body, body_encoding } = response!
    assert.equal(Buffer.from(body, body_encoding), bytes)
  })

test('a header that contains an escape of JSON is stored unchanged, and delays nothing', async () => {
  const { log } = await answered('HTTP/1.1 200 OK\r\nx-odd: \\u0000 \\ud800 "\r\ncontent-length: 0\r\n\r\n')
  assert.is(log[0]!.response?.headers['x-odd'], '\\u0000 \\ud800 "')
})

test('a Content-Length larger than the body counts by its status', async () => {
  const { status, response } = await answered('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nshort', 'end')
  assert.is(status, 'succeeded')
  assert.is(response!.body, 'short')
})

test('broken chunk framing counts by its status', async () => {
  const { status } = await answered('HTTP/1.1 500 X\r\ntransfer-encoding: chunked\r\n\r\nZZZ\r\nnonsense')
  assert.is(status, 'pending')
})

test('a malformed status line is an invalid response', async () => {
  const { error_code } = await answered('HTTPS? 200 maybe\r\n\r\n')
  assert.is(error_code, 'invalid_response')
})

test('headers beyond the limit are an invalid response', async () => {
  const { error_code } = await answered(`HTTP/1.1 200 OK\r\nx: ${'a'.repeat(70_000)}\r\n\r\n`)
  assert.is(error_code, 'invalid_response')
})

test('a connection reset after the request is one failed attempt, not a silent second request', async () => {
  let requests = 0
  const peer = await startTlsPeer(authority, socket => {
    requests += 1
    socket.destroy()
  })
  peers.push(peer)
  const { error_code, log } = await firstAttempt(peer.url)
  assert.is(error_code, 'connection_closed')
  assert.is(log.length, 1)
  assert.is(requests, 1)
})

test.after(async () => {
  await engine.end()
  await Promise.all(peers.map(peer => peer.close()))
  await sink.close()
})
test.run()
