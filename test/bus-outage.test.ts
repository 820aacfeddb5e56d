import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { connect } from 'nats'
import * as assert from 'uvu/assert'
import { z } from 'zod'
import { freePort } from '#embedded/free-port.ts'
import { client, until } from './harness/client.ts'
import { startNatsServer } from './harness/nats-server.ts'
import { startPaymentGateway } from './harness/payment-gateway.ts'
import { refundOf, transactionOf } from './harness/samples.ts'
import { startTestService } from './harness/service.ts'
import { suite } from './harness/suite.ts'

/**
 * The bus to the payment network goes away for `OUTAGE_S` seconds; `RECOVERY_S` is how soon everything must be well
 * again.
 */
const test = suite('bus outage')
const AWAY_MS = Number(process.env.OUTAGE_S ?? 2) * 1000
const RECOVERY_MS_MAX = Number(process.env.RECOVERY_S ?? 60) * 1000
const LOOK_EVERY_MS = 100

const nats = await startNatsServer()
const gateway = await startPaymentGateway(nats.url)
const service = await startTestService({
  PAYMENT_NETWORK: 'nats',
  NATS_URL: nats.url,
  // Long enough that the refund is accepted with the bus and is to be paid without it.
  REFUND_CANCEL_WINDOW_MS: '3000',
})
const { admin } = service

async function requested() {
  const transaction = transactionOf(10)
  await admin.post('/transactions', transaction)
  return admin.requestRefund(refundOf(transaction, 10))
}
const health = async () => (await client(service.url).get('/health/ready')).body
const completed = (id: string, msMax: number) =>
  until(
    () => admin.get(`/refund/${id}`),
    ({ body }) => body.status === 'completed',
    msMax,
  )

test('a bus that is away shows in health, refuses new refunds and delays the others, and nothing else', async () => {
  await until(health, ({ status, parts }) => status === 'ready' && parts.nats.state === 'up')
  const { body: before } = await requested()
  await nats.stop()
  const end = Date.now() + AWAY_MS
  await until(health, ({ status, parts }) => status === 'ready' && parts.nats.state === 'down')
  const refused = await requested()
  assert.equal([refused.status, refused.body.error_code], [503, 'REFUND_009'])
  while (Date.now() < end) {
    assert.is((await health()).parts.nats.state, 'down')
    await delay(LOOK_EVERY_MS)
  }
  assert.not.equal((await admin.get(`/refund/${before.refund_id}`)).body.status, 'completed')
  await nats.startAgain()
  const since = Date.now()
  await until(health, ({ parts }) => parts.nats.state === 'up', RECOVERY_MS_MAX)
  await completed(before.refund_id, RECOVERY_MS_MAX - (Date.now() - since))
  if (process.env.OUTAGE_S) console.log(`everything was well ${Date.now() - since} ms after an outage of ${AWAY_MS} ms`)
  const { body: after } = await requested()
  await completed(after.refund_id, RECOVERY_MS_MAX)
})

/** The test's connection. */
const OWN = 'test'
const Connections = z.object({ connections: z.array(z.object({ name: z.string().optional() })) })

test('a process has one connection to the bus, for payments and checkpoints, and health shows it without payments', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'bus-'))
  const monitoring = await freePort()
  const bus = await startNatsServer({ jetStreamIn: folder, args: ['-m', String(monitoring)] })
  const connections = async () => {
    const answer = await fetch(`http://127.0.0.1:${monitoring}/connz`)
    const names = Connections.parse(await answer.json()).connections.map(({ name }) => name)
    return names.filter(name => name !== OWN)
  }
  const checkpoints = async () => {
    const connection = await connect({ servers: bus.url, name: OWN })
    try {
      return (await (await connection.jetstreamManager()).streams.info('AUDIT_CHECKPOINTS')).state.messages
    } finally {
      await connection.close()
    }
  }
  for (const PAYMENT_NETWORK of ['nats', 'sandbox']) {
    const other = await startTestService({ PAYMENT_NETWORK, NATS_URL: bus.url, CHECKPOINT_EVERY_MS: '50' })
    const parts = async () => (await client(other.url).get('/health/ready')).body.parts
    try {
      await until(parts, ({ nats }) => nats.state === 'up')
      await until(checkpoints, count => count > 0)
      assert.equal(await connections(), ['security-service'])
      if (PAYMENT_NETWORK === 'nats') continue
      await bus.stop()
      await until(parts, ({ nats }) => nats.state === 'down')
    } finally {
      await other.end()
    }
  }
  await bus.stop()
  rmSync(folder, { recursive: true })
})

test.after(async () => {
  await service.end()
  await gateway.stop()
  await nats.stop()
})
test.run()
