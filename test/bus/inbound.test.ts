import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as assert from 'uvu/assert'
import { INBOUND_STREAM } from '#bus/streams.ts'
import { connectBus } from '../harness/bus.ts'
import { until } from '../harness/client.ts'
import { startCollector } from '../harness/collector.ts'
import { startNatsServer } from '../harness/nats-server.ts'
import { transactionOf } from '../harness/samples.ts'
import { noteSecret } from '../harness/secrets.ts'
import { startTestService } from '../harness/service.ts'
import { suite } from '../harness/suite.ts'

/** Messages that other services send: each kind, repeats, and what is refused. */
const test = suite('messages from the bus')

const folder = mkdtempSync(join(tmpdir(), 'bus-'))
const nats = await startNatsServer({ jetStreamIn: folder })
const collector = await startCollector()
const service = await startTestService({
  ...{ NATS_URL: nats.url, BUS: 'in' },
  OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
})
const bus = await connectBus(nats.url)
const { admin } = service
const client_id: string = (await admin.get('/api/auth/me')).body.client_id

let count = 0
const envelope = (data: unknown, more: object = {}) => {
  count += 1
  return { id: `msg_${count}`, time: new Date().toISOString(), data, ...more }
}

test('a transaction is recorded with its client and the id of its message in the audit', async () => {
  const transaction = transactionOf(10)
  const message = envelope(transaction)
  await bus.publish(client_id, 'transaction', message)
  await bus.untilTaken()
  const { status, body } = await admin.get(`/transactions/${transaction.transaction_id}`)
  assert.equal([status, body.amount], [200, 10])
  const { body: audit } = await admin.get(`/audit/transactions/${transaction.transaction_id}`)
  const [{ actor, request_id }] = audit.history
  assert.equal([actor.role, actor.client_id, request_id], ['bus', client_id, message.id])
})

test('the trace of its sender is continued', async () => {
  const [trace, parent] = ['4bf92f3577b34da6a3ce929d0e0e4736', '00f067aa0ba902b7']
  await bus.publish(client_id, 'transaction', envelope(transactionOf(10)), { traceparent: `00-${trace}-${parent}-01` })
  const spans = await until(
    async () => collector.spans.filter(({ traceId, name }) => traceId === trace && name === 'bus transaction'),
    ({ length }) => length > 0,
    20_000,
  )
  assert.equal(
    spans.map(({ parentSpanId }) => parentSpanId),
    [parent],
  )
})

test('an outcome waits for its transaction', async () => {
  const transaction = transactionOf(20)
  const data = { transaction_id: transaction.transaction_id, outcome: 'confirmed_fraud' }
  await bus.publish(client_id, 'fraud.outcome', envelope(data))
  await bus.untilTaken()
  await bus.publish(client_id, 'transaction', envelope(transaction))
  const recorded = await until(
    () => admin.get(`/audit/fraud-outcomes/${transaction.transaction_id}`),
    ({ status }) => status === 200,
    20_000,
  )
  assert.is(recorded.status, 200)
  assert.equal(await bus.dead(), [])
})

test('a user is registered once, as a consumer', async () => {
  const email = `bus-${process.pid}@example.com`
  await bus.publish(client_id, 'user', envelope({ email }))
  await bus.publish(client_id, 'user', envelope({ email, role: 'consumer' }))
  await bus.untilTaken()
  const { body } = await admin.get(`/admin/users?email=${email}`)
  assert.equal(
    body.data.map(({ role, status }: { role: string; status: string }) => [role, status]),
    [['consumer', 'active']],
  )
  assert.equal(await bus.dead(), [])
})

test('the same message again changes nothing, and with other content it is refused', async () => {
  const transaction = transactionOf(30)
  const message = envelope(transaction)
  for (let time = 0; time < 3; time += 1) await bus.publish(client_id, 'transaction', message)
  await bus.untilTaken()
  assert.equal(await bus.dead(), [])
  await bus.publish(client_id, 'transaction', { ...message, data: { ...transaction, amount: 31 } })
  const [dead] = await until(bus.dead, ({ length }) => length === 1)
  assert.equal([dead!.code, dead!.field], ['CONFLICT', 'data.amount'])
  await bus.untilTaken()
})

test('two clients may send one id at once', async () => {
  const other = await service.newClient()
  const { body: me } = await other.get('/api/auth/me')
  const [mine, theirs] = [transactionOf(40), transactionOf(41)]
  const headers = { 'Nats-Msg-Id': '42' }
  const message = envelope(mine)
  await bus.publish(client_id, 'transaction', message, headers)
  await new Promise(resolve => setTimeout(resolve, 150))
  await bus.publish(me.client_id, 'transaction', { ...message, data: theirs }, headers)
  await bus.untilTaken()
  assert.is((await other.get(`/transactions/${theirs.transaction_id}`)).status, 200)
  assert.is((await other.get(`/transactions/${mine.transaction_id}`)).status, 404)
})

test('what is bad is refused once, with the field and the reason, and holds up nothing', async () => {
  const content = `content-${randomUUID()}`
  noteSecret(content)
  const good = transactionOf(50)
  const transaction = transactionOf(51)
  const before = (await bus.dead()).length
  const of = (message: unknown, field: string, { kind = 'transaction', client = client_id, headers = {} } = {}) => ({
    ...{ message, field, kind, client, headers },
  })
  const nested = '['.repeat(30_000) + ']'.repeat(30_000)
  const bad = [
    of(`not json ${content}`, 'message'),
    of(Buffer.from([0x7b, 0xff, 0xfe]), 'message'),
    of([envelope(transaction)], 'message'),
    of('', 'message'),
    of(envelope(content), 'data'),
    of(envelope(transaction, { id: {} }), 'id'),
    of({ id: 'no-time', data: transaction }, 'time'),
    of(envelope({ ...transaction, merchant_id: content }, { time: 'yesterday' }), 'time'),
    of(envelope(transaction, { time: new Date(Date.now() + 7 * 86_400_000).toISOString() }), 'time'),
    of(envelope(transaction), 'kind', { kind: 'no.such.kind' }),
    of(envelope(transaction), 'kind', { kind: '*' }),
    of(envelope(transaction), 'kind', { kind: '>' }),
    of(envelope(transaction), 'client_id', { client: 'unknown' }),
    of(envelope(transaction), 'client_id', { client: '*' }),
    of(envelope({ email: 'root@example.com', role: 'admin' }), 'data.role', { kind: 'user' }),
    of(envelope({ email: 'admin@example.com' }), 'data.email', { kind: 'user' }),
    of(envelope({ ...transaction, account_id: content.repeat(20_000) }), 'message'),
    of(`{"id":"nul","time":"2026-01-01T00:00:00Z","data":{"transaction_id":"a\\u0000b"}}`, 'data.transaction_id'),
    of(`{"id":"half","time":"2026-01-01T00:00:00Z","data":{"transaction_id":"\\ud800"}}`, 'data.transaction_id'),
    of(nested, 'message'),
    of(envelope({ transaction_id: { toString: null }, outcome: 'legitimate' }), 'data.transaction_id', {
      kind: 'fraud.outcome',
    }),
    of(
      `{"id":"deep-id","time":"2026-01-01T00:00:00Z","data":{"transaction_id":${nested},"outcome":"legitimate"}}`,
      'data.transaction_id',
      { kind: 'fraud.outcome' },
    ),
    of(`{"id":"deep","time":"2026-01-01T00:00:00Z","data":${nested}}`, 'data'),
    of(envelope({ [`a\nSecurity-Code: ${content}`]: content }), 'data.transaction_id', { headers: { 'X-Mine': '1' } }),
  ]
  for (const { client, kind, message, headers } of bad) await bus.publish(client, kind, message, headers)
  await bus.publish(client_id, 'transaction', envelope(good))
  await until(
    () => admin.get(`/transactions/${good.transaction_id}`),
    ({ status }) => status === 200,
  )
  await bus.untilTaken()
  const dead = (await bus.dead()).slice(before)
  assert.is(dead.length, bad.length)
  assert.is(new Set(dead.map(({ subject }) => subject)).size, bad.length)
  const fields = dead.map(({ field }) => field).toSorted()
  assert.equal(fields, bad.map(({ field }) => field).toSorted())
  for (const { code, reason } of dead) assert.ok(code !== '' && reason !== '')
})

test('headers of NATS in a message are not obeyed when it is refused', async () => {
  const before = (await bus.dead()).length
  const { last_seq } = (await bus.manager.streams.info(INBOUND_STREAM)).state
  const headers: Record<string, string>[] = [
    { 'X-Any': 'y' },
    // What the broker takes here it would refuse in another stream, for ever.
    { 'Nats-Expected-Stream': INBOUND_STREAM },
    { 'Nats-Expected-Last-Sequence': String(last_seq + 2) },
    { 'Nats-Msg-Id': 'copied', 'Nats-Expected-Stream': INBOUND_STREAM },
  ]
  for (const some of headers) await bus.publish(client_id, 'user', envelope({ email: 'none' }), some)
  const rollup = bus.publish(client_id, 'user', envelope({ email: 'none' }), { 'Nats-Rollup': 'sub' })
  assert.match((await rollup.catch(error => error)).message, /rollup/)
  await bus.untilTaken()
  const dead = (await bus.dead()).slice(before)
  assert.is(dead.length, headers.length)
  const own = /^Security-|^Nats-Expected-Last-Subject-Sequence$/
  for (const { headers } of dead)
    assert.equal(
      headers.filter(name => !own.test(name)),
      [],
    )
})

test('ends', async () => {
  await bus.close()
  await service.end()
  await collector.close()
  await nats.stop()
  rmSync(folder, { recursive: true, force: true })
})

test.run()
