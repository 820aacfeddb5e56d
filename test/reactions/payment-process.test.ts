import { sql } from 'slonik'
import * as assert from 'uvu/assert'
import { retryRefund } from '#commands/refunds/retry-refund.ts'
import { voidRefund } from '#commands/refunds/void-refund.ts'
import { refundStreams } from '#domain/refunds/events.ts'
import { firstBrokenLink } from '#event-sourcing/hash-chain.ts'
import { beneficiarySubject } from '#services/refunds/sealed-fields.ts'
import { suite } from '../harness/suite.ts'
import {
  CLIENT,
  context,
  eventually,
  historyOf,
  knownTransaction,
  paidFor,
  reaches,
  refundOf,
  requested,
  reservedOf,
  startReactionService,
  startRefundReactions,
} from './reaction-service.ts'

const test = suite('payment process')

/** While true, what the network accepted is not settled. */
let isHolding = false
const run = await startReactionService({
  network: sandbox => ({
    ...sandbox,
    async status(key) {
      const status = await sandbox.status(key)
      return isHolding && status.status !== 'unknown' ? { status: 'settling', reference: 'HELD' } : status
    },
  }),
})
const { service } = run
const UNKNOWN_IS_FINAL_MS = 300
const reactions = startRefundReactions(service, { unknownIsFinalMs: UNKNOWN_IS_FINAL_MS })

const VOID = { reason: 'compliance_hold' as const, details: null, voided_by: null }
const paid = ['RefundRequested', 'RefundProcessingStarted', 'RefundCompleted']

test('a refund is started, instructed and completed', async () => {
  const id = await requested(service, '0001')
  const refund = await reaches(service, id, 'completed')
  assert.match(refund.completion?.reference ?? '', /^SBX-/)
  assert.equal(await historyOf(service, id), paid)
  assert.equal(await paidFor(service, id), [{ key: `${id}:0`, instructed: 1, payments: 1 }])
})

test('rejected transfers fail with the reason of the network and release the budget', async () => {
  for (const [last4, reason] of [
    ['0002', 'INVALID_ACCOUNT_NUMBER'],
    ['0003', 'ACCOUNT_CLOSED'],
  ] as const) {
    await knownTransaction(service, `tx-${last4}`)
    const id = await requested(service, last4, `tx-${last4}`)
    const refund = await reaches(service, id, 'failed')
    assert.is(refund.failure?.failure_reason, reason)
    await eventually(
      () => reservedOf(service, `tx-${last4}`),
      minor => minor === 0,
    )
  }
})

test('no response is not a failure: the refund stays processing, is queried and completes', async () => {
  const id = await requested(service, '0004')
  await reaches(service, id, 'processing')
  await reaches(service, id, 'completed')
  assert.equal(await historyOf(service, id), paid)
  assert.equal(await paidFor(service, id), [{ key: `${id}:0`, instructed: 1, payments: 1 }])
})

test('slow and ordinary transfers complete when the network reports it', async () => {
  const ids = await Promise.all([requested(service, '0006'), requested(service, '4711')])
  for (const id of ids) {
    await reaches(service, id, 'completed')
    assert.equal(await paidFor(service, id), [{ key: `${id}:0`, instructed: 1, payments: 1 }])
  }
})

/** A service whose provider goes down only after it was asked whether it is there. */
const stillUp = () => ({ ...service, network: { ...service.network, isAvailable: async () => true } })

/** A refund that is processing, whose instruction never reached the network. */
async function unanswered(): Promise<string> {
  const id = await requested(service, '0002')
  await reaches(service, id, 'failed')
  await retryRefund(stillUp(), context(), {
    refund_id: id,
    update_beneficiary: { account_number: '555000005', bank_code: null },
    retry_reason: null,
  })
  await reaches(service, id, 'processing')
  return id
}

test('a provider that goes down after a request leaves the refund processing, unpaid', async () => {
  const id = await unanswered()
  await eventually(
    async () => (await service.metrics.getSingleMetric('refund_payment_timeouts_total')?.get())?.values[0]?.value ?? 0,
    silences => silences >= 2,
  )
  assert.is((await refundOf(service, id)).status, 'processing')
  await voidRefund(service, context('usr_admin'), { refund_id: id, ...VOID })
})

test('a retry is another attempt under another key, to the corrected account', async () => {
  const id = await requested(service, '0003')
  await reaches(service, id, 'failed')
  await retryRefund(service, context(), {
    refund_id: id,
    update_beneficiary: { account_number: '555000001', bank_code: null },
    retry_reason: 'typo',
  })
  await reaches(service, id, 'completed')
  assert.equal(await paidFor(service, id), [
    { key: `${id}:0`, instructed: 1, payments: 0 },
    { key: `${id}:1`, instructed: 1, payments: 1 },
  ])
})

test('a void of a completed refund reverses the transfer once and then gives the budget back', async () => {
  await knownTransaction(service, 'tx-void-completed')
  const id = await requested(service, '0001', 'tx-void-completed')
  await reaches(service, id, 'completed')
  await voidRefund(service, context('usr_admin'), { refund_id: id, ...VOID })
  const refund = await eventually(
    () => refundOf(service, id),
    ({ reversal }) => reversal?.status === 'completed',
  )
  assert.match(refund.reversal?.reference ?? '', /^SBR-/)
  assert.equal((await historyOf(service, id)).slice(3), ['RefundVoided', 'ReversalStarted', 'ReversalCompleted'])
  await eventually(
    () => reservedOf(service, 'tx-void-completed'),
    minor => minor === 0,
  )
})

test('a transfer that succeeds after the void is reversed once', async () => {
  const transaction = 'tx-void-processing'
  await knownTransaction(service, transaction)
  isHolding = true
  const id = await requested(service, '0006', transaction)
  await reaches(service, id, 'processing')
  await voidRefund(service, context('usr_admin'), { refund_id: id, ...VOID })
  assert.is(await reservedOf(service, transaction), 1_000)
  isHolding = false
  await eventually(
    () => refundOf(service, id),
    ({ reversal }) => reversal?.status === 'completed',
  )
  assert.equal(await historyOf(service, id), [
    'RefundRequested',
    'RefundProcessingStarted',
    'RefundVoided',
    'TransferSettledAfterVoid',
    'ReversalStarted',
    'ReversalCompleted',
  ])
  assert.is((await refundOf(service, id)).status, 'voided')
  assert.equal(await paidFor(service, id), [{ key: `${id}:0`, instructed: 1, payments: 1 }])
  await eventually(
    () => reservedOf(service, transaction),
    minor => minor === 0,
  )
})

test('a voided transfer that the network does not know ends once that is final', async () => {
  const id = await unanswered()
  await voidRefund(service, context('usr_admin'), { refund_id: id, ...VOID })
  const refund = await eventually(
    () => refundOf(service, id),
    ({ transfer }) => transfer === 'none',
  )
  assert.is(refund.status, 'voided')
  assert.is(refund.failure?.failure_reason, 'PROVIDER_ERROR')
  assert.equal((await historyOf(service, id)).slice(-2), ['RefundVoided', 'TransferFailedAfterVoid'])
  await eventually(
    () => reservedOf(service, refund.transaction_id),
    minor => minor === 0,
  )
})

test('a void by a clock that is behind is final no sooner: the instruction may still be on its way', async () => {
  const id = await unanswered()
  const since = Date.now()
  await voidRefund(service, { ...context('usr_admin'), now: new Date(since - 3_600_000) }, { refund_id: id, ...VOID })
  await eventually(
    () => refundOf(service, id),
    ({ transfer }) => transfer === 'none',
  )
  assert.ok(Date.now() - since >= UNKNOWN_IS_FINAL_MS, `after ${Date.now() - since} ms`)
})

test('an erased beneficiary cannot be paid: the refund fails once it is certain that nothing was paid', async () => {
  const id = await requested(service, '0002')
  await reaches(service, id, 'failed')
  await service.vault.erase(beneficiarySubject(CLIENT, 'user_1'))
  await retryRefund(service, context(), { refund_id: id, update_beneficiary: null, retry_reason: null })
  await eventually(
    () => refundOf(service, id),
    ({ status, attempt }) => status === 'failed' && attempt === 1,
  )
  assert.is((await refundOf(service, id)).failure?.failure_reason, 'PROVIDER_ERROR')
  assert.equal(await paidFor(service, id), [{ key: `${id}:0`, instructed: 1, payments: 0 }])
})

test('what the process records names the request it comes from, and the chain of hashes holds', async () => {
  const id = await requested(service, '0001')
  await reaches(service, id, 'completed')
  const events = await service.store.read(refundStreams.stream(id))
  const [first, ...later] = events
  for (const { metadata } of later) {
    assert.is(metadata.correlation_id, first?.metadata.correlation_id)
    assert.is(metadata.causation_id, first?.id)
    assert.equal(metadata.actor, { sub: 'payment-process', client_id: CLIENT, role: 'system' })
  }
  assert.is(firstBrokenLink(events), null)
})

test('health and metrics show what was done and that nothing is outstanding', async () => {
  await eventually(
    async () =>
      Number(await service.db.oneFirst(sql.unsafe`select count(*) from ops.due_work where queue = 'refund-payment'`)),
    rows => rows === 0,
  )
  const health = reactions.health()
  assert.equal(health.subscriptions, { 'refund-payments': 'live', 'refund-budget': 'live' })
  assert.is(health.note, undefined)
  assert.ok(health.ok)
  const metrics = await service.metrics.metrics()
  assert.match(metrics, /refund_payment_outcomes_total\{outcome="complete"\} [1-9]/)
  assert.match(metrics, /refund_payment_outcomes_total\{outcome="fail"\} [1-9]/)
  assert.match(metrics, /reaction_failures_total 0/)
})

test.after(async () => {
  await reactions.stop()
  await run.close()
})
test.run()
