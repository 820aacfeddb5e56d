import { sql } from 'slonik'
import * as assert from 'uvu/assert'
import { z } from 'zod'
import { startHttpsSink } from '../harness/https-sink.ts'
import { suite } from '../harness/suite.ts'
import { startEngine, until } from './engine.ts'
import { startTcpPeer } from './peers.ts'

/** What an operator sees: the metrics hold what the queue and the connections are. */
const test = suite('delivery: figures')
const sink = await startHttpsSink()
const engine = await startEngine({ caPem: sink.caPem, config: { WEBHOOK_RETRY_BASE_MS: 3_600_000 } })
const LATE_MS = 3_000
const delivery = await engine.start({ limits: { depthMs: 50, lateMs: LATE_MS } })

async function metric(name: string): Promise<number> {
  const { values } = await engine.service.metrics.getSingleMetric(name)!.get()
  return values.reduce((sum, { value }) => sum + value, 0)
}

test('the queue depth follows the queue', async () => {
  sink.respond((_, response) => void response.writeHead(503).end())
  await engine.webhook({ url: sink.url }, 'clt_depth')
  assert.is(await metric('webhook_queue_depth'), 0)
  for (let sent = 0; sent < 3; sent += 1) await engine.refund('clt_depth')
  await until('three waiting', async () => (await metric('webhook_queue_depth')) === 3)
  const refused = sql.type(z.object({ count: z.number() }))`
    select count(*)::int4 as count from ops.webhook_deliveries where attempts = 1 and lease is null`
  await until('each was refused once', async () => (await engine.service.db.oneFirst(refused)) === 3)
  sink.respond((_, response) => void response.end())
  await engine.clock.set(2 * 3_600_000)
  await until('none waiting', async () => (await metric('webhook_queue_depth')) === 0)
})

test('a request without a connection is not counted: it would count as a reused connection', async () => {
  const peer = await startTcpPeer()
  await peer.close()
  const { webhook_id } = await engine.webhook({ url: peer.url }, 'clt_refused')
  const before = [await metric('webhook_requests_total'), await metric('webhook_connections_total')]
  await engine.refund('clt_refused')
  await until('an attempt', async () => (await engine.deliveries(webhook_id))[0]?.attempts === 1)
  assert.equal([await metric('webhook_requests_total'), await metric('webhook_connections_total')], before)
})

test('health turns red when a delivery is late and nothing is sent', async () => {
  sink.respond((_, response) => void response.writeHead(503).end())
  const { webhook_id } = await engine.webhook({ url: `${sink.url}/late` }, 'clt_late')
  await engine.refund('clt_late')
  await until('an attempt', async () => (await engine.deliveries(webhook_id))[0]?.attempts === 1)
  sink.respond((_, response) => void response.end())
  // The clock was put forward before: until the next look what was due then counts as late.
  await until('green', () => delivery.health().ok)
  const [held, letGo] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const holding = engine.service.db.transaction(async tx => {
    // On a busy machine the others take longer than a transaction may idle.
    await tx.query(sql.unsafe`set local idle_in_transaction_session_timeout = 0`)
    // Rows can be read and not leased.
    await tx.query(sql.unsafe`lock table ops.webhook_deliveries in exclusive mode`)
    held.resolve()
    await letGo.promise
  })
  await held.promise
  await engine.clock.set(4 * 3_600_000)
  await until('red', () => !delivery.health().ok)
  assert.ok((await metric('webhook_oldest_due_seconds')) > LATE_MS / 1_000)
  letGo.resolve()
  await holding
  await until('delivered', async () => (await engine.deliveries(webhook_id))[0]?.status === 'succeeded')
  await until('green', () => delivery.health().ok)
})

test('a process that does not lead any more shows no depth', async () => {
  await engine.refund('clt_refused')
  await until('waiting', async () => (await metric('webhook_queue_depth')) === 2)
  await delivery.stop()
  assert.is(await metric('webhook_queue_depth'), 0)
})

test.after(async () => {
  await engine.end()
  await sink.close()
})
test.run()
