import { setTimeout as delay } from 'node:timers/promises'
import * as assert from 'uvu/assert'
import { DELIVERY_LIMITS } from '#delivery/limits.ts'
import { createResolve } from '#edge/outbound/resolve.ts'
import { temporaryCa } from '#embedded/development-ca.ts'
import { startHttpsSink } from '../harness/https-sink.ts'
import { standstill } from '../harness/standstill.ts'
import { suite } from '../harness/suite.ts'
import { startEngine, until } from './engine.ts'
import { type Peer, startDns, startTcpPeer, startTlsPeer } from './peers.ts'

/** The 30 s of the spec, shortened; the tests look at one attempt each. */
const ATTEMPT_MS = 1_500
/** Two cores shared with other tests. */
const SLACK_MS = 1_000
/** Node starts a timer at the time of its loop's turn: after a long turn it ends that much early. */
const EARLY_MS_MAX = 300

const test = suite('delivery: slow peers')
const authority = await temporaryCa()
const sink = await startHttpsSink({ authority, hosts: ['healthy.test'] })
const dns = await startDns(name => (name === 'healthy.test' ? ['127.0.0.1'] : null))
const engine = await startEngine({ caPem: authority.caPem, config: { WEBHOOK_RETRY_BASE_MS: 3_600_000 } })
await engine.start({
  limits: { attemptMs: ATTEMPT_MS },
  resolve: createResolve(['127.0.0.0/8'], { dnsServers: [dns.server] }),
})
const peers: Peer[] = []
const stoodStillMs = standstill()

/** The first attempt at a peer, by a client of its own. */
async function firstAttempt(peer: Peer) {
  peers.push(peer)
  const clientId = `clt_${peer.port}`
  const { webhook_id } = await engine.webhook({ url: peer.url }, clientId)
  await engine.refund(clientId)
  await until('an attempt', async () => (await engine.deliveries(webhook_id))[0]?.attempts === 1)
  const [delivery] = await engine.deliveries(webhook_id)
  return { status: delivery!.status, ...delivery!.attempt_log[0]! }
}

function assertOnTime(durationMs: number) {
  const [leastMs, mostMs] = [ATTEMPT_MS - EARLY_MS_MAX - stoodStillMs(), ATTEMPT_MS + SLACK_MS + stoodStillMs()]
  assert.ok(durationMs >= leastMs && durationMs < mostMs, `took ${durationMs} ms`)
}

test('the deadline of an attempt is the 30 s of the spec', () => {
  assert.is(DELIVERY_LIMITS.attemptMs, 30_000)
})

test('a peer that accepts TCP and is silent is a timeout at the deadline', async () => {
  const { error_code, duration_ms, status } = await firstAttempt(await startTcpPeer())
  assert.is(error_code, 'timeout')
  assert.is(status, 'pending')
  assertOnTime(duration_ms)
})

test('a TLS handshake that never completes shares the one deadline', async () => {
  const halfHello = Buffer.from([0x16, 0x03, 0x03, 0x00, 0x7a, 0x02])
  const { error_code, duration_ms } = await firstAttempt(
    await startTcpPeer(socket => socket.on('data', () => socket.write(halfHello))),
  )
  assert.is(error_code, 'timeout')
  assertOnTime(duration_ms)
})

test('a peer that is silent after the request is a timeout', async () => {
  const { error_code, duration_ms } = await firstAttempt(await startTlsPeer(authority, () => undefined))
  assert.is(error_code, 'timeout')
  assertOnTime(duration_ms)
})

test('headers that drip do not extend the deadline', async () => {
  const drip = await startTlsPeer(authority, socket => {
    const text = `HTTP/1.1 200 OK\r\nx-slow: ${'a'.repeat(1_000)}`
    let at = 0
    const timer = setInterval(() => socket.write(text[at++] ?? 'a'), 20)
    socket.on('close', () => clearInterval(timer))
  })
  const { error_code, duration_ms } = await firstAttempt(drip)
  assert.is(error_code, 'timeout')
  assertOnTime(duration_ms)
})

test('a body that drips for ever frees its slot at the deadline and counts by its status', async () => {
  const drip = await startTlsPeer(authority, socket => {
    socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n')
    const timer = setInterval(() => socket.write('1\r\na\r\n'), 20)
    socket.on('close', () => clearInterval(timer))
  })
  const { status, error_code, duration_ms, response } = await firstAttempt(drip)
  assert.is(status, 'succeeded')
  assert.is(error_code, null)
  assertOnTime(duration_ms)
  assert.match(response!.body, /^a+$/)
  await until('the connection closed', () => drip.open.size === 0)
})

test('40 names without a DNS answer do not delay a healthy one', async () => {
  for (let host = 0; host < 40; host += 1) await engine.webhook({ url: `https://silent-${host}.test/hook` }, 'clt_dns')
  await engine.webhook({ url: `https://healthy.test:${sink.port}/hook` }, 'clt_dns')
  const before = sink.received.length
  const started = Date.now()
  await engine.refund('clt_dns')
  await until('the healthy one', () => sink.received.length > before)
  const ms = Date.now() - started
  // Two of the others one after the other take as long.
  assert.ok(ms < 2 * ATTEMPT_MS + stoodStillMs(), `took ${ms} ms`)
})

test('200 silent endpoints leave a healthy one its p95 below a second', async () => {
  const silent = await startTcpPeer()
  peers.push(silent)
  for (let batch = 0; batch < 2; batch += 1)
    await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        engine.webhook({ url: `${silent.url}/${batch}/${index}` }, `clt_silent_${index}`),
      ),
    )
  await engine.webhook({ url: `${sink.url}/healthy` }, 'clt_healthy')
  const lags: number[] = []
  sink.respond(({ body, path, at }, response) => {
    if (path.endsWith('healthy')) lags.push(at - Date.parse(JSON.parse(body.toString()).created_at))
    response.end()
  })
  await Promise.all(Array.from({ length: 100 }, (_, index) => engine.refund(`clt_silent_${index}`)))
  await until('the silent ones asked', () => silent.open.size >= 100)
  for (let sent = 0; sent < 40; sent += 1) {
    await engine.refund('clt_healthy')
    if (sent % 4 === 0) await engine.refund(`clt_silent_${sent}`)
    await delay(25)
  }
  await until('all of the healthy one', () => lags.length === 40)
  const p95 = lags.sort((a, b) => a - b)[37]!
  assert.ok(p95 < 1_000 + stoodStillMs(), `p95 is ${p95} ms`)
})

test.after(async () => {
  await engine.end()
  await Promise.all(peers.map(peer => peer.close()))
  await sink.close()
  await dns.close()
})
test.run()
