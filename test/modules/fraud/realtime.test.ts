import { randomUUID } from 'node:crypto'
import * as assert from 'uvu/assert'
import { scoreTransaction } from '#commands/fraud/score-transaction.ts'
import { OPERATION_TYPES, TransactionInput } from '#commands/transactions/record-transactions.ts'
import { NO_AGGREGATES } from '#domain/fraud/features.ts'
import { profiles } from '#domain/fraud/profile/decider.ts'
import type { Execute } from '#event-sourcing/execute.ts'
import { RULES_ALONE } from '../../domain/fraud/samples.ts'
import { type Client, client, until } from '../../harness/client.ts'
import { refundOf } from '../../harness/samples.ts'
import { startTestService } from '../../harness/service.ts'
import { suite } from '../../harness/suite.ts'

const test = suite('scoring in real time')
const service = await startTestService()
const { admin } = service
test.after(() => service.end())

const NOW = Date.now()

function transactionOf(more: Record<string, unknown> = {}) {
  return {
    transaction_id: `tx_${randomUUID()}`,
    user_id: `user_${randomUUID()}`,
    account_id: 'acc_1',
    amount: 42.5,
    currency: 'EUR',
    operation_type: 'payment',
    merchant: { id: 'm_1', name: 'Corner shop', category: 'grocery' },
    device: { ip: '203.0.113.7', user_agent: 'app', fingerprint: 'f_1' },
    timestamp: new Date(NOW).toISOString(),
    ...more,
  }
}
const score = (transaction: object, options?: object, by: Client = admin) =>
  by.post('/fraud/score/realtime', { transaction, ...(options === undefined ? {} : { options }) })

test('answers every field, records the transaction, and answers the same again', async () => {
  const transaction = transactionOf()
  const { status, body, headers } = await score(transaction)
  assert.is(status, 200)
  assert.equal(Object.keys(body).toSorted(), [
    'confidence',
    'fraud_level',
    'fraud_score',
    'is_alert',
    'model_version',
    'processing_time_ms',
    'recommendation',
    'request_id',
    'risk_factors',
    'transaction_id',
    'velocity_check',
  ])
  assert.is(body.transaction_id, transaction.transaction_id)
  assert.match(body.model_version, /^v[1-9]\d*\.\d+\.\d+$/)
  assert.equal(body.velocity_check, {
    transactions_1h: 1,
    transactions_24h: 1,
    amount_24h: 42.5,
    is_unusual: false,
  })
  assert.is(body.request_id, headers.get('x-request-id'))
  assert.is(headers.get('idempotent-replayed'), null)
  assert.is((await admin.get(`/transactions/${transaction.transaction_id}`)).body.refundable_amount, 42.5)
  const again = await score(transaction)
  assert.is(again.headers.get('idempotent-replayed'), 'true')
  const { request_id: _, processing_time_ms: __, ...recorded } = body
  for (const [name, value] of Object.entries(recorded)) assert.equal(again.body[name], value, name)
})

test('a decision shows all inputs of the score', async () => {
  const transaction = transactionOf({ amount: 5_000 })
  const { body: answered } = await score(transaction)
  const { status, body } = await admin.get(`/fraud/decisions/${transaction.transaction_id}`)
  assert.is(status, 200)
  for (const name of [
    'fraud_score',
    'fraud_level',
    'is_alert',
    'recommendation',
    'confidence',
    'risk_factors',
    'model_version',
  ])
    assert.equal(body[name], answered[name], name)
  const { margin, bias, contributions, probability } = body.model
  const sum = Object.values<number>(contributions).reduce((sum, each) => sum + each, bias)
  assert.ok(Math.abs(sum - margin) < 1e-6, `${sum} and ${margin}`)
  assert.ok(Math.abs(1 / (1 + Math.exp(-margin)) - probability) < 1e-5)
  assert.is(body.features.values.amount, 5_000)
  assert.is(body.features.values.count_1h, 1)
  assert.equal(body.rules.fired, ['cold_start_large_amount'])
  assert.is(body.decided_by, probability > 0.45 ? 'model' : 'rule')
  assert.is((await (await service.newClient()).get(`/fraud/decisions/${transaction.transaction_id}`)).status, 404)
  const only = transactionOf()
  await admin.post('/transactions', only)
  assert.is((await admin.get(`/fraud/decisions/${only.transaction_id}`)).status, 404)
})

test('omits the parts that were not requested', async () => {
  const { body } = await score(transactionOf({ amount: 5_000 }), { include_reasons: false, include_velocity: false })
  assert.equal([body.risk_factors, body.velocity_check], [[], null])
  assert.equal(
    (await score(transactionOf({ amount: 5_000 }))).body.risk_factors.includes('cold_start_large_amount'),
    true,
  )
})

test('what was scored can be refunded', async () => {
  const transaction = transactionOf()
  await score(transaction)
  const request = refundOf({ ...transaction, currency: 'EUR' } as never, 10)
  const { status } = await admin.post('/refund/request', request, { 'Idempotency-Key': randomUUID() })
  assert.is(status, 201)
})

test('the same id with other content is a conflict in the nested shape, by the field', async () => {
  const transaction = transactionOf()
  await score(transaction)
  for (const [field, value] of [
    ['amount', 43],
    ['user_id', 'somebody_else'],
    ['timestamp', new Date(NOW - 1).toISOString()],
  ] as const) {
    const { status, body } = await score({ ...transaction, [field]: value })
    assert.equal([status, body.error.code, body.error.details.field], [409, 'CONFLICT', `transaction.${field}`])
  }
  const mine = await score(transaction, undefined, await service.newClient())
  assert.equal([mine.status, mine.body.velocity_check.transactions_24h], [200, 1])
})

test('bad input is refused by field in the nested shape, and nothing is recorded', async () => {
  const id = `tx_${randomUUID()}`
  const cases: [Record<string, unknown>, number, string, string][] = [
    [{ amount: '1' }, 400, 'FRAUD_001', 'transaction.amount'],
    [{ amount: 0 }, 400, 'FRAUD_001', 'transaction.amount'],
    [{ amount: -5 }, 400, 'FRAUD_001', 'transaction.amount'],
    [{ amount: 1.005 }, 400, 'FRAUD_001', 'transaction.amount'],
    [{ amount: 1e300 }, 400, 'FRAUD_001', 'transaction.amount'],
    [{ currency: 'EURO' }, 400, 'FRAUD_001', 'transaction.currency'],
    [{ currency: 'eur' }, 400, 'FRAUD_001', 'transaction.currency'],
    [{ operation_type: 'gift' }, 422, 'FRAUD_004', 'transaction.operation_type'],
    [{ operation_type: 7 }, 400, 'FRAUD_001', 'transaction.operation_type'],
    [{ timestamp: NOW }, 400, 'FRAUD_001', 'transaction.timestamp'],
    [{ timestamp: '2026-02-30T00:00:00Z' }, 400, 'FRAUD_001', 'transaction.timestamp'],
    [{ timestamp: new Date(Date.now() + 360_000).toISOString() }, 400, 'FRAUD_001', 'transaction.timestamp'],
    [{ user_id: '' }, 400, 'FRAUD_001', 'transaction.user_id'],
    [{ user_id: 'x'.repeat(10_000) }, 400, 'FRAUD_001', 'transaction.user_id'],
    [{ merchant: { id: '' } }, 400, 'FRAUD_001', 'transaction.merchant.id'],
    [{ merchant: 'shop' }, 400, 'FRAUD_001', 'transaction.merchant'],
    [{ device: { ip: 'x'.repeat(65) } }, 400, 'FRAUD_001', 'transaction.device.ip'],
  ]
  for (const [more, status, code, field] of cases) {
    const answer = await score(transactionOf({ transaction_id: id, ...more }))
    assert.equal(
      [answer.status, answer.body.error?.code, answer.body.error?.details.field],
      [status, code, field],
      JSON.stringify(more).slice(0, 80),
    )
  }
  const gift = await score(transactionOf({ operation_type: 'gift' }))
  assert.equal([gift.body.error.details.value, gift.body.error.details.allowed_values], ['gift', [...OPERATION_TYPES]])
  const options = await score(transactionOf({ transaction_id: id }), { include_reasons: 'yes' })
  assert.equal([options.status, options.body.error.details.field], [400, 'options.include_reasons'])
  assert.is((await admin.post('/fraud/score/realtime', [])).body.error.code, 'FRAUD_001')
  assert.is((await admin.get(`/transactions/${id}`)).status, 404)
})

test('odd ids and addresses are taken as they are', async () => {
  for (const more of [
    { transaction_id: '__proto__' },
    { transaction_id: 'constructor', user_id: '__proto__' },
    { device: { ip: '2001:db8::1', fingerprint: '__proto__' } },
    { device: { ip: 'garbage' } },
    { device: null, merchant: null, account_id: null },
    { merchant: { category: 'toString' } },
  ])
    assert.is((await score(transactionOf(more))).status, 200, JSON.stringify(more))
})

test('a transaction recorded without a score soon counts too, once', async () => {
  const user_id = `user_${randomUUID()}`
  const transactions = [1, 2, 3].map(() => transactionOf({ user_id }))
  await admin.post('/transactions', transactions)
  let scored = 0
  await until(
    async () => (await score(transactionOf({ user_id }))).body.velocity_check.transactions_24h,
    count => {
      scored += 1
      return count === transactions.length + scored
    },
  )
  const { body } = await score(transactions[0]!)
  assert.is(body.velocity_check.transactions_24h, transactions.length + scored)
})

test('a transaction of the future enters no window before its time', async () => {
  const user_id = `user_${randomUUID()}`
  const [ahead, present] = [transactionOf({ user_id, timestamp: '9999-12-31T00:00:00Z' }), transactionOf({ user_id })]
  await admin.post('/transactions', [ahead, present])
  const counts = []
  for (const attempt of [1, 2]) {
    await until(
      async () => (await admin.get(`/audit/fraud-profiles/${encodeURIComponent(user_id)}`)).body.history?.length,
      length => length === attempt,
    )
    counts.push((await score(transactionOf({ user_id }))).body.velocity_check.transactions_24h)
  }
  assert.equal(counts, [2, 3])
})

test('a fortune is added up in a currency of small units', async () => {
  const user_id = `user_${randomUUID()}`
  await score(transactionOf({ user_id, amount: 1e10, currency: 'GBP' }))
  const { status, body } = await score(transactionOf({ user_id, amount: 100, currency: 'LBP' }))
  assert.equal([status, body.velocity_check?.amount_24h], [200, Number.MAX_SAFE_INTEGER / 100])
})

test('a transaction that is in no window is scored once, however many others come in between', async () => {
  const user_id = `user_${randomUUID()}`
  const daysAgo = (days: number) => new Date(NOW - days * 86_400_000).toISOString()
  await score(transactionOf({ user_id }))
  const transaction = transactionOf({ user_id, timestamp: daysAgo(40) })
  const { execute } = service.service
  const { client_id } = (await admin.get('/api/auth/me')).body
  /** A request that found no score has its turn only now. */
  const run: Execute['run'] = async (family, ...rest) => {
    if (family.stream('') === profiles.stream('')) {
      assert.is((await score(transaction)).headers.get('idempotent-replayed'), null)
      for (let n = 0; n < 70; n += 1) await score(transactionOf({ user_id, timestamp: daysAgo(41) }))
    }
    return execute.run(family, ...rest)
  }
  const { replayed } = await scoreTransaction(
    {
      ...{ ...service.service, execute: { ...execute, run } },
      scoring: { predict: async () => RULES_ALONE, predictBatch: async () => [], version: () => 'v0.1.0' },
      findAggregates: async () => ({ aggregates: NO_AGGREGATES, as_of: null }),
    },
    {
      ...{ actor: { sub: 'usr_1', client_id, role: 'integrator' }, request_id: 'req', command_id: randomUUID() },
      ...{ correlation_id: 'req', causation_id: null, now: new Date() },
    },
    TransactionInput.parse(transaction),
  )
  assert.is(replayed, true)
  assert.is((await score(transaction)).headers.get('idempotent-replayed'), 'true')
})

test('needs the scope', async () => {
  assert.is((await client(service.url).post('/fraud/score/realtime', {})).status, 401)
})

test('lists and policy change what scores come to, from the next one on', async () => {
  const bank = await service.newClient()
  const user_id = `user_${randomUUID()}`
  const next = async (more: Record<string, unknown> = {}) =>
    (await score(transactionOf({ user_id, ...more }), {}, bank)).body
  assert.is((await next()).is_alert, false)
  const entry = { list: 'block', kind: 'device', value: 'f_1', reason: 'stolen', expires_at: null }
  const added = await bank.post('/fraud/lists', entry)
  assert.is(added.status, 201)
  const blocked = await next()
  assert.equal(
    [blocked.fraud_score, blocked.fraud_level, blocked.recommendation, blocked.is_alert, blocked.risk_factors[0]],
    [1, 'critical', 'deny', true, 'list_block'],
  )
  const twice = await bank.post('/fraud/lists', entry)
  assert.equal([twice.status, twice.body.details.entry_id], [409, added.body.entry_id])
  assert.is((await next({ device: { fingerprint: 'f_2' } })).is_alert, false)
  const removed = await bank.send('DELETE', `/fraud/lists/${added.body.entry_id}`, { reason: 'it was found' })
  assert.is(removed.status, 200)
  assert.is((await bank.send('DELETE', `/fraud/lists/${added.body.entry_id}`)).status, 404)
  assert.is((await next()).risk_factors.includes('list_block'), false)
  const range = await bank.post('/fraud/lists', {
    list: 'allow',
    kind: 'ip_range',
    value: '203.0.113.9/24',
    reason: 'office',
  })
  const { client_id } = (await bank.get('/api/auth/me')).body
  const { history } = (await bank.get(`/audit/fraud-lists/${client_id}`)).body
  assert.equal(
    history.map(({ facts: { reason } }: { facts: { reason: string } }) => reason),
    ['stolen', 'it was found', 'office'],
  )
  assert.is(range.body.value, '203.0.113.0/24')
  const policy = { alert_thresholds: { by_operation: { payment: 0 } }, recommendations: { low: 'review' } }
  const set = await bank.send('PUT', '/fraud/policy', { ...policy, version: 0 })
  assert.equal([set.status, set.body.version, set.body.alert_thresholds.by_category], [200, 1, {}])
  assert.is((await bank.send('PUT', '/fraud/policy', { version: 0 })).status, 409)
  const allowed = await next()
  assert.equal(
    [allowed.is_alert, allowed.recommendation, allowed.risk_factors.includes('list_allow')],
    [false, 'approve', true],
  )
  const elsewhere = await next({ device: null })
  assert.equal(
    [elsewhere.is_alert, elsewhere.recommendation],
    [true, elsewhere.fraud_level === 'low' ? 'review' : elsewhere.recommendation],
  )
  assert.is((await bank.get('/fraud/policy')).body.version, 1)
  assert.is((await admin.get('/fraud/policy')).body.version, 0)
  assert.equal((await admin.get('/fraud/lists')).body.data, [])
})

test('a policy that was read can be sent back, and what the reference does not list is refused', async () => {
  const bank = await service.newClient()
  const never = (await bank.get('/fraud/policy')).body
  assert.equal([never.set_at, never.set_by], [null, null])
  const unchanged = await bank.send('PUT', '/fraud/policy', never)
  assert.equal([unchanged.status, unchanged.body], [200, never])
  const policy = { alert_thresholds: { default: 0.4, by_category: { games: 0.3 } }, recommendations: { low: 'review' } }
  const set = (await bank.send('PUT', '/fraud/policy', policy)).body
  const read = (await bank.get('/fraud/policy')).body
  assert.equal([set, typeof read.set_at, typeof read.set_by], [read, 'string', 'string'])
  const again = await bank.send('PUT', '/fraud/policy', read)
  assert.equal([again.status, again.body], [200, read], 'the same policy is no change')
  const changed = await bank.send('PUT', '/fraud/policy', { ...read, escalation_threshold: 0.9, set_by: 'me' })
  assert.equal([changed.status, changed.body.version, changed.body.set_by], [200, 2, read.set_by])
  assert.is((await bank.send('PUT', '/fraud/policy', read)).status, 409, 'its version is not the present one')
  for (const [more, field] of [
    [{ set_on: 'x' }, 'set_on'],
    [{ alert_threshold: {} }, 'alert_threshold'],
    [{ alert_thresholds: { by_operations: {} } }, 'alert_thresholds.by_operations'],
  ] as const) {
    const { status, body } = await bank.send('PUT', '/fraud/policy', { ...changed.body, ...more })
    assert.equal([status, body.details.field], [400, field])
  }
  assert.equal((await bank.get('/fraud/policy')).body, changed.body)
})

test('lists are read in pages, and invalid entries are refused', async () => {
  const bank = await service.newClient()
  for (let n = 0; n < 5; n += 1)
    await bank.post('/fraud/lists', { list: 'block', kind: 'user', value: `u_${n}`, reason: 'r' })
  const first = (await bank.get('/fraud/lists?limit=2')).body
  const second = (await bank.get(`/fraud/lists?limit=2&cursor=${first.next_cursor}`)).body
  const third = (await bank.get(`/fraud/lists?limit=2&cursor=${second.next_cursor}`)).body
  const values = [first, second, third].flatMap(({ data }) => data.map(({ value }: { value: string }) => value))
  assert.equal([values, third.next_cursor], [['u_4', 'u_3', 'u_2', 'u_1', 'u_0'], null])
  assert.is((await bank.get('/fraud/lists?value=u_3&list=block&kind=user')).body.data.length, 1)
  for (const query of ['limit=0', 'limit=1001', 'cursor=x', 'list=grey'])
    assert.is((await bank.get(`/fraud/lists?${query}`)).status, 400, query)
  const entry = { list: 'block', kind: 'user', value: 'u', reason: 'r' }
  for (const [more, field] of [
    [{ value: 'x'.repeat(257) }, 'value'],
    [{ kind: 'ip_range', value: '10.0.0.0/40' }, 'value'],
    [{ expires_at: '2020-01-01T00:00:00Z' }, 'expires_at'],
    [{ reason: '' }, 'reason'],
    [{ more: 1 }, 'more'],
  ] as const) {
    const { status, body } = await bank.post('/fraud/lists', { ...entry, ...more })
    assert.equal([status, body.error_code, body.details.field], [400, 'INVALID_REQUEST', field])
  }
  for (const policy of [
    { alert_thresholds: { default: 1.1 } },
    { alert_thresholds: { by_operation: { gift: 0.5 } } },
    { recommendations: { low: 'kill' } },
    { escalation: 1 },
  ])
    assert.is((await bank.send('PUT', '/fraud/policy', policy)).status, 400, JSON.stringify(policy))
  assert.is((await bank.get('/fraud/policy')).body.version, 0)
})

test.run()
