import { chmodSync, cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from 'nats'
import * as assert from 'uvu/assert'
import { OUTBOUND_STREAM } from '#bus/streams.ts'
import { type Client, until } from '../harness/client.ts'
import { killableService } from '../harness/killable-service.ts'
import { startNatsServer } from '../harness/nats-server.ts'
import { refundOf, transactionOf } from '../harness/samples.ts'
import { logInUnlimited } from '../harness/service.ts'
import type { SpawnedService } from '../harness/spawned-service.ts'
import { suite } from '../harness/suite.ts'
import { assertInOrder, assertPublishedOnce, publishedCount, publishedOn } from './published.ts'

/** The stores are restored from a backup; the bus has events that were recorded after it. */
const EVENTS_PER_REFUND = 3
const SETTLED_MS_MAX = 90_000

const test = suite('events on the bus after the stores were restored')
const folder = mkdtempSync(join(tmpdir(), 'bus-restored-'))
const nats = await startNatsServer({ jetStreamIn: join(folder, 'nats') })
const service = killableService({ NATS_URL: nats.url, BUS: 'out', SANDBOX_SPEED: '200' })
const { DATA_DIR = '' } = service.environment
const backup = join(folder, 'backup')
async function start(): Promise<void> {
  running = await service.start()
  admin = await logInUnlimited(running.url)
}

async function stop(): Promise<void> {
  running.child.kill('SIGTERM')
  assert.is(await running.gone, 0)
}

async function paidRefund(): Promise<string> {
  const transaction = transactionOf(10)
  await admin.post('/transactions', transaction)
  const { body } = await admin.requestRefund(refundOf(transaction, 10))
  await until(
    () => admin.get(`/refund/${body.refund_id}`),
    answer => answer.body.status === 'completed',
    SETTLED_MS_MAX,
  )
  return body.refund_id
}

let running: SpawnedService = await service.start()
let admin: Client = await logInUnlimited(running.url)
await paidRefund()
await assertPublishedOnce(nats.url, admin, SETTLED_MS_MAX)
await stop()
cpSync(DATA_DIR, backup, { recursive: true })
await start()
await paidRefund()
await paidRefund()
await assertPublishedOnce(nats.url, admin, SETTLED_MS_MAX)
await stop()
rmSync(DATA_DIR, { recursive: true })
cpSync(backup, DATA_DIR, { recursive: true })
// PostgreSQL takes no folder that others may read.
chmodSync(join(DATA_DIR, 'postgres'), 0o700)

test('nothing is published after events that the log does not have, and health says why', async () => {
  const before = await publishedCount(nats.url)
  await start()
  const { body } = await until(
    () => admin.get('/health/ready'),
    answer => answer.body.status === 'ready' && answer.body.parts.bus_out.state === 'degraded',
    SETTLED_MS_MAX,
  )
  assert.is(body.status, 'ready')
  assert.match(JSON.stringify(body.parts.bus_out), /has an event that is not in the log.*purge the stream/)
  await paidRefund()
  assert.is(await publishedCount(nats.url), before)
})

test('once the stream is purged, what was recorded since the backup is published, once and in order', async () => {
  const connection = await connect({ servers: nats.url })
  await (await connection.jetstreamManager()).streams.purge(OUTBOUND_STREAM)
  await connection.close()
  const later = await paidRefund()
  const messages = await until(
    () => publishedOn(nats.url),
    ({ length }) => length >= 2 * EVENTS_PER_REFUND,
    SETTLED_MS_MAX,
  )
  const events = messages.map(({ event }) => event)
  assert.is(events.length, 2 * EVENTS_PER_REFUND)
  assert.is(new Set(events.map(({ id }) => id)).size, events.length)
  assert.is(events.at(-1)!.data.refund_id, later)
  assertInOrder(events)
  const { body } = await until(
    () => admin.get('/health/ready'),
    answer => answer.body.parts.bus_out.state === 'up',
    SETTLED_MS_MAX,
  )
  assert.is(body.status, 'ready')
})

test.after(async () => {
  await service.stop()
  await nats.stop()
  rmSync(folder, { recursive: true, force: true })
})

test.run()
