import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'slonik'
import * as assert from 'uvu/assert'
import type { NetworkResponse, ReversalStatus, TransferStatus } from '#services/refunds/payments/payment-network.ts'
import { until } from '../../harness/client.ts'
import { modulesOver } from '../../harness/every-module.ts'
import { testLog } from '../../harness/log.ts'
import { refundOf, type SampleTransaction, transactionOf } from '../../harness/samples.ts'
import { startTestService } from '../../harness/service.ts'
import { suite } from '../../harness/suite.ts'
import { steeredNetwork } from './steered-network.ts'

/** A payment network that says what can't be true beside what is recorded: an alarm everywhere, and no money moves. */
const test = suite('contradictions of the payment network')
const steered = steeredNetwork()
const lines: Record<string, unknown>[] = []
const service = await startTestService(
  { REFUND_CANCEL_WINDOW_MS: '250' },
  { modules: modulesOver(steered.network), log: testLog(line => lines.push(JSON.parse(line))) },
)
test.after(() => service.end())
const { admin } = service

const get = async (id: string) => (await admin.get(`/refund/${id}`)).body
const audit = async (id: string) => (await admin.get(`/audit/refunds/${id}`)).body
const transfer = (status: TransferStatus): NetworkResponse => ({ about: 'transfer', status })
const reversal = (status: ReversalStatus): NetworkResponse => ({ about: 'reversal', status })
const succeeded = { status: 'succeeded', reference: 'NET-1' } as const
const rejected = { status: 'rejected', reference: 'NET-1', reason: 'BANK_REJECTED' } as const

async function requested(): Promise<{ id: string; transaction: SampleTransaction }> {
  const transaction = transactionOf(100)
  await admin.post('/transactions', transaction)
  const { body } = await admin.requestRefund(refundOf(transaction, 100))
  return { id: body.refund_id, transaction }
}

async function refundThatIs(status: string, answer?: TransferStatus) {
  const { id, transaction } = await requested()
  if (answer !== undefined) steered.transfers.set(`${id}:0`, answer)
  await until(
    () => get(id),
    refund => refund.status === status,
  )
  return { id, transaction }
}

async function counted(): Promise<number> {
  const metric = service.service.metrics.getSingleMetric('refund_network_contradictions_total')
  return (await metric?.get())?.values[0]?.value ?? 0
}

const reservedOf = async (transaction: SampleTransaction): Promise<number> =>
  (await admin.requestRefund(refundOf(transaction, 100.01))).body.details.refunded

type Line = { type: string; facts: Record<string, unknown> }

/** Tells it twice, as a gateway that got no receipt does, and looks at everything that shows it. */
async function alarmsOnce(
  id: string,
  transaction: SampleTransaction,
  answer: NetworkResponse,
  key = `${id}:0`,
): Promise<Line> {
  const [before, total, reserved, logged] = [
    await get(id),
    await counted(),
    await reservedOf(transaction),
    lines.length,
  ]
  const { head } = await revisionOf(id)
  assert.is((await audit(id)).network_contradicted, false)
  await steered.tell(key, answer)
  await steered.tell(key, answer)
  assert.equal(await get(id), before)
  assert.is(await reservedOf(transaction), reserved)
  assert.is(await counted(), total + 1)
  assert.equal(
    lines
      .slice(logged)
      .filter(({ msg }) => /contradicts the recorded outcome/.test(String(msg)))
      .map(({ refund_id, level }) => [refund_id, level]),
    [[id, 50]],
  )
  assert.is((await revisionOf(id)).head, head + 1)
  const { history } = await until(
    () => audit(id),
    body => body.history.at(-1).type === 'NetworkContradicted',
  )
  assert.is((await audit(id)).network_contradicted, true)
  return history.at(-1)
}

async function revisionOf(id: string) {
  return { head: (await audit(id)).chain.events as number }
}

test('success after a recorded failure', async () => {
  const { id, transaction } = await refundThatIs('failed', rejected)
  await until(
    () => reservedOf(transaction),
    amount => amount === 0,
  )
  const { facts } = await alarmsOnce(id, transaction, transfer({ ...succeeded, reference: 'NET-9' }))
  assert.equal(facts, {
    about: 'transfer',
    attempt: 0,
    recorded: { status: 'failed', outcome: 'rejected', reference: null },
    said: { outcome: 'succeeded', reference: 'NET-9' },
  })
})

test('failure after a recorded success', async () => {
  const { id, transaction } = await refundThatIs('completed', succeeded)
  const { facts } = await alarmsOnce(id, transaction, transfer(rejected))
  assert.equal(
    [facts.recorded, facts.said],
    [
      { status: 'completed', outcome: 'succeeded', reference: 'NET-1' },
      { outcome: 'rejected', reference: 'NET-1' },
    ],
  )
})

test('success under another reference', async () => {
  const { id, transaction } = await refundThatIs('completed', succeeded)
  await alarmsOnce(id, transaction, transfer({ ...succeeded, reference: 'NET-2' }))
})

test('a transfer that succeeded after a cancel', async () => {
  // A machine that stands still may let the window pass: then another refund is cancelled.
  const { id, transaction } = await until(
    async () => {
      const refund = await requested()
      return { ...refund, status: (await admin.post(`/refund/${refund.id}/cancel`)).status }
    },
    ({ status }) => status === 200,
  )
  await until(
    () => reservedOf(transaction),
    amount => amount === 0,
  )
  const { facts } = await alarmsOnce(id, transaction, transfer(succeeded))
  assert.equal(facts.recorded, { status: 'cancelled', outcome: 'none', reference: null })
})

test('a reversal that failed after it was completed', async () => {
  const { id, transaction } = await refundThatIs('completed', succeeded)
  steered.reversals.set(`${id}:0`, { status: 'completed', reference: 'REV-1' })
  await admin.post(`/refund/${id}/void`, { reason: 'duplicate_refund' })
  await until(
    () => get(id),
    refund => refund.reversal_status === 'completed',
  )
  await until(
    () => reservedOf(transaction),
    amount => amount === 0,
  )
  await alarmsOnce(id, transaction, reversal({ status: 'failed', reference: 'REV-1' }))
})

test('what may have been paid is not tried again', async () => {
  const { id } = await refundThatIs('failed', rejected)
  await steered.tell(`${id}:0`, transfer(succeeded))
  const { status, body } = await admin.post(`/refund/${id}/retry`, {})
  assert.equal([status, body.error_code], [409, 'REFUND_006'])
  assert.match(body.details.reason, /the payment network has since reported that it paid/)
  assert.equal([(await get(id)).status, (await get(id)).retry_count], ['failed', undefined])
})

test('a retry that waits in its cancel window is held when the network says that the first attempt was paid', async () => {
  const { REFUND_CANCEL_WINDOW_MS: windowMs } = service.service.config
  const instructed: string[] = []
  const { instruct } = steered.network
  steered.network.instruct = instruction => {
    instructed.push(instruction.key)
    return instruct(instruction)
  }
  const heldInTime = async (): Promise<string> => {
    const { id } = await refundThatIs('failed', rejected)
    instructed.length = 0
    const since = performance.now()
    assert.is((await admin.post(`/refund/${id}/retry`, {})).status, 200)
    await steered.tell(`${id}:0`, transfer(succeeded))
    // A machine that stands still may let the window pass.
    return performance.now() - since < windowMs ? id : heldInTime()
  }
  const id = await heldInTime()
  await delay(windowMs + 2_000)
  steered.network.instruct = instruct
  assert.equal([(await get(id)).status, instructed], ['pending', []])
  assert.is((await admin.post(`/refund/${id}/cancel`)).status, 200, 'people decide')
})

test('the health of the reactor names the refunds, and it stays up', async () => {
  const { id, transaction } = await refundThatIs('completed', succeeded)
  await alarmsOnce(id, transaction, transfer(rejected))
  const { status, body } = await until(
    () => admin.get('/health/ready'),
    answer => answer.body.parts.reactor.note?.includes(id),
  )
  assert.match(body.parts.reactor.note, /the payment network contradicted recorded outcomes \d+ times within 24 hours/)
  assert.equal([status, body.parts.reactor.state], [200, 'up'])
})

test('a transfer that was not requested raises the alarm too', async () => {
  const total = await counted()
  await steered.tell('rf_00000000-0000-5000-8000-000000000000:0', transfer(succeeded))
  await steered.tell('an invoice of somebody else', transfer(succeeded))
  assert.is(await counted(), total + 2)
})

test('an outcome that could not be recorded gets no receipt, so that the gateway tells it again', async () => {
  const { id } = await refundThatIs('processing')
  const { execute } = service.service
  const { run } = execute
  execute.run = () => Promise.reject(new Error('the store is away'))
  const told = await steered.tell(`${id}:0`, transfer(succeeded)).then(
    () => 'recorded',
    (error: Error) => error.message,
  )
  execute.run = run
  assert.is(told, 'the store is away')
  await steered.tell(`${id}:0`, transfer(succeeded))
  assert.is((await get(id)).status, 'completed')
})

test('what is waited for may be told before it is asked, and what says nothing new says nothing', async () => {
  const { id } = await refundThatIs('processing')
  const total = await counted()
  await steered.tell(`${id}:0`, transfer({ status: 'settling', reference: 'NET-1' }))
  await steered.tell(`${id}:0`, transfer({ status: 'unknown' }))
  assert.is((await get(id)).status, 'processing')
  await steered.tell(`${id}:0`, transfer(succeeded))
  const refund = await get(id)
  assert.equal([refund.status, refund.completion.reference], ['completed', 'NET-1'])
  await steered.tell(`${id}:0`, transfer(succeeded))
  assert.is(await counted(), total)
  assert.is((await audit(id)).network_contradicted, false)
})

test('two askers who hear different things: the first is recorded, the second alarms', async () => {
  const { id } = await refundThatIs('processing')
  let answer: ((status: TransferStatus) => void) | undefined
  const { status } = steered.network
  steered.network.status = key =>
    key === `${id}:0`
      ? new Promise(resolve => {
          answer = resolve
        })
      : status(key)
  await until(
    async () => answer !== undefined,
    isAsked => isAsked,
  )
  await steered.tell(`${id}:0`, transfer(rejected))
  assert.is((await get(id)).status, 'failed')
  const total = await counted()
  answer?.(succeeded)
  await until(counted, count => count === total + 1)
  assert.is((await get(id)).status, 'failed')
  assert.is((await audit(id)).network_contradicted, true)
  steered.network.status = status
  await until(
    async () =>
      Number(await service.service.db.oneFirst(sql.unsafe`select count(*) from ops.due_work where id = ${id}`)),
    rows => rows === 0,
  )
})

test.run()
