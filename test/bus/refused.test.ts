import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { headers as createHeaders } from 'nats'
import * as assert from 'uvu/assert'
import { DEAD_HEADERS } from '#bus/inbound/dead-letters.ts'
import { listRefused, retryRefused } from '#bus/inbound/refused-messages.ts'
import { transactions } from '#domain/transactions/decider.ts'
import { modules } from '#modules.ts'
import { connectBus } from '../harness/bus.ts'
import { until } from '../harness/client.ts'
import { startNatsServer } from '../harness/nats-server.ts'
import { repeatedProgram, runProgram } from '../harness/run-program.ts'
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

const PROGRAM = 'src/programs/bus/main.ts'
const program = repeatedProgram(PROGRAM)
const environment = { ...service.environment, NATS_URL: nats.url }
const dead = (...args: string[]) => program.run(['dead', ...args], environment)
const typed = (...args: string[]) => runProgram(PROGRAM, ['dead', ...args], environment)

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
  const { status, stdout } = await typed('list')
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
  const [sequence = ''] = (await dead('list')).stdout.split(' ')
  const { status, stdout } = await typed('retry', sequence)
  assert.equal([status, stdout.trim()], [0, `${sequence}  sent again`])
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

/** A code that nothing else has. */
const LATE = 'TEST_LATE'
class Killed extends Error {}

/** Answers as `target` does, until `mayGoOn` is false before a call or after it. */
function killedAt<T extends object>(target: T, mayGoOn: () => boolean): T {
  return new Proxy(target, {
    get(object, name) {
      const member: unknown = Reflect.get(object, name)
      if (typeof member === 'object' && member !== null) return killedAt(member, mayGoOn)
      if (typeof member !== 'function') return member
      return async (...args: unknown[]) => {
        if (!mayGoOn()) throw new Killed()
        const result = await member.apply(object, args)
        if (!mayGoOn()) throw new Killed()
        return result
      }
    },
  })
}

test('a retry that is killed at any step loses nothing and records nothing twice', async () => {
  const kinds = modules.flatMap(({ inbound = [] }) => inbound)
  const { execute, vault, store } = service.service
  const stream = bus.connection.jetstream()
  const before = (await bus.dead()).length
  const retryAll = async (mayGoOn: () => boolean) => {
    const wires = { manager: killedAt(bus.manager, mayGoOn), stream: killedAt(stream, mayGoOn) }
    for await (const message of listRefused(bus.manager))
      if (message.code === LATE) await retryRefused({ ...wires, kinds, execute, vault }, message)
  }
  const kills = new Set<number>()
  for (let steps = 0; kills.size === steps; steps += 1) {
    const data = transactionOf(20)
    const headers = createHeaders()
    headers.set(DEAD_HEADERS.code, LATE)
    const payload = JSON.stringify({ id: `k${steps}`, time, data })
    await stream.publish(`security.dead.${client_id}.1-${steps + 1_000}.transaction`, payload, { headers })
    let left = steps
    await retryAll(() => left-- > 0).catch(error => {
      if (!(error instanceof Killed)) throw error
      kills.add(steps)
    })
    await bus.untilTaken()
    await retryAll(() => true)
    await bus.untilTaken()
    const recorded = await store.read(transactions.stream(transactions.id(client_id, data.transaction_id)))
    assert.is(recorded.length, 1, `killed after ${steps} steps`)
    assert.is((await bus.dead()).length, before, `killed after ${steps} steps`)
  }
  assert.ok(kills.size >= 4, 'before and after it is sent, before and after it is deleted')
})

test.after(async () => {
  program.stop()
  await bus.close()
  await service.end()
  await nats.stop()
  rmSync(folder, { recursive: true, force: true })
})

test.run()
