import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { StorageType } from 'nats'
import { Registry } from 'prom-client'
import { sql } from 'slonik'
import * as assert from 'uvu/assert'
import { z } from 'zod'
import { createDeadLetters } from '#bus/inbound/dead-letters.ts'
import { hasTooManyEarly } from '#bus/inbound/early-messages.ts'
import { inboundKind } from '#bus/inbound/inbound-kind.ts'
import { createInboundMetrics } from '#bus/inbound/metrics.ts'
import { settleReceived } from '#bus/inbound/settle-message.ts'
import { startInbound } from '#bus/inbound/start.ts'
import { pause, resume } from '#bus/paused.ts'
import { DEAD_STREAM, INBOUND_STREAM } from '#bus/streams.ts'
import { readStreamWithSubjects } from '#edge/nats/jetstream.ts'
import type { Module } from '#module.ts'
import { fieldRejection, Rejection } from '#values/errors.ts'
import { connectBus } from '../harness/bus.ts'
import { until } from '../harness/client.ts'
import { startNatsServer } from '../harness/nats-server.ts'
import { runProgram } from '../harness/run-program.ts'
import { transactionOf } from '../harness/samples.ts'
import { startTestService } from '../harness/service.ts'
import { suite } from '../harness/suite.ts'
import { erase, settlingSoon, subjectReaches } from '../modules/subjects/people.ts'

/** What becomes of messages that are too early, that a fault keeps from being taken, or whose person was erased. */
const test = suite('fates of messages')

const taken = new Set<string>()
let isBroken = true
/** Its command has a fault, which is mended or not. */
const brittle: Module = {
  name: 'brittle',
  inbound: [
    inboundKind({
      kind: 'brittle',
      name: 'InboundBrittle',
      summary: 'Fails',
      description: 'Fails.',
      schema: z.object({ name: z.string() }),
      example: { name: 'one' },
      async take(_service, _context, { data }) {
        if (isBroken) throw new TypeError('a fault')
        taken.add(data.name)
        return 'recorded'
      },
    }),
  ],
  start: () => ({}),
}

const folder = mkdtempSync(join(tmpdir(), 'bus-fates-'))
const nats = await startNatsServer({ jetStreamIn: folder })
const service = await startTestService({ NATS_URL: nats.url, BUS: 'in' }, { modules: [...settlingSoon(), brittle] })
const bus = await connectBus(nats.url)
const { admin } = service
const { db } = service.service
const client_id: string = (await admin.get('/api/auth/me')).body.client_id
const time = () => new Date().toISOString()
const counted = async (outcome: string, kind = 'transaction') => {
  const text = String((await admin.get('/metrics')).body)
  return Number(
    new RegExp(`bus_in_messages_total\\{kind="${kind}",outcome="${outcome}"\\} (\\d+)`).exec(text)?.[1] ?? 0,
  )
}

test('an outcome whose transaction does not come is refused after ten minutes, and sealed until then', async () => {
  // That of another client is not its own, which may still come.
  const { transaction_id } = transactionOf(10)
  const other = await service.newClient()
  assert.is((await other.post('/transactions', { ...transactionOf(10), transaction_id })).status, 201)
  await bus.publish(client_id, 'fraud.outcome', {
    ...{ id: 'early', time: time() },
    data: { transaction_id, outcome: 'legitimate' },
  })
  await bus.untilTaken()
  const Row = z.object({ body: z.string() })
  const { body } = await db.one(sql.type(Row)`select body from ops.bus_early`)
  assert.not.match(body, new RegExp(transaction_id))
  const isMore = (max: number) => hasTooManyEarly({ db }, client_id, max)
  assert.equal([await isMore(1), await isMore(2)], [true, false])
  assert.equal(await bus.dead(), [])
  await db.query(sql.unsafe`update ops.bus_early set first_tried_at = first_tried_at - interval '10 minutes'`)
  // As after ten minutes in which the service was down: what it names may wait in the stream.
  const tries = async () =>
    db.oneFirst(
      sql.type(
        z.object({ attempts: z.number() }),
      )`select asked as attempts from ops.due_work where queue = 'bus-early'`,
    )
  const before = await tries()
  await until(tries, count => count > before + 1, 30_000)
  assert.equal(await bus.dead(), [])
  await until(
    async () => {
      // The job may be at work, and store its own count.
      await db.query(sql.unsafe`update ops.due_work set asked = 40, due_at = now() where queue = 'bus-early'`)
      return bus.dead()
    },
    ({ length }) => length === 1,
    30_000,
  )
  const [dead] = await until(bus.dead, ({ length }) => length === 1, 30_000)
  assert.equal([dead!.code, dead!.field, JSON.parse(dead!.text).id], ['FRAUD_003', 'data.transaction_id', 'early'])
  await until(
    () => db.any(sql.type(Row)`select body from ops.bus_early`),
    rows => rows.length === 0,
  )
})

test('a message that a fault keeps from being taken is tried again, and taken once the fault is mended', async () => {
  await bus.publish(client_id, 'brittle', { id: 'mended', time: time(), data: { name: 'mended' } })
  const Row = z.object({ failures: z.number() })
  await until(
    () => db.any(sql.type(Row)`select failures from ops.bus_failures`),
    rows => (rows[0]?.failures ?? 0) >= 2,
    30_000,
  )
  isBroken = false
  await until(async () => taken.has('mended'), Boolean, 30_000)
  await bus.untilTaken()
  assert.is(await db.exists(sql.type(z.object({}))`select from ops.bus_failures`), false)
})

test('it is refused after twenty failures, counted over kills', async () => {
  isBroken = true
  const before = (await bus.dead()).length
  await db.query(sql.unsafe`delete from ops.bus_failures`)
  await bus.publish(client_id, 'brittle', { id: 'broken', time: time(), data: { name: 'broken' } })
  await until(
    () => db.query(sql.unsafe`update ops.bus_failures set failures = 19 where failures < 19`),
    ({ rowCount }) => rowCount === 1,
  )
  const dead = (await until(bus.dead, ({ length }) => length === before + 1, 30_000)).at(-1)!
  assert.equal([dead.code, dead.reason], ['INTERNAL_ERROR', 'could not be taken 20 times'])
  await bus.untilTaken()
  assert.is(await db.exists(sql.type(z.object({}))`select from ops.bus_failures`), false)
})

test('a failure while the event store is away is not counted', async () => {
  const away = Object.assign(new Error('away'), { name: 'StoreUnavailable' })
  const deps = {
    service: { ...service.service, store: { ...service.service.store, ping: () => Promise.reject(away) } },
    take: () => Promise.reject(new TypeError('a fault')),
    deadLetters: createDeadLetters(service.service.nats!, () => undefined),
    metrics: createInboundMetrics(new Registry(), []),
  }
  const message = {
    ...{ client_id, kind: 'transaction', stream: 'away', sequence: 1, published_at: time() },
    payload: Buffer.from('{}'),
  }
  const error = await settleReceived(deps, message, false).catch(thrown => thrown)
  assert.is(error, away)
  assert.is(await db.exists(sql.type(z.object({}))`select from ops.bus_failures where stream = 'away'`), false)
})

test('what fails outside the command is counted too, and refused after twenty failures', async () => {
  const stream = randomUUID()
  const { vault } = service.service
  const deps = {
    service: {
      ...service.service,
      vault: { ...vault, seal: () => Promise.reject(new TypeError('a fault')) },
    },
    take: async () => ({ is: 'early', refusal: new Rejection('FRAUD_003'), user_id: null }) as const,
    deadLetters: createDeadLetters(service.service.nats!, () => undefined),
    metrics: createInboundMetrics(new Registry(), []),
  }
  const message = {
    ...{ client_id, kind: 'fraud.outcome', stream, sequence: 1, published_at: time() },
    payload: Buffer.from('{}'),
  }
  const before = (await bus.dead()).length
  for (let failures = 1; failures < 20; failures += 1) {
    const settled = await settleReceived(deps, message, failures > 1)
    assert.ok(settled !== 'done' && settled.againInMs > 0)
  }
  assert.is((await bus.dead()).length, before)
  assert.is(await settleReceived(deps, message, true), 'done')
  const { code, subject } = (await bus.dead()).at(-1)!
  assert.equal([code, subject], ['INTERNAL_ERROR', `security.dead.${client_id}.${stream}-1.fraud.outcome`])
  assert.is(await db.exists(sql.type(z.object({}))`select from ops.bus_failures where stream = ${stream}`), false)
})

test('a trace context that is none is left out: an early message with it is stored all the same', async () => {
  const transaction = transactionOf(10)
  const data = { transaction_id: transaction.transaction_id, outcome: 'legitimate' }
  await bus.publish(client_id, 'fraud.outcome', { id: 'traced', time: time(), data }, { traceparent: 'a\u0000b' })
  await bus.untilTaken()
  await bus.publish(client_id, 'transaction', { id: 'traced', time: time(), data: transaction })
  await until(
    () => admin.get(`/audit/fraud-outcomes/${transaction.transaction_id}`),
    ({ status }) => status === 200,
    20_000,
  )
})

test('while it is paused nothing is taken, and everything afterwards', async () => {
  await pause(db, 'in')
  await delay(2_500)
  const transaction = transactionOf(10)
  await bus.publish(client_id, 'transaction', { id: 'paused', time: time(), data: transaction })
  await delay(2_500)
  assert.is(await bus.waiting(), 1)
  await resume(db, 'in')
  await bus.untilTaken()
  assert.is((await admin.get(`/transactions/${transaction.transaction_id}`)).status, 200)
})

test('while it is paused an early message is not tried: the time does not count', async () => {
  const transaction_id = `tx_never_${randomUUID()}`
  await bus.publish(client_id, 'fraud.outcome', {
    ...{ id: 'early and paused', time: time() },
    data: { transaction_id, outcome: 'legitimate' },
  })
  await bus.untilTaken()
  await pause(db, 'in')
  await delay(2_500)
  const Job = z.object({ attempts: z.number(), later: z.boolean() })
  const job = () =>
    db.one(sql.type(Job)`
      select asked as attempts, due_at > now() + interval '5 seconds' as later from ops.due_work
      where queue = 'bus-early' order by id desc limit 1`)
  const { attempts } = await job()
  for (let tries = 0; tries < 3; tries += 1) {
    await db.query(sql.unsafe`update ops.due_work set due_at = now() where queue = 'bus-early'`)
    assert.is((await until(job, ({ later }) => later, 20_000)).attempts, attempts)
  }
  await db.query(sql.unsafe`delete from ops.due_work where queue = 'bus-early'`)
  await db.query(sql.unsafe`delete from ops.bus_early`)
  await resume(db, 'in')
})

test('what exceeds the early messages that a client may have stays in the stream', async () => {
  const early = (stream: string) => ({
    ...{ client_id: 'clt_early', kind: 'fraud.outcome', stream, sequence: 1, published_at: time() },
    payload: Buffer.from('{}'),
  })
  const deps = {
    service: { ...service.service, config: { ...service.service.config, BUS_IN_WAITING: 1 } },
    take: async () => ({ is: 'early', refusal: new Rejection('FRAUD_003'), user_id: null }) as const,
    deadLetters: createDeadLetters(service.service.nats!, () => undefined),
    metrics: createInboundMetrics(new Registry(), []),
  }
  assert.is(await settleReceived(deps, early('first'), false), 'done')
  const settled = await settleReceived(deps, early('second'), false)
  assert.ok(settled !== 'done' && settled.againInMs > 0)
  // Another client has its own limit.
  assert.is(await settleReceived(deps, { ...early('third'), client_id: 'clt_other' }, false), 'done')
  const streams = await db.anyFirst(
    sql.type(z.object({ stream: z.string() }))`
      select stream from ops.bus_early where client_id in ('clt_early', 'clt_other') order by stream`,
  )
  assert.equal(streams, ['first', 'third'])
  await db.query(sql.unsafe`delete from ops.due_work where queue = 'bus-early'`)
  await db.query(sql.unsafe`delete from ops.bus_early where client_id in ('clt_early', 'clt_other')`)
})

test('a process that ends during an outage hands back what it holds at once', async () => {
  await pause(db, 'in')
  await delay(2_500)
  const { promise: held, resolve: hold } = Promise.withResolvers<void>()
  const kind = {
    ...brittle.inbound![0]!,
    take() {
      hold()
      return Promise.reject(Object.assign(new Error('away'), { name: 'StoreUnavailable' }))
    },
  }
  const other = startInbound(
    {
      ...service.service,
      nats: service.service.nats!,
      metrics: new Registry(),
      db: { ...db, exists: async () => false },
    },
    { isUsable: () => true, readInbound: connection => readStreamWithSubjects(connection, INBOUND_STREAM, 5_000) },
    [kind],
  )
  isBroken = false
  await bus.publish(client_id, 'brittle', { id: 'held', time: time(), data: { name: 'held' } })
  await held
  const since = performance.now()
  await other.stop()
  await resume(db, 'in')
  await until(async () => taken.has('held'), Boolean, 30_000)
  assert.ok(performance.now() - since < 8_000)
  await bus.untilTaken()
})

test('a message from before the erasure of its person is dropped, and so is a retried one', async () => {
  const user_id = `person-${randomUUID()}`
  const first = { ...transactionOf(10), user_id }
  await admin.post('/transactions', first)
  // Refused while the person was there.
  await bus.publish(client_id, 'transaction', { id: 'refused', time: time(), data: { ...first, amount: 11 } })
  const refused = (await until(bus.dead, all => all.some(({ text }) => text.includes('"refused"')))).at(-1)!
  await bus.untilTaken()
  await pause(db, 'in')
  await delay(2_500)
  const late = { ...transactionOf(12), user_id }
  await bus.publish(client_id, 'transaction', { id: 'late', time: time(), data: late })
  const erasing = await erase(admin, user_id)
  assert.is(erasing.status, 202)
  await subjectReaches(admin, user_id, 'shredded')
  const before = await counted('erased')
  await resume(db, 'in')
  await bus.untilTaken()
  assert.is((await admin.get(`/transactions/${late.transaction_id}`)).status, 404)
  assert.is(await counted('erased'), before + 1)
  isBroken = false
  const retried = await runProgram('src/programs/bus/main.ts', ['dead', 'retry'], {
    ...service.environment,
    NATS_URL: nats.url,
  })
  assert.match(retried.stdout, /deleted: its person was erased/)
  assert.ok((await bus.dead()).every(({ text }) => text !== refused.text))
  // A person who returns is another one.
  const again = { ...transactionOf(13), user_id }
  await bus.publish(client_id, 'transaction', { id: 'again', time: time(), data: again })
  await bus.untilTaken()
  assert.is((await admin.get(`/transactions/${again.transaction_id}`)).status, 200)
})

test('an outcome of the transaction of an erased person is dropped, and so is a bad message that names them', async () => {
  const user_id = `person-${randomUUID()}`
  const transaction = { ...transactionOf(10), user_id }
  const { transaction_id } = transaction
  await admin.post('/transactions', transaction)
  const outcome = (id: string, verdict: string) =>
    bus.publish(client_id, 'fraud.outcome', { id, time: time(), data: { transaction_id, outcome: verdict } })
  await outcome('bad outcome', 'none')
  const dead = await until(bus.dead, all => all.some(({ text }) => text.includes('bad outcome')))
  await pause(db, 'in')
  await delay(2_500)
  await outcome('before', 'legitimate')
  await outcome('bad before', 'none')
  await bus.publish(client_id, 'transaction', { id: 'no currency', time: time(), data: { user_id, amount: 1 } })
  assert.is((await erase(admin, user_id)).status, 202)
  await subjectReaches(admin, user_id, 'shredded')
  await outcome('after', 'legitimate')
  const before = [await counted('erased', 'fraud.outcome'), await counted('erased')]
  const early = () =>
    db.oneFirst(sql.type(z.object({ count: z.number() }))`select count(*)::int as count from ops.bus_early`)
  const waiting = await early()
  await resume(db, 'in')
  await bus.untilTaken()
  assert.equal([await counted('erased', 'fraud.outcome'), await counted('erased')], [before[0]! + 3, before[1]! + 1])
  assert.equal((await bus.dead()).length, dead.length)
  assert.is(await early(), waiting)
  const retried = await runProgram('src/programs/bus/main.ts', ['dead', 'retry'], {
    ...service.environment,
    NATS_URL: nats.url,
  })
  assert.match(retried.stdout, /deleted: its person was erased/)
  assert.ok((await bus.dead()).every(({ text }) => !text.includes('bad outcome')))
})

test('a message is refused once, also when a process was frozen before its acknowledgement', async () => {
  const letters = createDeadLetters(service.service.nats!, () => undefined)
  const message = {
    ...{ client_id, kind: 'transaction', stream: '2026', sequence: 7, published_at: time() },
    payload: Buffer.alloc(1_048_576 - 64, 'x'),
  }
  const refusal = fieldRejection('INVALID_REQUEST', [{ field: 'message', reason: 'is\nnot taken é' }])
  const before = (await bus.dead()).length
  await letters.put(message, refusal)
  await letters.put(message, refusal)
  const found = await bus.dead()
  assert.is(found.length, before + 1)
  const { reason, headers, text } = found.at(-1)!
  assert.is(reason, 'is?not taken ?')
  assert.ok(headers.includes('Security-Length') && headers.includes('Security-SHA256'))
  assert.ok(text.length < 1_048_576 - 64)
  const { state } = await bus.manager.streams.info(DEAD_STREAM)
  assert.is(state.messages, found.length)
})

test('of refused messages a client has the newest alone', async () => {
  let purged = 0
  const refuse = (sequence: number) =>
    createDeadLetters(service.service.nats!, count => (purged += count), 3).put(
      { client_id: 'other', kind: 'user', stream: '2026', sequence, published_at: time(), payload: Buffer.from('{}') },
      fieldRejection('INVALID_REQUEST', [{ field: 'message', reason: 'is not taken' }]),
    )
  const before = (await bus.dead()).length
  for (let sequence = 1; sequence <= 5; sequence += 1) await refuse(sequence)
  const subjects = (await bus.dead()).map(({ subject }) => subject)
  assert.equal(
    subjects.filter(subject => subject.startsWith('security.dead.other.')),
    [3, 4, 5].map(sequence => `security.dead.other.2026-${sequence}.user`),
  )
  assert.equal([purged, subjects.length], [2, before + 3])
})

test('while the stream of refused messages can not be used, a bad message waits', async () => {
  const part = async () => (await admin.get('/health/ready')).body.parts.bus.note ?? ''
  const { streams } = bus.manager
  const { config } = await streams.info(DEAD_STREAM)
  await streams.delete(DEAD_STREAM)
  await streams.add({ ...config, storage: StorageType.Memory })
  await until(part, note => note.includes('other storage'), 30_000)
  await bus.publish(client_id, 'user', { id: 'waits', time: time(), data: { email: 'none' } })
  await delay(3_000)
  assert.equal([await bus.waiting(), (await bus.dead()).length], [1, 0])
  await streams.delete(DEAD_STREAM)
  await bus.untilTaken(30_000)
  assert.equal(
    (await bus.dead()).map(({ field }) => field),
    ['data.email'],
  )
})

test.after(async () => {
  await bus.close()
  await service.end()
  await nats.stop()
  rmSync(folder, { recursive: true, force: true })
})

test.run()
