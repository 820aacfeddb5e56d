import * as assert from 'uvu/assert'
import { temporaryCa } from '#embedded/development-ca.ts'
import { standstill } from '../harness/standstill.ts'
import { suite } from '../harness/suite.ts'
import { startEngine, until } from './engine.ts'
import { startTcpPeer, startTlsPeer } from './peers.ts'

/** The product's own deadline, waited for; slow-peers.test.ts looks closer with a shorter one. */
const DEADLINE_MS = 30_000
const SLACK_MS = 1_000

const test = suite('delivery: the deadline of 30 seconds')
const authority = await temporaryCa()
const engine = await startEngine({ caPem: authority.caPem, config: { WEBHOOK_RETRY_BASE_MS: 3_600_000 } })
await engine.start()
const stoodStillMs = standstill()

/** A byte a second, for ever. */
function drip(socket: { write(text: string): void; on(event: 'close', then: () => void): void }, head: string) {
  socket.write(head)
  const timer = setInterval(() => socket.write('a'), 1_000)
  socket.on('close', () => clearInterval(timer))
}

const peers = {
  // It reads, or it would not see that the other side has hung up.
  'accepts TCP and is silent': await startTcpPeer(socket => socket.resume()),
  'never completes the TLS handshake': await startTcpPeer(socket =>
    socket.on('data', () => socket.write(Buffer.from([0x16, 0x03, 0x03, 0x00, 0x7a, 0x02]))),
  ),
  'drips its headers': await startTlsPeer(authority, socket => drip(socket, 'HTTP/1.1 200 OK\r\nx-slow: ')),
  'drips its body': await startTlsPeer(authority, socket => drip(socket, 'HTTP/1.1 200 OK\r\n\r\n')),
}

test('all in one budget: silence, a handshake without end, headers and a body that drip', async () => {
  const ids = await Promise.all(Object.values(peers).map(async ({ url }) => (await engine.webhook({ url })).webhook_id))
  await engine.refund()
  const first = async (id: string) => (await engine.deliveries(id))[0]
  await until(
    'an attempt at each',
    async () => (await Promise.all(ids.map(first))).every(delivery => delivery?.attempts === 1),
    DEADLINE_MS + 30_000,
  )
  const deliveries = await Promise.all(ids.map(first))
  assert.equal(
    deliveries.map(delivery => [delivery?.status, delivery?.attempt_log[0]?.error_code]),
    // A 2xx status line has decided; only the slot had to be freed.
    [...Array.from({ length: 3 }, () => ['pending', 'timeout']), ['succeeded', null]],
  )
  // A machine that stands still is no fault of the deadline's.
  const slackMs = SLACK_MS + stoodStillMs()
  for (const [index, name] of Object.keys(peers).entries()) {
    const durationMs = deliveries[index]?.attempt_log[0]?.duration_ms ?? Number.NaN
    assert.ok(Math.abs(durationMs - DEADLINE_MS) <= slackMs, `a peer that ${name} took ${durationMs} ms`)
  }
  await until('all connections closed', () => Object.values(peers).every(({ open }) => open.size === 0))
})

test.after(async () => {
  await engine.end()
  await Promise.all(Object.values(peers).map(peer => peer.close()))
})
test.run()
