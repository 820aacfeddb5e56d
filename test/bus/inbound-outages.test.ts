import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { AckPolicy } from 'nats'
import * as assert from 'uvu/assert'
import { streamIdentity } from '#bus/inbound/queued-message.ts'
import { pause, resume } from '#bus/paused.ts'
import { INBOUND_STREAM, INBOUND_SUBJECT } from '#bus/streams.ts'
import { startTestNode } from '../edge/eventstore/harness.ts'
import { type BusClient, connectBus } from '../harness/bus.ts'
import { type Client, until } from '../harness/client.ts'
import { startNatsServer } from '../harness/nats-server.ts'
import { processesIn, whileFrozen } from '../harness/processes.ts'
import { type SampleTransaction, transactionOf } from '../harness/samples.ts'
import { startTestService, type TestService } from '../harness/service.ts'
import { suite } from '../harness/suite.ts'

/** Stores and bus go away for `OUTAGE_S` seconds while messages come: none is refused for it, and none is lost. */
const test = suite('messages from the bus during outages')
const AWAY_MS = Number(process.env.OUTAGE_S ?? 4) * 1_000
const RECOVERY_MS_MAX = Number(process.env.RECOVERY_S ?? 60) * 1_000
const FLOOD = 3_000
const FLOOD_PARALLEL = 256
const WAIT_MS_MAX = 10_000
/** A pause is noticed within a second. */
const PAUSED_MS = 2_500

const folder = mkdtempSync(join(tmpdir(), 'bus-outage-'))
const node = await startTestNode()
const nats = await startNatsServer({ jetStreamIn: folder })
let service: TestService
let admin: Client
let bus: BusClient
let client_id: string

let count = 0
const messageOf = (data: object) => {
  count += 1
  return { id: `msg_${count}`, time: new Date().toISOString(), data }
}
const publish = (transaction: SampleTransaction) => bus.publish(client_id, 'transaction', messageOf(transaction))

async function recorded(all: readonly SampleTransaction[]): Promise<void> {
  for (const { transaction_id } of all)
    await until(
      () => admin.get(`/transactions/${transaction_id}`),
      ({ status }) => status === 200,
      RECOVERY_MS_MAX,
    )
  await bus.untilTaken(RECOVERY_MS_MAX)
  assert.equal(await bus.dead(), [])
}

test('NATS is away at the start: the service starts, and takes what comes later', async () => {
  await nats.stop()
  service = await startTestService({ NATS_URL: nats.url, BUS: 'in', EVENTSTORE_URL: node.url })
  admin = service.admin
  client_id = (await admin.get('/api/auth/me')).body.client_id
  const { body } = await until(
    () => admin.get('/health/ready'),
    ({ body }) => body.status === 'ready',
    RECOVERY_MS_MAX,
  )
  assert.equal([body.status, body.parts.bus.state], ['ready', 'down'])
  await nats.startAgain()
  bus = await connectBus(nats.url)
  const transaction = transactionOf(10)
  await publish(transaction)
  await recorded([transaction])
})

test('the event store falls silent', async () => {
  const all = [transactionOf(10), transactionOf(11)]
  await whileFrozen([node.pid()], async () => {
    for (const transaction of all) await publish(transaction)
    await delay(AWAY_MS)
  })
  await recorded(all)
})

test('PostgreSQL falls silent', async () => {
  const all = [transactionOf(10), transactionOf(11)]
  await whileFrozen(processesIn(service.environment.DATA_DIR!, 'postgres'), async () => {
    for (const transaction of all) await publish(transaction)
    await delay(AWAY_MS)
  })
  await recorded(all)
})

test('NATS falls silent, and is killed', async () => {
  const all = [transactionOf(10), transactionOf(11), transactionOf(12)]
  await publish(all[0]!)
  await whileFrozen([nats.pid()], () => delay(AWAY_MS))
  await publish(all[1]!)
  await nats.startAgain()
  await until(
    () => publish(all[2]!).catch(() => null),
    sequence => sequence !== null,
    RECOVERY_MS_MAX,
  )
  await recorded(all)
})

test('the storage of NATS is lost: streams and consumers are made again', async () => {
  await nats.stop()
  rmSync(folder, { recursive: true, force: true })
  await nats.startAgain()
  const transaction = transactionOf(10)
  await until(
    () => publish(transaction).catch(() => null),
    sequence => sequence !== null,
    RECOVERY_MS_MAX,
  )
  await recorded([transaction])
})

test('a consumer that has lost a message is made again', async () => {
  const { created } = await bus.manager.streams.info(INBOUND_STREAM)
  const other = await service.newClient()
  const { body: me } = await other.get('/api/auth/me')
  const durable = `${me.client_id}-${streamIdentity(created)}`
  await bus.manager.consumers.add(INBOUND_STREAM, {
    durable_name: durable,
    filter_subject: `${INBOUND_SUBJECT}.${me.client_id}.>`,
    ack_policy: AckPolicy.Explicit,
    max_deliver: 1,
    ack_wait: 200_000_000,
  })
  await pause(service.service.db, 'in')
  await delay(PAUSED_MS)
  const transaction = transactionOf(10)
  await bus.publish(me.client_id, 'transaction', messageOf(transaction))
  const consumer = await bus.connection.jetstream().consumers.get(INBOUND_STREAM, durable)
  assert.ok(await consumer.next())
  // It was delivered as often as it may be: the broker forgets it at the next request.
  await until(
    async () => {
      await consumer.next({ expires: 1_000 })
      return consumer.info()
    },
    ({ num_ack_pending, num_pending }) => num_ack_pending + num_pending === 0,
  )
  await resume(service.service.db, 'in')
  await until(
    () => other.get(`/transactions/${transaction.transaction_id}`),
    ({ status }) => status === 200,
    RECOVERY_MS_MAX,
  )
  await bus.untilTaken()
})

test('consumers that are deleted by hand are made again, also while messages are worked on', async () => {
  const all = Array.from({ length: 200 }, () => transactionOf(10))
  const half = all.length / 2
  await Promise.all(all.slice(0, half).map(publish))
  const consumers = await bus.manager.consumers.list(INBOUND_STREAM).next()
  assert.ok(consumers.length > 0)
  for (const { name } of consumers) await bus.manager.consumers.delete(INBOUND_STREAM, name)
  await Promise.all(all.slice(half).map(publish))
  await recorded(all)
})

test("while one client floods, another's message does not wait", async () => {
  const other = await service.newClient()
  const { body: me } = await other.get('/api/auth/me')
  const flood = Array.from({ length: FLOOD }, () => transactionOf(10))
  let next = 0
  const flooding = Promise.all(
    Array.from({ length: FLOOD_PARALLEL }, async () => {
      while (next < FLOOD) await publish(flood[next++]!)
    }),
  )
  const waits: number[] = []
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const transaction = transactionOf(11)
    const since = performance.now()
    await bus.publish(me.client_id, 'transaction', messageOf(transaction))
    await until(
      () => other.get(`/transactions/${transaction.transaction_id}`),
      ({ status }) => status === 200,
      RECOVERY_MS_MAX,
    )
    waits.push(performance.now() - since)
  }
  assert.ok((await bus.waiting()) > 0 || next < FLOOD, 'the flood goes on')
  assert.ok(Math.max(...waits) < WAIT_MS_MAX, waits.map(ms => Math.round(ms)).join())
  await flooding
  await bus.untilTaken(RECOVERY_MS_MAX)
})

test.after(async () => {
  await bus?.close()
  await service?.end()
  await nats.stop()
  await node.dispose()
  rmSync(folder, { recursive: true, force: true })
})

test.run()
