import { randomUUID } from 'node:crypto'
import * as assert from 'uvu/assert'
import { OUTCOMES_MAX } from '#commands/fraud/report-outcomes.ts'
import { outcomeStreams } from '#domain/fraud/outcomes/events.ts'
import { type Client, client, logIn, until } from '../../harness/client.ts'
import { refundOf } from '../../harness/samples.ts'
import { ADMIN, startTestService } from '../../harness/service.ts'
import { suite } from '../../harness/suite.ts'
import { readLog } from '../../projector/refund-histories.ts'
import { erase, settlingSoon, subjectReaches } from '../subjects/people.ts'

const test = suite('outcomes over HTTP')
const service = await startTestService({}, { modules: settlingSoon() })
const { admin } = service
test.after(() => service.end())
const { store } = service.service
const { client_id } = (await admin.get('/api/auth/me')).body
const DAY_MS = 86_400_000
const NOW = Date.now()
const iso = (at: number) => new Date(at).toISOString()

function transactionOf(more: Record<string, unknown> = {}) {
  return {
    ...{ transaction_id: `tx_${randomUUID()}`, user_id: `user_${randomUUID()}`, amount: 42.5, currency: 'EUR' },
    ...{ operation_type: 'payment', merchant: { id: 'm_1' }, timestamp: iso(NOW - 10 * DAY_MS), ...more },
  }
}
const report = (body: unknown, by: Client = admin) => by.post('/fraud/outcomes', body)
const score = async (transaction: object) => (await admin.post('/fraud/score/realtime', { transaction })).body
const decision = async (id: string, by = admin) => (await by.get(`/fraud/decisions/${encodeURIComponent(id)}`)).body
const eventsOf = async (id: string) =>
  (await store.read(outcomeStreams.stream(outcomeStreams.id(client_id, id)))).length
const written = async () => (await readLog(store, outcomeStreams.prefix)).length

/** What the features of a transaction say that is scored as soon as all that was reported is known. */
async function featuresOf(more: Record<string, unknown>, settled: (features: Record<string, number>) => boolean) {
  const ask = async () => {
    const transaction = transactionOf({ amount: 1, ...more })
    await score(transaction)
    return (await decision(transaction.transaction_id)).features.values as Record<string, number>
  }
  return until(ask, settled)
}

test('one outcome, many outcomes, and the same again', async () => {
  const ids = await Promise.all(
    [1, 2, 3].map(async () => {
      const transaction = transactionOf()
      await admin.post('/transactions', transaction)
      return transaction.transaction_id
    }),
  )
  const first = await report({ transaction_id: ids[0], outcome: 'legitimate' })
  assert.equal([first.status, first.body], [201, { recorded: 1, duplicates: 0 }])
  const all = ids.map(transaction_id => ({ transaction_id, outcome: 'legitimate' }))
  assert.equal((await report(all)).body, { recorded: 2, duplicates: 1 })
  assert.equal((await report(all)).body, { recorded: 0, duplicates: 3 })
  const dated = { transaction_id: ids[0], outcome: 'chargeback', reported_at: '2100-01-01T00:00:00+14:00' }
  assert.is((await report(dated)).status, 400)
  const said = { ...dated, reported_at: iso(NOW - DAY_MS) }
  assert.equal((await report([said, said])).body, { recorded: 1, duplicates: 1 })
  assert.is(await eventsOf(ids[0]!), 2)
})

test('the decision shows the valid outcome, and nothing else of it changes', async () => {
  const transaction = transactionOf()
  const { transaction_id } = transaction
  await score(transaction)
  const before = await decision(transaction_id)
  assert.is(before.outcome, null)
  const say = (outcome: string, ago: number) => report({ transaction_id, outcome, reported_at: iso(NOW - ago) })
  await say('chargeback', 5 * DAY_MS)
  await say('legitimate', 7 * DAY_MS)
  const outcome = { outcome: 'chargeback', reported_at: iso(NOW - 5 * DAY_MS) }
  assert.equal(await decision(transaction_id), { ...before, outcome })
  await say('legitimate', 5 * DAY_MS)
  assert.is((await decision(transaction_id)).outcome.outcome, 'legitimate')
  await report({ transaction_id, outcome: 'confirmed_fraud' })
  const last = (await decision(transaction_id)).outcome
  assert.is(last.outcome, 'confirmed_fraud')
  assert.ok(Date.parse(last.reported_at) >= NOW)
  const audited = await admin.get(`/audit/fraud-outcomes/${transaction_id}`)
  assert.equal([audited.status, audited.body.state?.outcome], [200, 'confirmed_fraud'], JSON.stringify(audited.body))
})

test('unknown transactions are all named, and nothing of the request is recorded', async () => {
  const known = transactionOf()
  await admin.post('/transactions', known)
  const before = await written()
  const outcome = 'legitimate'
  const body = ['tx_none', known.transaction_id, '__proto__'].map(transaction_id => ({ transaction_id, outcome }))
  const { status, body: answer } = await report(body)
  const { transaction_ids, field, fields } = answer.details
  assert.equal([status, answer.error_code, field], [404, 'FRAUD_003', '0.transaction_id'])
  assert.equal(transaction_ids, ['tx_none', '__proto__'])
  assert.equal(
    fields.map(({ field }: { field: string }) => field),
    ['0.transaction_id', '2.transaction_id'],
  )
  const single = await report(body[0])
  assert.equal([single.status, single.body.details.field], [404, 'transaction_id'])
  const foreign = await report({ transaction_id: known.transaction_id, outcome }, await service.newClient())
  assert.equal([foreign.status, foreign.body.error_code], [404, 'FRAUD_003'])
  assert.is(await written(), before)
})

test('bad input is refused by field in the flat shape, and nothing is recorded', async () => {
  const transaction = transactionOf()
  const { transaction_id } = transaction
  await admin.post('/transactions', transaction)
  const before = await written()
  const good = { transaction_id, outcome: 'chargeback' }
  const cases: [unknown, string][] = [
    [{ ...good, outcome: 'fraud' }, 'outcome'],
    [{ ...good, outcome: null }, 'outcome'],
    [{ ...good, transaction_id: 7 }, 'transaction_id'],
    [{ ...good, transaction_id: '' }, 'transaction_id'],
    [{ ...good, transaction_id: 'x'.repeat(10_000) }, 'transaction_id'],
    [{ ...good, transaction_id: 'a\u0000' }, 'transaction_id'],
    [{ ...good, reported_at: NOW }, 'reported_at'],
    [{ ...good, reported_at: 'yesterday' }, 'reported_at'],
    [{ ...good, reported_at: '2026-02-30T00:00:00Z' }, 'reported_at'],
    [{ ...good, reported_at: iso(Date.now() + 301_000) }, 'reported_at'],
    [{ ...good, reported_at: iso(Date.parse(transaction.timestamp) - 1) }, 'reported_at'],
    [[good, { ...good, reported_at: iso(Date.parse(transaction.timestamp) - 1) }], '1.reported_at'],
    [[good, { ...good, outcome: 'fraud' }], '1.outcome'],
  ]
  for (const [body, field] of cases) {
    const { status, body: answer } = await report(body)
    assert.equal([status, answer.error_code], [400, 'INVALID_REQUEST'], JSON.stringify(body).slice(0, 80))
    assert.is(answer.details.field, field, JSON.stringify(answer))
  }
  assert.is((await report([])).status, 400)
  assert.is((await report(Array.from({ length: OUTCOMES_MAX + 1 }, () => good))).status, 400)
  assert.is(await written(), before)
  const most = await report(Array.from({ length: OUTCOMES_MAX }, () => good))
  assert.equal(most.body, { recorded: 1, duplicates: OUTCOMES_MAX - 1 })
  const atOnce = await report({ ...good, reported_at: transaction.timestamp })
  assert.is(atOnce.status, 201)
})

test('twenty equal reports at once are recorded once', async () => {
  const transaction = transactionOf()
  await admin.post('/transactions', transaction)
  const { transaction_id } = transaction
  const said = { transaction_id, outcome: 'chargeback', reported_at: iso(NOW - DAY_MS) }
  const answers = await Promise.all(Array.from({ length: 20 }, () => report(said)))
  assert.equal([...new Set(answers.map(({ status }) => status))], [201])
  assert.is(
    answers.map(({ body }) => body.recorded).reduce((a, b) => a + b),
    1,
  )
  assert.is(await eventsOf(transaction_id), 1)
})

test('later scores go by it, and none of a time before it was reported', async () => {
  const user_id = `user_${randomUUID()}`
  const merchant = { id: `m_${randomUUID()}` }
  const fraud = transactionOf({ user_id, merchant })
  await score(fraud)
  const reported = NOW - 4 * DAY_MS
  const said = { transaction_id: fraud.transaction_id, reported_at: iso(reported) }
  await report({ ...said, outcome: 'confirmed_fraud' })
  const asked = { user_id, merchant, timestamp: iso(reported) }
  const known = await featuresOf(asked, ({ known_frauds }) => known_frauds === 1)
  assert.equal([known.merchant_known_frauds_1d, known.days_since_known_fraud], [1, 0])
  const before = await featuresOf({ ...asked, timestamp: iso(reported - 1) }, () => true)
  assert.equal([before.known_frauds, before.merchant_known_frauds_30d], [0, 0])
  await report({ ...said, outcome: 'legitimate', reported_at: iso(reported + 2 * DAY_MS) })
  const cleared = { ...asked, timestamp: iso(reported + 2 * DAY_MS) }
  const none = await featuresOf(cleared, ({ known_frauds }) => known_frauds === 0)
  assert.is(none.merchant_known_frauds_7d, 0)
  const still = await featuresOf({ ...cleared, timestamp: iso(reported + 2 * DAY_MS - 1) }, () => true)
  assert.equal([still.known_frauds, still.merchant_known_frauds_7d], [1, 1])
  const moment = { ...said, reported_at: iso(reported + 3 * DAY_MS) }
  const then = { ...asked, timestamp: moment.reported_at }
  for (const [outcome, known] of [
    ['chargeback', 1],
    ['legitimate', 0],
  ] as const) {
    await report({ ...moment, outcome })
    await featuresOf(then, ({ known_frauds }) => known_frauds === known)
  }
})

test('a score does not use earlier reports on its own transaction', async () => {
  const transaction = transactionOf()
  const { transaction_id, user_id, timestamp } = transaction
  await admin.post('/transactions', transaction)
  await report({ transaction_id, outcome: 'confirmed_fraud', reported_at: timestamp })
  await featuresOf({ user_id, timestamp }, ({ known_frauds }) => known_frauds === 1)
  await score(transaction)
  const { features, outcome } = await decision(transaction_id)
  assert.equal([features.values.known_frauds, outcome.outcome], [0, 'confirmed_fraud'])
})

test('a refund of a confirmed fraud counts from its request to its cancellation', async () => {
  const user_id = `user_${randomUUID()}`
  const transaction = transactionOf({ user_id })
  await score(transaction)
  const request = refundOf({ ...transaction, currency: 'EUR' } as never, 10)
  const { body } = await admin.requestRefund({ ...request, refund: { ...request.refund, reason: 'confirmed_fraud' } })
  const now = () => ({ user_id, timestamp: iso(Date.now()) })
  await until(
    () => featuresOf(now(), () => true),
    ({ known_frauds }) => known_frauds === 1,
  )
  await report({ transaction_id: transaction.transaction_id, outcome: 'legitimate' })
  await until(
    () => featuresOf(now(), () => true),
    ({ known_frauds }) => known_frauds === 0,
  )
  assert.ok(body.refund_id)
})

test('no transaction of an erased person is known', async () => {
  const transaction = transactionOf()
  const { user_id, transaction_id } = transaction
  await score(transaction)
  await report({ transaction_id, outcome: 'chargeback' })
  await until(
    () => admin.get(`/audit/fraud-outcomes/${transaction_id}`),
    ({ status }) => status === 200,
  )
  assert.is((await erase(admin, user_id)).status, 202)
  await subjectReaches(admin, user_id, 'shredded')
  const refused = await report({ transaction_id, outcome: 'legitimate' })
  assert.equal([refused.status, refused.body.error_code], [404, 'FRAUD_003'])
  const told = await until(
    () => admin.get(`/audit/fraud-outcomes/${outcomeStreams.id(client_id, transaction_id)}`),
    ({ body }) => !JSON.stringify(body).includes(user_id),
  )
  assert.equal([told.status, JSON.stringify(told.body).includes(transaction_id)], [200, false])
})

test('needs the scope', async () => {
  assert.is((await client(service.url).post('/fraud/outcomes', {})).status, 401)
  await admin.post('/admin/users', { email: 'c@bank.example', role: 'consumer', password: ADMIN.password })
  const consumer = await logIn(service.url, 'c@bank.example', ADMIN.password)
  assert.is((await report({}, consumer)).status, 403)
})

test.run()
