import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'slonik'
import * as assert from 'uvu/assert'
import { deleteWebhook } from '#commands/webhooks/delete-webhook.ts'
import { ENQUEUER } from '#delivery/queue.ts'
import type { BatchHandler } from '#subscription/batch.ts'
import { startLogSubscription } from '#subscription/log-subscription.ts'
import { withParking } from '#subscription/parked-events.ts'
import { startHttpsSink } from '../harness/https-sink.ts'
import { suite } from '../harness/suite.ts'
import { startEngine, until } from './engine.ts'

const test = suite('delivery: room promised to rows that are never inserted')
const sink = await startHttpsSink()
const engine = await startEngine({ caPem: sink.caPem })
const { vault } = engine.service
/** Room for four, so that few lost reservations are all of it. */
const limits = { windowStart: 1, windowMax: 1, prefetchPerSlot: 4, slowMs: 60_000 }
const running = await engine.start({ limits })

test('an endpoint gets everything after a batch failed again and again between two of its events', async () => {
  const { webhook_id } = await engine.webhook({ url: sink.url })
  const succeeded = async () =>
    (await engine.deliveries(webhook_id)).filter(({ status }) => status === 'succeeded').length
  await engine.refund()
  // An endpoint that has answered is trusted with rows ahead.
  await until('a first', async () => (await succeeded()) === 1)
  let failures = 0
  const { seal } = vault
  let sealed = 0
  vault.seal = async (subject, place, clear) => {
    sealed += place.startsWith('webhook-event|') ? 1 : 0
    if (place.startsWith('webhook-event|') && sealed % 2 === 0) {
      failures += 1
      throw new Error('the data keys are away')
    }
    return seal(subject, place, clear)
  }
  for (let sent = 0; sent < 6; sent += 1) await engine.refund()
  await until('a batch failed often enough', () => failures > 10)
  vault.seal = seal
  await until('all delivered', async () => (await succeeded()) === 7)
})

test('an endpoint gets everything after the rows of a batch could not be written', async () => {
  const { webhook_id } = await engine.webhook({ url: sink.url })
  const succeeded = async () =>
    (await engine.deliveries(webhook_id)).filter(({ status }) => status === 'succeeded').length
  await engine.refund()
  await until('a first', async () => (await succeeded()) === 1)
  const { db } = engine.service
  await db.query(sql.unsafe`alter table ops.webhook_events rename to elsewhere`)
  const failures = () => engine.logged.filter(line => line.includes('subscription interrupted')).length
  const before = failures()
  for (let sent = 0; sent < 6; sent += 1) await engine.refund()
  await until('a batch of them all failed', () => failures() >= before + 3)
  await db.query(sql.unsafe`alter table ops.elsewhere rename to webhook_events`)
  await until('all delivered', async () => (await succeeded()) === 7)
})

/** A subscription whose values PostgreSQL refuses for each event, in the transaction of the enqueuer if it can. */
function startRefused(name: string, onShared: (name: string) => void) {
  const handle: BatchHandler = async ({ events, position }, checkpoint) => {
    // The enqueuer takes time to translate.
    await delay(Math.random() * 20)
    await checkpoint.commit(events, position, async tx => {
      const isShared = await tx.exists(sql.unsafe`
        select 1 from pg_locks where pid = pg_backend_pid() and locktype = 'advisory'
          and classid = hashtext(${`work of ${ENQUEUER}`})::oid`)
      if (isShared) onShared(name)
      await tx.query(sql.unsafe`select 1 / 0`)
    })
  }
  return startLogSubscription(engine.service, {
    name,
    prefixes: ['refund-', 'webhook-'],
    from: 'end',
    restoreAdvice: '',
    handle: withParking({ subscription: name, log: engine.service.log }, handle),
  })
}

test('endpoints get everything from their creation to their deletion, once, beside poison events of others', async () => {
  const shared: string[] = []
  const ROUNDS_MAX = 40
  // The rows of one are written before those of the enqueuer, the rows of the other after them.
  const NAMES = ['a refused one', 'z refused one']
  const refused = NAMES.map(name => startRefused(name, name => shared.push(name)))
  await until('both are live', () => refused.every(({ health }) => health().state === 'live'))
  const context = engine.context('clt_beside')
  const refunds: string[] = []
  const append = async () => refunds.push(...(await Promise.all([1, 2, 3].map(() => engine.refund('clt_beside')))))
  const endpoints: { path: string; webhook_id: string; from: number; to?: number }[] = []
  const create = async () => {
    const [path, from] = [`/beside-${endpoints.length}`, refunds.length]
    endpoints.push({ path, from, webhook_id: '' })
    const { webhook_id } = await engine.webhook({ url: new URL(path, sink.url).href }, 'clt_beside')
    Object.assign(endpoints.find(endpoint => endpoint.path === path)!, { webhook_id })
  }
  for (let round = 0; round < 4 || (round < ROUNDS_MAX && new Set(shared).size < NAMES.length); round += 1) {
    await Promise.all([create(), create()])
    await append()
    const gone = endpoints[round]!
    await deleteWebhook(engine.service, context, { webhook_id: gone.webhook_id })
    gone.to = refunds.length
    await append()
  }
  await Promise.all(refused.map(({ stop }) => stop()))
  await running.stop()
  await engine.start({ limits })
  await append()
  const receivedAt = (path: string) =>
    sink.received.filter(request => request.path === path).map(({ body }) => /rf_[\w-]+/.exec(String(body))![0])
  for (const { path, from, to } of endpoints) {
    const expected = refunds.slice(from, to).toSorted()
    // What waits for an endpoint that is deleted is cancelled.
    if (to !== undefined)
      assert.ok(
        receivedAt(path).every(id => expected.includes(id)),
        path,
      )
    else {
      await until(`all are delivered to ${path}`, () => receivedAt(path).length >= expected.length)
      assert.equal(receivedAt(path).toSorted(), expected)
    }
  }
  // On a slow machine one of them may be slow and commit alone for a minute.
  assert.ok(shared.length > 0, 'a refused subscription shared a transaction with the others')
})

test.after(async () => {
  await engine.end()
  await sink.close()
})
test.run()
