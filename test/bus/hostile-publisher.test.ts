import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pMap from 'p-map'
import { sql } from 'slonik'
import * as assert from 'uvu/assert'
import { z } from 'zod'
import { pause, resume } from '#bus/paused.ts'
import { DEAD_STREAM, INBOUND_STREAM } from '#bus/streams.ts'
import { transactions } from '#domain/transactions/decider.ts'
import { connectBus } from '../harness/bus.ts'
import { until } from '../harness/client.ts'
import { depth } from '../harness/depth.ts'
import { startNatsServer } from '../harness/nats-server.ts'
import { transactionOf } from '../harness/samples.ts'
import { startTestService } from '../harness/service.ts'
import { suite } from '../harness/suite.ts'

/** What no client library sends and NATS takes all the same: odd headers and subjects. */
const test = suite('hostile publishers')

const folder = mkdtempSync(join(tmpdir(), 'bus-hostile-'))
const nats = await startNatsServer({ jetStreamIn: folder })
const service = await startTestService({ NATS_URL: nats.url, BUS: 'in' })
const bus = await connectBus(nats.url)
const { admin } = service
const { db } = service.service
const client_id: string = (await admin.get('/api/auth/me')).body.client_id

const UNKNOWN = depth(300, 4_000)

let count = 0
const textOf = (data: unknown) => {
  count += 1
  return JSON.stringify({ id: `hostile_${count}`, time: new Date().toISOString(), data })
}

/** Resolves when the broker has the message. `headers`: all of them, with the first line. */
function publish(subject: string | Buffer, headers: string, text: string): Promise<void> {
  const { hostname, port } = new URL(nats.url)
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const socket = connect(Number(port), hostname)
  let answer = ''
  socket.on('error', reject)
  socket.on('data', data => {
    answer += data
    if (!/PONG|-ERR/.test(answer)) return
    socket.end()
    if (answer.includes('-ERR')) reject(new Error(answer))
    else resolve()
  })
  const size = Buffer.byteLength(headers)
  socket.write('CONNECT {"verbose":false,"headers":true,"protocol":1}\r\n')
  socket.write('HPUB ')
  socket.write(subject)
  socket.write(` ${size} ${size + Buffer.byteLength(text)}\r\n${headers}${text}\r\nPING\r\n`)
  return promise
}

test('messages with the headers of an answer of NATS, or with none that can be read, are taken', async () => {
  const headers = [
    '100 Idle',
    '404 No Messages',
    '408 Request Timeout',
    '503 ',
    '\r\na b: c',
    '\r\né: c',
    '\r\n: c',
    '\r\nx',
  ]
  for (const some of headers) {
    const transaction = transactionOf(10)
    await publish(`security.in.${client_id}.transaction`, `NATS/1.0 ${some}\r\n\r\n`, textOf(transaction))
    await bus.untilTaken(10_000)
    assert.is((await admin.get(`/transactions/${transaction.transaction_id}`)).status, 200, some)
  }
  assert.equal(await bus.dead(), [])
})

test('what is no trace context is not stored with an early message', async () => {
  const data = { transaction_id: 'tx_unknown', outcome: 'legitimate' }
  const subject = `security.in.${client_id}.fraud.outcome`
  const trace = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`
  for (const traceparent of ['a\0b', 'Erika Mustermann', trace])
    await publish(subject, `NATS/1.0\r\ntraceparent: ${traceparent}\r\n\r\n`, textOf(data))
  await bus.untilTaken()
  const Row = z.object({ traceparent: z.string().nullable() })
  const rows = await db.any(sql.type(Row)`select traceparent from ops.bus_early order by sequence`)
  assert.equal(
    rows.map(({ traceparent }) => traceparent),
    [null, null, trace],
  )
  assert.equal(await bus.dead(), [])
})

test('a subject as long as NATS takes is refused, and so is one without a kind', async () => {
  const long = `${'k'.repeat(100)}.`.repeat(40).slice(0, 3_990)
  await publish(`security.in.${client_id}.${long}`, 'NATS/1.0\r\n\r\n', textOf({}))
  await publish(`security.in.${client_id}`, 'NATS/1.0\r\n\r\n', textOf({}))
  await bus.untilTaken()
  const dead = await until(bus.dead, ({ length }) => length === 2)
  assert.equal(
    dead.map(({ field, subject }) => [field, subject.split('.').at(-1)]),
    [
      ['kind', '_'],
      ['kind', '_'],
    ],
  )
})

test('clients that are unknown get no consumer, and a known one is not held up', async () => {
  const before = (await bus.dead()).length
  const unknown = Array.from({ length: UNKNOWN }, (_, index) => `clt_unknown_${index}`)
  await pMap(unknown, client => bus.publish(client, 'transaction', textOf({})), { concurrency: 64 })
  const other = await service.newClient()
  const { body: me } = await other.get('/api/auth/me')
  const transaction = transactionOf(10)
  await bus.publish(me.client_id, 'transaction', textOf(transaction))
  const since = performance.now()
  await until(
    () => other.get(`/transactions/${transaction.transaction_id}`),
    ({ status }) => status === 200,
    60_000,
  )
  assert.ok(performance.now() - since < 10_000)
  await bus.untilTaken(120_000)
  const { state } = await bus.manager.streams.info(DEAD_STREAM)
  assert.is(state.messages, before + UNKNOWN)
  const consumers = await bus.manager.consumers.list(INBOUND_STREAM).next()
  assert.ok(consumers.length > 0)
  assert.ok(consumers.every(({ name }) => !name.includes('unknown')))
})

test("a suspended client's messages are refused, those that wait too, and taken again afterwards", async () => {
  const other = await service.newClient()
  const { client_id: suspended } = (await other.get('/api/auth/me')).body
  const send = async () => {
    const transaction = transactionOf(10)
    await bus.publish(suspended, 'transaction', textOf(transaction))
    return transaction.transaction_id
  }
  const isTaken = async (id: string) => {
    const { state } = await service.service.execute.load(transactions, transactions.id(suspended, id))
    return state.recorded !== null
  }
  const change = async (status: string) =>
    assert.is((await admin.send('PATCH', `/admin/clients/${suspended}`, { status })).status, 200)
  const before = (await bus.dead()).length
  const first = await send()
  await bus.untilTaken()
  await pause(db, 'in')
  await delay(2_500)
  const waiting = [await send(), await send()]
  await change('disabled')
  await delay(1_500)
  await resume(db, 'in')
  await bus.untilTaken()
  const dead = (await bus.dead()).slice(before)
  assert.equal(
    dead.map(({ field, reason }) => [field, reason]),
    waiting.map(() => ['client_id', 'is suspended']),
  )
  await change('active')
  const last = await send()
  await bus.untilTaken()
  assert.equal(await Promise.all([first, ...waiting, last].map(isTaken)), [true, false, false, true])
})

test('a subject that is no UTF-8 is refused', async () => {
  const before = (await bus.dead()).length
  for (const bytes of [[0xff], [0xc3], [0xed, 0xa0, 0x80]])
    for (const subject of ['security.in.X.transaction', `security.in.${client_id}.X`])
      await publish(
        Buffer.from(subject.replace('X', String.fromCharCode(...bytes)), 'latin1'),
        'NATS/1.0\r\n\r\n',
        textOf({}),
      )
  await bus.untilTaken()
  const dead = (await bus.dead()).slice(before)
  const fields = dead.map(({ field }) => field)
  assert.equal(fields.toSorted(), ['client_id', 'client_id', 'client_id', 'kind', 'kind', 'kind'])
})

test.after(async () => {
  await bus.close()
  await service.end()
  await nats.stop()
  rmSync(folder, { recursive: true, force: true })
})

test.run()
