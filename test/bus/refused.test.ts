import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as assert from 'uvu/assert'
import { connectBus } from '../harness/bus.ts'
import { until } from '../harness/client.ts'
import { startNatsServer } from '../harness/nats-server.ts'
import { runProgram } from '../harness/run-program.ts'
import { transactionOf } from '../harness/samples.ts'
import { startTestService } from '../harness/service.ts'
import { suite } from '../harness/suite.ts'

/** Refused messages are listed and sent again by `npm run bus -- dead`. */
const test = suite('refused messages')

const folder = mkdtempSync(join(tmpdir(), 'bus-refused-'))
const nats = await startNatsServer({ jetStreamIn: folder })
const service = await startTestService({ NATS_URL: nats.url, BUS: 'in' })
const bus = await connectBus(nats.url)
const { admin } = service
const client_id: string = (await admin.get('/api/auth/me')).body.client_id

const dead = (...args: string[]) =>
  runProgram('src/programs/bus/main.ts', ['dead', ...args], { ...service.environment, NATS_URL: nats.url })

const original = transactionOf(10)
const transaction_id = original.transaction_id
const time = new Date().toISOString()

test('the list is empty at first', async () => {
  const { status, stdout } = await dead('list')
  assert.equal([status, stdout.trim()], [0, 'no message was refused'])
})

test('what was refused is listed with its reason, and not with its content', async () => {
  await admin.post('/transactions', original)
  await bus.publish(client_id, 'transaction', { id: 'm1', time, data: { ...original, amount: 11 } })
  await until(bus.dead, ({ length }) => length === 1)
  await bus.publish('unknown', 'transaction', { id: 'm2', time, data: original })
  await bus.publish(client_id, '*', { id: 'm3', time, data: original })
  await until(bus.dead, ({ length }) => length === 3)
  const { status, stdout } = await dead('list')
  assert.is(status, 0)
  const lines = stdout.trim().split('\n')
  assert.is(lines.at(-1), '3 refused')
  assert.match(stdout, new RegExp(`\\d+  ${client_id}  transaction  CONFLICT: data.amount .*  \\d+ min ago`))
  assert.match(stdout, /\d+ {2}unknown {2}transaction {2}INVALID_REQUEST: client_id is not a known client/)
  assert.not.match(stdout, new RegExp(transaction_id))
})

test('one that is sent again is refused again, under another sequence, and leaves the list until then', async () => {
  const [first] = await bus.dead()
  assert.match(first!.subject, new RegExp(client_id))
  const { status, stdout } = await dead('retry', '1')
  assert.equal([status, stdout.trim()], [0, '1  sent again'])
  const after = await until(bus.dead, all => all.some(({ text }) => text.includes('"m1"')))
  assert.is(after.filter(({ text }) => text === first!.text).length, 1)
  assert.is(after.length, 3)
})

test('one whose kind is no name, or that is not there, is not sent', async () => {
  const { status, stdout } = await dead('retry')
  assert.is(status, 1)
  assert.match(stdout, /not sent: its client or kind is no name/)
  await bus.untilTaken()
  assert.is((await bus.dead()).length, 3)
  const missing = await dead('retry', '99')
  assert.equal([missing.status, missing.stdout.trim()], [1, '99  is not there'])
})

test('a wrong command line is refused', async () => {
  for (const args of [[], ['what'], ['retry', 'one']]) assert.is((await dead(...args)).status, 2)
})

test.after(async () => {
  await bus.close()
  await service.end()
  await nats.stop()
  rmSync(folder, { recursive: true, force: true })
})

test.run()
