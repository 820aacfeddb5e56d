import { sql } from 'slonik'
import * as assert from 'uvu/assert'
import { z } from 'zod'
import { transactions } from '#domain/transactions/decider.ts'
import { systemContext } from '#reactions/system-context.ts'
import { derivedId } from '#values/ids.ts'
import { until } from '../../harness/client.ts'
import { ACCOUNTS, refundOf, transactionOf } from '../../harness/samples.ts'
import { startTestService } from '../../harness/service.ts'
import { suite } from '../../harness/suite.ts'

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

test('one key for two amounts at once: what is refunded is what was reserved, whichever comes first', async () => {
  const seen = await known(100)
  await admin.requestRefund(refundOf(seen, 1))
  const answers = await Promise.all(
    Array.from({ length: 40 }, async (_, n) => {
      const transaction = await known(10)
      const key = `two-amounts-${transaction.transaction_id}`
      const small = refundOf(transaction, 1)
      // The first one is held up between its two appends: a beneficiary nobody has seen needs a data key.
      small.beneficiary.user_id = `new-${transaction.transaction_id}`
      const large = refundOf(transaction, 5_000)
      large.beneficiary.user_id = seen.user_id
      const first = admin.requestRefund(small, key)
      await new Promise(resolve => setTimeout(resolve, n % 8))
      return Promise.all([first, admin.requestRefund(large, key)])
    }),
  )
  for (const [small, large] of answers) {
    assert.ok([409, 422].includes(large.status), JSON.stringify(large.body))
    assert.is(small.status, 201, JSON.stringify(small.body))
  }
})

test('a reservation whose request died is not taken over for another amount; the same request goes on with it', async () => {
  const transaction = await known(100)
  const { body: me } = await admin.get('/api/auth/me')
  const key = `died-${transaction.transaction_id}`
  const refund_id = derivedId('rf', me.client_id, key, 0)
  const context = systemContext('died', me.client_id, { correlation_id: '', causation_id: null }, new Date())
  await service.service.execute.run(
    transactions,
    transactions.id(me.client_id, transaction.transaction_id),
    { type: 'reserve', client_id: me.client_id, refund_id, attempt: 0, amount_minor: 1_000, currency: 'EUR' },
    context,
  )
  for (const amount of [9.99, 10.01, 5_000]) {
    const { status, body, headers } = await admin.requestRefund(refundOf(transaction, amount), key)
    assert.equal([status, body.error_code, headers.get('retry-after')], [409, 'IDEMPOTENCY_IN_PROGRESS', '2'])
    assert.equal([body.details.refund_id, body.details.field], [refund_id, 'Idempotency-Key'])
  }
  const same = await admin.requestRefund(refundOf(transaction, 10), key)
  assert.equal([same.status, same.body.refund_id], [201, refund_id])
})

test('cancel racing processing, 200 times: one of two histories each, and the loser is told 409', async () => {
  const outcomes: string[] = []
  // A client that comes back after 503 by itself would hide that the cancel was asked for twice.
  const impatient = admin.impatient()
  const race = (stepMs: number) =>
    Array.from({ length: 200 }, async (_, n) => {
      const transaction = await known(10)
      const refund = refundOf(transaction, 10, ACCOUNTS.paidAtOnce)
      // Of so many at once a busy machine may refuse some; they ask again, with the same key, of what may have been
      // recorded by then.
      const { body } = await until(
        () => admin.requestRefund(refund, `raced-${transaction.transaction_id}`),
        ({ status }) => status !== 503,
      )
      const refund_id: string = body.refund_id ?? body.details.refund_id
      assert.ok(refund_id, JSON.stringify(body))
      // Around the end of the window, which begins when the refund has been taken up: later where much is going on.
      await new Promise(resolve => setTimeout(resolve, 20 + (n % 40) * stepMs))
      // A busy machine may give an answer up; the cancel that is asked for again may be the second one.
      let isUnknown = false
      const cancel = await until(
        () => impatient.post(`/refund/${refund_id}/cancel`),
        ({ status }) => {
          isUnknown ||= status === 503
          return status !== 503
        },
      )
      const end = await until(
        () => admin.get(`/refund/${refund_id}`),
        answer => ['completed', 'cancelled'].includes(answer.body.status),
      )
      const types = (await service.service.store.read(`refund-${refund_id}`)).map(({ type }) => type).join(' ')
      if (cancel.status === 200 || (isUnknown && end.body.status === 'cancelled')) {
        assert.is(types, 'RefundRequested RefundCancelled')
        assert.equal(await paymentsOf(refund_id), [])
      } else {
        assert.equal([cancel.status, cancel.body.error_code], [409, 'REFUND_006'])
        assert.is(types, 'RefundRequested RefundProcessingStarted RefundCompleted')
      }
      outcomes.push(end.body.status)
    })
  // A race that only ever ends one way was none.
  const isRace = ({ cancelled = 0, completed = 0 }: Record<string, number>) => cancelled >= 5 && completed >= 5
  for (const stepMs of [5, 25, 125]) {
    await Promise.all(race(stepMs))
    if (isRace(tally(outcomes))) break
  }
  assert.is(outcomes.length % 200, 0)
  assert.ok(isRace(tally(outcomes)), JSON.stringify(tally(outcomes)))
})

test.after(() => service.end())
test.run()
