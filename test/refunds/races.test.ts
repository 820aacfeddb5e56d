import { sql } from 'slonik'
import * as assert from 'uvu/assert'
import { z } from 'zod'
import { until } from '../harness/client.ts'
import { ACCOUNTS, refundOf, transactionOf } from '../harness/samples.ts'
import { startTestService } from '../harness/service.ts'
import { suite } from '../harness/suite.ts'

/** What many at once may not bring about. */
const test = suite('refund races')
const service = await startTestService({ REFUND_CANCEL_WINDOW_MS: '40' })
const { admin } = service
const tally = <T>(items: T[]) =>
  Object.fromEntries([...new Set(items)].map(item => [item, items.filter(other => other === item).length]))

async function known(amount: number) {
  const transaction = transactionOf(amount)
  await admin.post('/transactions', transaction)
  return transaction
}

/** What the payment network itself has on record of a refund. */
const paymentsOf = (refundId: string) =>
  service.service.db.any(sql.type(z.object({ key: z.string(), paid: z.int() }))`
    select key, count(*) as paid from ops.sandbox_payments where key like ${`${refundId}:%`} group by key`)

test('200 parallel requests over one transaction never add up to more than it, by a cent', async () => {
  const transaction = await known(100)
  // 7.77 and 3.33 do not divide 100: what fits is 12 to 30 of them, and the last cent must not be given twice.
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, n) => admin.requestRefund(refundOf(transaction, n % 2 ? 7.77 : 3.33))),
  )
  const accepted = answers.filter(({ status }) => status === 201).map(({ body }) => Math.round(body.amount * 100))
  const sum = accepted.reduce((a, b) => a + b, 0)
  assert.ok(sum <= 10_000 && sum > 10_000 - 333, `sum ${sum}`)
  const refused = answers.filter(({ status }) => status !== 201)
  for (const { status, body } of refused) assert.equal([status, body.error_code], [422, 'REFUND_008'])
  await admin.requestRefund(refundOf(transaction, Number(((10_000 - sum) / 100).toFixed(2))))
  const { body } = await admin.requestRefund(refundOf(transaction, 0.01))
  assert.equal([body.error_code, body.details.refunded], ['REFUND_007', 100])
})

test('50 parallel requests with 50 keys, each a tenth of the transaction: exactly ten are accepted', async () => {
  const transaction = await known(100)
  const answers = await Promise.all(Array.from({ length: 50 }, () => admin.requestRefund(refundOf(transaction, 10))))
  assert.equal(tally(answers.map(({ status }) => status)), { 201: 10, 409: 40 })
})

test('50 parallel requests with one key: one refund, one payment instruction', async () => {
  const transaction = await known(100)
  const body = refundOf(transaction, 100)
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => admin.requestRefund(body, `one-key-${transaction.transaction_id}`)),
  )
  const created = answers.filter(({ status }) => status === 201)
  assert.is(created.length, 1)
  const id = created[0]!.body.refund_id
  for (const { status, body: answer } of answers)
    if (status !== 201)
      assert.equal(
        [status, answer.error_code ?? answer.duplicate?.code, answer.details?.refund_id ?? answer.refund_id],
        [status === 200 ? 200 : 409, status === 200 ? 'REFUND_004' : 'IDEMPOTENCY_IN_PROGRESS', id],
      )
  await until(
    () => admin.get(`/refund/${id}`),
    ({ body: refund }) => refund.status === 'completed',
  )
  assert.equal(await paymentsOf(id), [{ key: `${id}:0`, paid: 1 }])
})

test('cancel racing processing, 200 times: one of two histories each, and the loser is told 409', async () => {
  const outcomes: string[] = []
  await Promise.all(
    Array.from({ length: 200 }, async (_, n) => {
      const transaction = await known(10)
      const { body } = await admin.requestRefund(refundOf(transaction, 10, ACCOUNTS.paidAtOnce))
      await new Promise(resolve => setTimeout(resolve, 20 + (n % 40)))
      const cancel = await admin.post(`/refund/${body.refund_id}/cancel`)
      const end = await until(
        () => admin.get(`/refund/${body.refund_id}`),
        answer => ['completed', 'cancelled'].includes(answer.body.status),
        30_000,
      )
      const types = (await service.service.store.read(`refund-${body.refund_id}`)).map(({ type }) => type).join(' ')
      if (cancel.status === 200) {
        assert.is(types, 'RefundRequested RefundCancelled')
        assert.equal(await paymentsOf(body.refund_id), [])
      } else {
        assert.equal([cancel.status, cancel.body.error_code], [409, 'REFUND_006'])
        assert.is(types, 'RefundRequested RefundProcessingStarted RefundCompleted')
      }
      outcomes.push(end.body.status)
    }),
  )
  const seen = tally(outcomes)
  assert.is(outcomes.length, 200)
  // A race that only ever ends one way was none.
  assert.ok((seen.cancelled ?? 0) >= 5 && (seen.completed ?? 0) >= 5, JSON.stringify(seen))
})

test.after(() => service.end())
test.run()
