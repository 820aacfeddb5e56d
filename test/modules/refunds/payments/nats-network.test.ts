import { setTimeout as delay } from 'node:timers/promises'
import { connect, type NatsConnection } from 'nats'
import * as assert from 'uvu/assert'
import { connectNats } from '#edge/nats/connect.ts'
import { createNatsNetwork } from '#services/refunds/payments/nats-network.ts'
import {
  type NetworkResponse,
  NetworkUnreachable,
  type PaymentNetwork,
  type TransferInstruction,
  type TransferStatus,
} from '#services/refunds/payments/payment-network.ts'
import { until } from '../../../harness/client.ts'
import { startNatsServer } from '../../../harness/nats-server.ts'
import { suite } from '../../../harness/suite.ts'

const test = suite('payment network on NATS')

/** What the gateway of this test answers with, by subject; `null` = it keeps silent. */
type Answers = Record<string, (request: Record<string, unknown>) => unknown>

const server = await startNatsServer()
const nats = connectNats(server.access, 'test')
const network = createNatsNetwork(nats)
const seen: { subject: string; request: Record<string, unknown> }[] = []
let answers: Answers = {}
let gateway = await startGateway()

async function startGateway(): Promise<NatsConnection> {
  const connection = await connect({ servers: server.url })
  connection.subscribe('payments.*', {
    callback: (_, message) => {
      const request = message.json<Record<string, unknown>>()
      seen.push({ subject: message.subject, request })
      const answer = answers[message.subject]?.(request)
      if (answer !== undefined) message.respond(typeof answer === 'string' ? answer : JSON.stringify(answer))
    },
  })
  await connection.flush()
  return connection
}

const instruction: TransferInstruction = {
  key: 'rf_1:0',
  amount_minor: 12_550,
  currency: 'EUR',
  beneficiary: { name: 'Erika Mustermann', account_number: 'DE89370400440532013000', bank_code: 'COBADEFFXXX' },
  not_after: '2026-01-01T00:00:20.000Z',
}

/** The connection is tried again once a second. */
const REFUSED_TWICE_MS = 3_000

async function isSilent(work: Promise<unknown>): Promise<boolean> {
  return work.then(
    () => false,
    () => true,
  )
}

/** Silence of the kind that leaves no doubt: nobody has heard the question. */
async function isUnreached(work: Promise<unknown>): Promise<boolean> {
  return work.then(
    () => false,
    error => error instanceof NetworkUnreachable,
  )
}

async function whenConnected(of: PaymentNetwork): Promise<TransferStatus> {
  for (const deadline = Date.now() + 30_000; ; )
    try {
      return await of.status('rf_1:0')
    } catch (error) {
      if (Date.now() > deadline) throw error
      await delay(20)
    }
}

test('an instruction reaches the gateway word for word, and its answer comes back', async () => {
  answers = {
    'payments.status': () => ({ status: 'unknown' }),
    'payments.instruct': () => ({ status: 'settling', reference: 'GW-1', check_after_ms: 700 }),
  }
  assert.equal(await whenConnected(network), { status: 'unknown' })
  seen.length = 0
  assert.equal(await network.instruct(instruction), { status: 'settling', reference: 'GW-1', check_after_ms: 700 })
  assert.equal(seen, [{ subject: 'payments.instruct', request: { ...instruction } }])
})

test('every outcome of the contract is understood', async () => {
  const outcomes: TransferStatus[] = [
    { status: 'succeeded', reference: 'GW-1' },
    { status: 'rejected', reference: 'GW-1', reason: 'ACCOUNT_BLOCKED' },
  ]
  for (const outcome of outcomes) {
    answers = { 'payments.status': ({ key }) => (key === 'rf_1:0' ? outcome : { status: 'unknown' }) }
    assert.equal(await network.status('rf_1:0'), outcome)
  }
  answers = {
    'payments.reverse': () => ({ status: 'pending', reference: 'GW-R' }),
    'payments.reversal_status': () => ({ status: 'completed', reference: 'GW-R' }),
    'payments.available': ({ account_number }) => ({ available: account_number === 'DE1' }),
  }
  assert.equal(await network.reverse('rf_1:0'), { status: 'pending', reference: 'GW-R' })
  assert.equal(await network.reversalStatus('rf_1:0'), { status: 'completed', reference: 'GW-R' })
  assert.equal([await network.isAvailable('DE1'), await network.isAvailable('DE2')], [true, false])
})

test('what the gateway tells without being asked is heard by one, receipted once it is recorded, and else not', async () => {
  const heard: [string, NetworkResponse][] = []
  let isRecording = true
  const hear = async (key: string, answer: NetworkResponse) => {
    heard.push([key, answer])
    if (!isRecording) throw new Error('the store is away')
  }
  const otherNats = connectNats(server.access, 'other')
  const other = createNatsNetwork(otherNats)
  other.listen(hear)
  network.listen(hear)
  answers = { 'payments.status': () => ({ status: 'unknown' }) }
  await whenConnected(other)
  const tell = (about: string, outcome: unknown, timeout = 500) =>
    gateway
      .request(`payments.outcome.${about}`, JSON.stringify(outcome), { timeout })
      .then(message => message.json())
      .catch((error: Error) => error.message)

  const transfer = { status: 'succeeded', reference: 'GW-1' } as const
  const reversal = { status: 'failed', reference: 'GW-R' } as const
  const recorded = { recorded: true }
  assert.equal(await tell('transfer', { key: 'rf_1:0', ...transfer }, 10_000), recorded)
  assert.equal(await tell('reversal', { key: 'rf_1:0', ...reversal }, 10_000), recorded)
  assert.equal(heard, [
    ['rf_1:0', { about: 'transfer', status: transfer }],
    ['rf_1:0', { about: 'reversal', status: reversal }],
  ])
  isRecording = false
  assert.is(await tell('transfer', { key: 'rf_1:0', ...transfer }), 'TIMEOUT')
  assert.is(heard.length, 3)
  for (const outcome of [{ key: 'rf_1:0' }, transfer, { key: 'rf_1:0', ...reversal }, 'no object', null])
    assert.is(await tell('transfer', outcome), 'TIMEOUT', JSON.stringify(outcome))
  assert.is(heard.length, 3)
  await other.close()
  await otherNats.close()
})

test('an outcome whose reply subject is no inbox is not taken, and nothing is published there', async () => {
  const taken: string[] = []
  network.listen(async key => void taken.push(key))
  const received: string[] = []
  gateway.subscribe('>', { callback: (_, message) => void received.push(message.subject) })
  const report = (key: string, reply: string) =>
    gateway.publish('payments.outcome.transfer', JSON.stringify({ key, status: 'succeeded', reference: 'GW' }), {
      reply,
    })
  // The broker lets no client set `_R_.…`: it is for requests from another account (accounts.test.ts).
  const inboxes = ['_INBOX.a']
  const others = [
    'security.in.a.user',
    '$JS.API.STREAM.PURGE.SECURITY_IN',
    'audit.checkpoints',
    'x._INBOX.a',
    '_INBOXA.a',
  ]
  // The broker may still give some to the process of the test before, whose connection it has not noticed to be closed.
  await until(
    async () => {
      for (const reply of [...others, ...inboxes]) report(reply, reply)
      await gateway.flush()
      return received
    },
    subjects => inboxes.every(inbox => subjects.includes(inbox)),
  )
  assert.equal([...new Set(taken)], inboxes)
  assert.equal([...new Set(received)].sort(), ['payments.outcome.transfer', ...inboxes].sort())
})

test('an answer outside the contract is silence, never an outcome', async () => {
  const broken = [
    { status: 'failed' },
    { status: 'succeeded' },
    { status: 'succeeded', reference: 'GW\u0000' },
    { status: 'succeeded', reference: '\ud800' },
    { status: 'rejected', reference: 'x', reason: 'MOOD' },
    {},
  ]
  for (const answer of [...broken, 'no json', '']) {
    answers = { 'payments.status': () => answer }
    assert.ok(await isSilent(network.status('rf_1:0')), JSON.stringify(answer))
  }
})

test('a gateway that does not answer is silence after 5 s, and not available', async () => {
  answers = {}
  const asking = network.status('rf_1:0')
  const [silent, unreached, available] = await Promise.all([
    isSilent(asking),
    isUnreached(asking),
    network.isAvailable('DE1'),
  ])
  assert.equal([silent, unreached, available], [true, false, false])
})

test('without a gateway nobody is reached, which is known at once', async () => {
  // Drained, not closed: the server must have taken the subscription away before it is asked.
  await gateway.drain()
  const started = Date.now()
  assert.ok(await isUnreached(network.instruct(instruction)))
  // Silence would take 5 s.
  assert.ok(Date.now() - started < 4_000)
  gateway = await startGateway()
})

test('a broker that dies and comes back is found again, and what was asked meanwhile is not sent late', async () => {
  await gateway.close()
  await server.stop()
  await until(
    () => isUnreached(network.status('rf_1:0')),
    isSo => isSo,
  )
  const started = Date.now()
  assert.ok(await isUnreached(network.instruct(instruction)))
  assert.ok(Date.now() - started < 4_000, 'known to be silent without waiting for it')
  await server.startAgain()
  gateway = await startGateway()
  seen.length = 0
  answers = { 'payments.status': () => ({ status: 'unknown' }) }
  assert.equal(await whenConnected(network), { status: 'unknown' })
  assert.not(seen.some(({ subject }) => subject === 'payments.instruct'))
})

test('a broker that refuses our credentials for a while is found again', async () => {
  await gateway.close()
  await server.startAgain('changed')
  await delay(REFUSED_TWICE_MS)
  assert.ok(await isUnreached(network.status('rf_1:0')))
  await server.startAgain()
  gateway = await startGateway()
  assert.equal(await whenConnected(network), { status: 'unknown' })
  // It hears again, too.
  const heard = Promise.withResolvers<string>()
  network.listen(async key => heard.resolve(key))
  const told = { key: 'rf_2:0', status: 'succeeded', reference: 'GW-1' }
  await gateway.request('payments.outcome.transfer', JSON.stringify(told), { timeout: 10_000 })
  assert.is(await heard.promise, 'rf_2:0')
})

test('a broker that is not there yet keeps nobody from starting or stopping', async () => {
  const early = connectNats({ servers: ['nats://127.0.0.1:1'] }, 'early')
  assert.ok(await isUnreached(createNatsNetwork(early).status('rf_1:0')))
  await early.close()
})

test.after(async () => {
  await network.close()
  await nats.close()
  await gateway.close()
  await server.stop()
})
test.run()
