import { randomUUID } from 'node:crypto'
import { sql } from 'slonik'
import * as assert from 'uvu/assert'
import { z } from 'zod'
import { ingestTransaction } from '#commands/fraud/ingest-transaction.ts'
import { FEATURE_NAMES } from '#domain/fraud/features.ts'
import { profileStreams } from '#domain/fraud/profile/events.ts'
import { refundStreams } from '#domain/refunds/events.ts'
import { transactionStreams } from '#domain/transactions/events.ts'
import { computeScores } from '#modules/fraud/compute-scores.ts'
import { fraudTransactions } from '#projections/fraud/transactions.ts'
import { velocityAggregates } from '#projections/fraud/velocity-aggregates.ts'
import { listTransactions, type TransactionFilters } from '#queries/fraud/list-transactions.ts'
import type { Scoring } from '#services/fraud/scoring.ts'
import { waitForCheckpoint } from '#subscription/wait-for-checkpoint.ts'
import { RULES_ALONE } from '../../domain/fraud/samples.ts'
import { type Client, client, logIn, until } from '../../harness/client.ts'
import { contextOf } from '../../harness/scores.ts'
import { ADMIN, startTestService } from '../../harness/service.ts'
import { suite } from '../../harness/suite.ts'
import { random } from '../../projector/refund-histories.ts'
import { areAsRebuilt } from './rebuilt-alerts.ts'

const test = suite('scoring in batches')
const service = await startTestService()
const { admin } = service
const { db, store } = service.service
test.after(() => service.end())

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const NOW = Date.now()
const iso = (at: number) => new Date(at).toISOString()

function transactionOf(more: Record<string, unknown> = {}) {
  return {
    transaction_id: `tx_${randomUUID()}`,
    user_id: 'user_1',
    account_id: 'acc_1',
    amount: 42.5,
    currency: 'EUR',
    operation_type: 'payment',
    merchant: { id: 'm_1', name: 'Corner shop', category: 'grocery' },
    device: { ip: '203.0.113.7', user_agent: 'app', fingerprint: 'f_1' },
    timestamp: iso(NOW),
    ...more,
  }
}
type Sent = ReturnType<typeof transactionOf>
type Told = {
  transaction_id: string
  fraud_score: number
  fraud_level: string
  is_alert: boolean
  risk_factors: string[]
}

const score = async (transaction: object, by: Client = admin) =>
  (await by.post('/fraud/score/realtime', { transaction })).body
const batch = (body: object = {}, by: Client = admin) => by.post('/fraud/score', body)
const idsOf = (transactions: Told[]) => transactions.map(({ transaction_id }) => transaction_id)
const clientOf = async (by: Client): Promise<string> => (await by.get('/api/auth/me')).body.client_id

/** Until what was recorded is in the figures across users. */
const figured = () =>
  waitForCheckpoint(
    { store, db },
    { name: velocityAggregates.name, prefixes: [profileStreams.prefix, refundStreams.prefix] },
    10_000,
  )
/** Until all that the client recorded has entered its users' windows. */
async function allEntered(client_id: string): Promise<void> {
  // The list shows a transaction some milliseconds after it was recorded.
  await waitForCheckpoint({ store, db }, fraudTransactions, 10_000)
  const waiting = () =>
    db.oneFirst(sql.type(z.object({ n: z.int() }))`
      select count(*) as n from read.fraud_transactions where client_id = ${client_id} and not is_entered`)
  await until(waiting, n => n === 0, 60_000)
  await figured()
}

/** Every page, with the summary of the first. */
async function everyPage(body: Record<string, unknown>, page_size: number, by: Client) {
  const told: Told[] = []
  const totals: number[] = []
  for (let cursor: string | null = null, pages = 0; pages < 60; pages += 1) {
    const answer = await batch({ ...body, pagination: { cursor, page_size } }, by)
    assert.is(answer.status, 200, JSON.stringify(answer.body))
    const { transactions, pagination, summary } = answer.body
    assert.is(summary.returned, transactions.length)
    told.push(...transactions)
    totals.push(summary.total, pagination.total_pages)
    assert.is(pagination.has_more, pagination.next_cursor !== null)
    cursor = pagination.next_cursor
    if (cursor === null) return { told, totals: [...new Set(totals)], pages: pages + 1 }
  }
  throw new Error('the pages do not end')
}

/** Transactions of a few users, merchants and devices, in the order of their times; many in the same hour. */
function lives(count: number, seed: number): Sent[] {
  const next = random(seed)
  const pick = (n: number) => Math.floor(next() * n)
  let at = NOW - 3 * DAY_MS
  return Array.from({ length: count }, () => {
    at += [1, 60_000, 900_000, 5 * HOUR_MS][pick(4)]!
    return transactionOf({
      ...{ user_id: `user_${pick(4)}`, amount: [3, 42.5, 900, 4_000][pick(4)], timestamp: iso(at) },
      operation_type: ['payment', 'transfer', 'deposit', 'refund'][pick(4)],
      merchant: pick(5) === 0 ? null : { id: `m_${pick(3)}`, category: 'grocery' },
      device: pick(5) === 0 ? null : { ip: `203.0.113.${pick(3)}`, fingerprint: `f_${pick(3)}` },
    })
  })
}

/** What the model would be asked of transactions of a client, as if none had been scored: each way to read them. */
async function readingsBefore(client_id: string, filters: TransactionFilters = {}): Promise<Map<string, number[][]>> {
  const listed = await listTransactions(db, client_id, filters, { after: null, limit: 1_000 })
  let all: readonly (readonly Float32Array[])[] = []
  const scoring: Scoring = {
    predict: async () => RULES_ALONE,
    async predictBatch(features) {
      all = features
      return features.map(() => null)
    },
    version: () => 'v0.1.0',
  }
  await computeScores({ ...service.service, scoring }, client_id, listed)
  return new Map(listed.map(({ transaction_id }, at) => [transaction_id, all[at]!.map(row => Array.from(row))]))
}

async function featuresBefore(client_id: string, filters: TransactionFilters = {}): Promise<Map<string, number[]>> {
  return new Map([...(await readingsBefore(client_id, filters))].map(([id, [first]]) => [id, first!]))
}

const NEW_IP = FEATURE_NAMES.indexOf('is_new_ip')

const named = (values: readonly number[]) => Object.fromEntries(values.map((value, at) => [FEATURE_NAMES[at]!, value]))

test('what was only recorded is scored as one after the other would have been, to the last bit of each feature', async () => {
  const sent = lives(60, 7)
  const [bank, mixed, other] = [await service.newClient(), await service.newClient(), await service.newClient()]
  const [bankId, mixedId, otherId] = await Promise.all([bank, mixed, other].map(clientOf))
  const answered = new Map<string, Told>()
  for (const [n, transaction] of sent.entries()) {
    answered.set(transaction.transaction_id, await score(transaction, bank))
    if (n % 3 === 0) await score(transaction, mixed)
    else {
      await mixed.post('/transactions', transaction)
      const key = transactionStreams.id(mixedId!, transaction.transaction_id)
      await ingestTransaction(service.service, contextOf, key)
    }
    await figured()
  }
  // In one request, in no order.
  await other.post(
    '/transactions',
    sent.toSorted((a, b) => (a.transaction_id < b.transaction_id ? -1 : 1)),
  )
  await allEntered(otherId!)

  const features = new Map<string, number[]>()
  for (const user of new Set(sent.map(({ user_id }) => user_id)))
    for (const event of await store.read(profileStreams.stream(profileStreams.id(bankId!, user)))) {
      const { data } = profileStreams.parse(event)
      if ('features' in data) features.set(data.transaction_id, data.features.values.map(Math.fround))
    }
  assert.is(features.size, sent.length)
  for (const client_id of [bankId, mixedId, otherId]) {
    const found = await readingsBefore(client_id!)
    for (const { transaction_id } of sent) {
      const recorded = features.get(transaction_id)!
      const same = found.get(transaction_id)!.find(row => row[NEW_IP] === recorded[NEW_IP])
      assert.equal(named(same ?? []), named(recorded), client_id)
    }
  }
  for (const by of [bank, mixed, other]) {
    const { body } = await batch({ pagination: { page_size: 1_000 } }, by)
    assert.is(body.transactions.length, sent.length)
    for (const { transaction_id, fraud_score, fraud_level, is_alert, risk_factors } of body.transactions) {
      const one = answered.get(transaction_id)!
      assert.equal(
        [fraud_score, fraud_level, is_alert, risk_factors],
        [one.fraud_score, one.fraud_level, one.is_alert, one.risk_factors],
      )
    }
  }
})

test('one that comes late counts for those that come after it, scored or not', async () => {
  const [bank, late] = [await service.newClient(), await service.newClient()]
  const [bankId, lateId] = [await clientOf(bank), await clientOf(late)]
  const hours = [40, 38, 2, 30, 39, 1, 35, 20, 0, 41]
  const sent = hours.map((ago, n) =>
    transactionOf({
      ...{ amount: n === 8 ? 4_000 : 10 + n, merchant: null, device: null },
      timestamp: iso(NOW - ago * HOUR_MS),
    }),
  )
  for (const transaction of sent) {
    await score(transaction, bank)
    await late.post('/transactions', transaction)
  }
  // Entering is another matter than being recorded: here the newest goes first.
  for (const { transaction_id } of sent.toReversed())
    await ingestTransaction(service.service, contextOf, transactionStreams.id(lateId, transaction_id))
  await allEntered(lateId)
  const features = new Map<string, number[]>()
  for (const event of await store.read(profileStreams.stream(profileStreams.id(bankId, 'user_1')))) {
    const { data } = profileStreams.parse(event)
    if ('features' in data) features.set(data.transaction_id, data.features.values.map(Math.fround))
  }
  const found = await featuresBefore(lateId)
  for (const { transaction_id, timestamp } of sent)
    assert.equal(named(found.get(transaction_id)!), named(features.get(transaction_id)!), timestamp)
})

test('windows begin and end where they did, and what was usual of the past is known from the window before it', async () => {
  const [bank, other] = [await service.newClient(), await service.newClient()]
  const [bankId, otherId] = await Promise.all([bank, other].map(clientOf))
  // In days behind the first, and milliseconds: edges of 30 days, and a spike by what is in no window of the last one.
  const moments = [[0], [0, 1], [3], [10], [30], [30, 1], [31], [31, 1], [59], [60, -1], [60], [61]]
  const sent = moments.map(([days, ms = 0], n) =>
    transactionOf({
      ...{ merchant: null, device: null, amount: n === 6 ? 900 : 10 + n },
      timestamp: iso(NOW - 70 * DAY_MS + days! * DAY_MS + ms),
    }),
  )
  for (const transaction of sent) await score(transaction, bank)
  await other.post('/transactions', sent.toReversed())
  const { body } = await batch({ filters: { user_id: 'user_1' } }, other)
  assert.is(body.transactions.length, sent.length)
  const all = await featuresBefore(otherId!)
  for (const event of await store.read(profileStreams.stream(profileStreams.id(bankId!, 'user_1')))) {
    const { data } = profileStreams.parse(event)
    if (!('features' in data)) throw new Error('it was not scored')
    const { transaction_id } = data
    const alone = await featuresBefore(otherId!, { transaction_ids: [transaction_id] })
    const scored = data.features.values.map(Math.fround)
    for (const found of [all, alone])
      assert.equal(named(found.get(transaction_id)!), named(scored), data.transaction.timestamp)
  }
})

test('a page that ends among transactions of the same moment leaves none of them out', async () => {
  const bank = await service.newClient()
  const sent = Array.from({ length: 7 }, () => transactionOf())
  await bank.post('/transactions', sent)
  const { told } = await everyPage({}, 2, bank)
  assert.equal(idsOf(told).sort(), idsOf(sent as never).sort())
})

test('a page has every field, recorded scores as they were returned, and appends nothing', async () => {
  const bank = await service.newClient()
  const [scored, only] = [transactionOf({ amount: 5_000 }), transactionOf({ timestamp: iso(NOW - 1_000) })]
  const answered = await score(scored, bank)
  await bank.post('/transactions', only)
  const end = async () => (await store.end())!.commit
  const before = await end()
  const { status, body, headers } = await batch({}, bank)
  assert.is(status, 200)
  assert.is(await end(), before)
  const { processing_time_ms, ...summary } = body.summary
  assert.ok(Number.isInteger(processing_time_ms))
  assert.equal(summary, {
    ...{ total: 2, returned: 2, alerts: 0, alert_rate: 0, model_version: answered.model_version },
  })
  assert.equal(body.pagination, { next_cursor: null, has_more: false, total_pages: 1 })
  const [first, second] = body.transactions
  const { fraud_score, fraud_level, is_alert, risk_factors } = answered
  assert.equal(first, {
    ...{ transaction_id: scored.transaction_id, fraud_score, fraud_level, is_alert, threshold_applied: 0.6 },
    risk_factors,
  })
  assert.ok(risk_factors.includes('cold_start_large_amount'))
  assert.equal([second.transaction_id, second.fraud_level], [only.transaction_id, 'low'])
  assert.is(headers.get('ratelimit-policy'), '"minute";q=100;w=60')
  const silent = await batch({ options: { include_reasons: false } }, bank)
  assert.equal(silent.body.transactions[0].risk_factors, [])
  assert.is((await bank.post('/v1/fraud/score', {})).body.summary.total, 2)
  const empty = await batch({}, await service.newClient())
  assert.equal([empty.status, empty.body.transactions], [200, []])
  assert.equal(empty.body.pagination, { next_cursor: null, has_more: false, total_pages: 0 })
  assert.is(empty.body.summary.alert_rate, 0)
})

test('filters give what picking by hand gives, in pages of any length, up to the limit', async () => {
  const bank = await service.newClient()
  const sent = Array.from({ length: 37 }, (_, n) =>
    transactionOf({
      ...{ user_id: `user_${n % 3}`, account_id: n % 4 === 0 ? null : `acc_${n % 4}` },
      ...{ operation_type: ['payment', 'transfer', 'deposit'][n % 5] ?? 'refund', timestamp: iso(NOW - n * 60_000) },
    }),
  )
  await bank.post('/transactions', sent)
  const middle = sent[12]!.timestamp
  const cases: [Record<string, unknown>, (one: Sent) => boolean][] = [
    [{}, () => true],
    [{ user_id: 'user_1' }, ({ user_id }) => user_id === 'user_1'],
    [{ account_ids: ['acc_1', 'acc_3', 'acc_1'] }, ({ account_id }) => ['acc_1', 'acc_3'].includes(account_id)],
    [{ operation_types: ['refund', 'deposit'] }, one => ['refund', 'deposit'].includes(one.operation_type)],
    [{ date_from: middle }, ({ timestamp }) => timestamp >= middle],
    [{ date_to: middle }, ({ timestamp }) => timestamp <= middle],
    [{ date_from: middle.replace('Z', '999+00:00') }, ({ timestamp }) => timestamp > middle],
    [{ transaction_ids: sent.slice(3, 9).map(one => one.transaction_id) }, one => sent.slice(3, 9).includes(one)],
    [
      { user_id: 'user_2', account_ids: ['acc_2'], date_to: iso(NOW), operation_types: null },
      one => one.user_id === 'user_2' && one.account_id === 'acc_2',
    ],
    [{ user_id: 'user_0', operation_types: ['withdrawal'] }, () => false],
  ]
  for (const [filters, fits] of cases) {
    const expected = sent.filter(fits).map(({ transaction_id }) => transaction_id)
    for (const page_size of [5, 1_000]) {
      const { told, totals } = await everyPage({ filters }, page_size, bank)
      assert.equal(idsOf(told), expected, JSON.stringify(filters).slice(0, 80))
      assert.equal(totals, [...new Set([expected.length, Math.ceil(expected.length / page_size)])])
    }
  }
  for (const [limit, page_size, pages] of [
    [12, 5, 3],
    [10, 5, 2],
    [37, 37, 1],
    [1, 1_000, 1],
  ] as const) {
    const walk = await everyPage({ options: { limit } }, page_size, bank)
    assert.equal(idsOf(walk.told), idsOf(sent as never).slice(0, limit))
    assert.equal([walk.pages, walk.totals], [pages, [37, pages]])
  }
})

test('thresholds: those of the request, of the policy by category or for all, or what was recorded', async () => {
  const bank = await service.newClient()
  const [scored, grocery, none] = [
    transactionOf({ timestamp: iso(NOW) }),
    transactionOf({ timestamp: iso(NOW - 1) }),
    transactionOf({ timestamp: iso(NOW - 2), merchant: null, operation_type: 'transfer' }),
  ]
  await score(scored, bank)
  await bank.post('/transactions', [grocery, none])
  await bank.send('PUT', '/fraud/policy', {
    alert_thresholds: { default: 0.9, by_operation: { transfer: 0.5 }, by_category: { grocery: 0 } },
  })
  const told = async (options: object) =>
    (await batch({ options }, bank)).body.transactions.map((one: Record<string, unknown>) => [
      one.threshold_applied,
      one.is_alert,
    ])
  assert.equal(await told({}), [
    [0.6, false],
    [0, true],
    [0.5, false],
  ])
  assert.equal(await told({ threshold_policy: 'per_category' }), [
    [0, true],
    [0, true],
    [0.5, false],
  ])
  assert.equal(await told({ threshold_policy: 'global' }), Array(3).fill([0.9, false]))
  assert.equal(await told({ threshold_policy: 'per_category', alert_threshold: 0.0001 }), Array(3).fill([0.0001, true]))
  const { summary } = (await batch({ options: { alert_threshold: 0 } }, bank)).body
  assert.equal([summary.alerts, summary.alert_rate], [3, 1])
})

test('lists of now decide on what was not scored: by user, device and address, entered or not', async () => {
  const bank = await service.newClient()
  const sent = [
    transactionOf({ user_id: 'user_9', timestamp: iso(NOW) }),
    transactionOf({ device: { fingerprint: 'stolen' }, timestamp: iso(NOW - 1) }),
    transactionOf({ device: { ip: '198.51.100.9' }, timestamp: iso(NOW - 2) }),
    transactionOf({ device: null, timestamp: iso(NOW - 3) }),
  ]
  await bank.post('/transactions', sent)
  for (const [list, kind, value] of [
    ['allow', 'user', 'user_9'],
    ['block', 'device', 'stolen'],
    ['block', 'ip_range', '198.51.100.0/24'],
  ])
    await bank.post('/fraud/lists', { list, kind, value, reason: 'known' })
  const told = async () =>
    (await batch({ options: { alert_threshold: 0 } }, bank)).body.transactions.map((one: Told) => [
      one.is_alert,
      one.fraud_score === 1,
      one.risk_factors[0] ?? null,
    ])
  const expected = [
    [false, false, 'list_allow'],
    [true, true, 'list_block'],
    [true, true, 'list_block'],
    [true, false, null],
  ]
  assert.equal(await told(), expected)
  await allEntered(await clientOf(bank))
  assert.equal(await told(), expected)
})

test('unknown ids are FRAUD_003, an unknown user or account is NOT_FOUND; the same for another client’s', async () => {
  const [bank, other] = [await service.newClient(), await service.newClient()]
  const [mine, theirs] = [transactionOf(), transactionOf({ user_id: 'theirs', account_id: 'acc_theirs' })]
  await bank.post('/transactions', mine)
  await other.post('/transactions', theirs)
  const { transaction_id } = theirs
  for (const [filters, status, code, details] of [
    [{ user_id: 'nobody' }, 404, 'NOT_FOUND', { field: 'filters.user_id', value: 'nobody' }],
    [{ user_id: 'theirs' }, 404, 'NOT_FOUND', { field: 'filters.user_id' }],
    [{ user_id: '__proto__' }, 404, 'NOT_FOUND', { value: '__proto__' }],
    [{ account_ids: ['acc_1', 'acc_theirs'] }, 404, 'NOT_FOUND', { account_ids: ['acc_theirs'] }],
    [
      { transaction_ids: [mine.transaction_id, transaction_id, '__proto__'] },
      404,
      'FRAUD_003',
      { field: 'filters.transaction_ids', transaction_ids: ['__proto__', transaction_id] },
    ],
  ] as const) {
    const { status: got, body } = await batch({ filters }, bank)
    assert.equal([got, body.error?.code], [status, code], JSON.stringify(filters))
    for (const [name, value] of Object.entries(details)) assert.equal(body.error.details[name], value, name)
  }
  const found = await batch({ filters: { transaction_ids: [mine.transaction_id] } }, bank)
  assert.equal(idsOf(found.body.transactions), [mine.transaction_id])
})

test('bad input is refused by field and value in the nested shape', async () => {
  const bank = await service.newClient()
  const ids = (count: number) => Array.from({ length: count }, (_, n) => `tx_${n}`)
  const cases: [object, string, string, Record<string, unknown>?][] = [
    [
      { filters: { operation_types: ['gift'] } },
      'INVALID_FILTER_PARAMS',
      'filters.operation_types',
      {
        ...{ value: 'gift', allowed_values: ['transfer', 'payment', 'withdrawal', 'deposit', 'refund'] },
      },
    ],
    [{ filters: { operation_types: [] } }, 'INVALID_FILTER_PARAMS', 'filters.operation_types'],
    [
      { filters: { operation_types: 'payment' } },
      'INVALID_FILTER_PARAMS',
      'filters.operation_types',
      { value: 'payment' },
    ],
    [{ filters: { user_id: '' } }, 'INVALID_FILTER_PARAMS', 'filters.user_id', { value: '' }],
    [{ filters: { user_id: 7 } }, 'INVALID_FILTER_PARAMS', 'filters.user_id', { value: 7 }],
    [{ filters: { user_id: 'x'.repeat(10_000) } }, 'INVALID_FILTER_PARAMS', 'filters.user_id', { value: undefined }],
    [{ filters: { account_ids: ['a', 'b\u0000'] } }, 'INVALID_FILTER_PARAMS', 'filters.account_ids'],
    [{ filters: { account_ids: ids(1_001) } }, 'INVALID_FILTER_PARAMS', 'filters.account_ids'],
    [{ filters: { date_from: NOW } }, 'INVALID_FILTER_PARAMS', 'filters.date_from', { value: NOW }],
    [{ filters: { date_to: '2026-02-30T00:00:00Z' } }, 'INVALID_FILTER_PARAMS', 'filters.date_to'],
    [{ filters: { date_to: '2026-02-01' } }, 'INVALID_FILTER_PARAMS', 'filters.date_to', { value: '2026-02-01' }],
    [{ filters: { userid: 'user_1' } }, 'INVALID_FILTER_PARAMS', 'filters.userid'],
    [{ filter: { user_id: 'user_1' } }, 'INVALID_FILTER_PARAMS', 'filter'],
    [{ options: { alert_treshold: 0.5 } }, 'INVALID_FILTER_PARAMS', 'options.alert_treshold'],
    [{ pagination: { pageSize: 1 } }, 'INVALID_FILTER_PARAMS', 'pagination.pageSize'],
    [{ filters: [] }, 'INVALID_FILTER_PARAMS', 'filters'],
    [{ options: { alert_threshold: 1.01 } }, 'INVALID_FILTER_PARAMS', 'options.alert_threshold', { value: 1.01 }],
    [{ options: { alert_threshold: '0.5' } }, 'INVALID_FILTER_PARAMS', 'options.alert_threshold'],
    [
      { options: { threshold_policy: 'mine' } },
      'INVALID_FILTER_PARAMS',
      'options.threshold_policy',
      {
        ...{ value: 'mine', allowed_values: ['global', 'per_category'] },
      },
    ],
    [{ options: { include_reasons: 'yes' } }, 'INVALID_FILTER_PARAMS', 'options.include_reasons', { value: 'yes' }],
    [{ options: { limit: 0 } }, 'INVALID_FILTER_PARAMS', 'options.limit', { value: 0 }],
    [{ options: { limit: 1.5 } }, 'INVALID_FILTER_PARAMS', 'options.limit', { value: 1.5 }],
    [{ options: { limit: 1_001 } }, 'FRAUD_002', 'options.limit', { max: 1_000, value: 1_001 }],
    [{ filters: { transaction_ids: ids(1_001) } }, 'FRAUD_002', 'filters.transaction_ids', { max: 1_000 }],
    [{ pagination: { page_size: 0 } }, 'INVALID_FILTER_PARAMS', 'pagination.page_size', { value: 0 }],
    [{ pagination: { page_size: 1_001 } }, 'FRAUD_002', 'pagination.page_size', { max: 1_000 }],
    [{ pagination: { cursor: 'x' } }, 'INVALID_FILTER_PARAMS', 'pagination.cursor'],
    [{ pagination: { cursor: '' } }, 'INVALID_FILTER_PARAMS', 'pagination.cursor'],
    [{ pagination: { cursor: 'x'.repeat(10_000) } }, 'INVALID_FILTER_PARAMS', 'pagination.cursor'],
    [[], 'INVALID_FILTER_PARAMS', 'body'],
  ]
  for (const [body, code, field, details = {}] of cases) {
    const { status, body: answer } = await batch(body, bank)
    const label = JSON.stringify(body).slice(0, 80)
    assert.equal([status, answer.error?.code, answer.error?.details.field], [400, code, field], label)
    assert.equal(Object.keys(answer), ['error'])
    for (const [name, value] of Object.entries(details))
      assert.equal(answer.error.details[name], value, `${label} ${name}`)
  }
  assert.is((await bank.post('/fraud/score', '{"filters":')).body.error.code, 'INVALID_FILTER_PARAMS')
  const [early, late] = ['2026-01-01T00:00:00.000Z', '2026-02-01T00:00:00.000Z']
  for (const [date_from, date_to] of [
    [late, early],
    [early, early],
  ]) {
    const { status, body } = await batch({ filters: { date_from, date_to } }, bank)
    const { details } = body.error
    assert.equal(
      [status, body.error.code, details.date_from, details.date_to],
      [422, 'INVALID_DATE_RANGE', date_from, date_to],
    )
  }
})

test('a cursor of another client or query, or a changed one, is refused; pages are stable during inserts', async () => {
  const [bank, other] = [await service.newClient(), await service.newClient()]
  const sent = Array.from({ length: 5 }, (_, n) => transactionOf({ timestamp: iso(NOW - n) }))
  for (const by of [bank, other]) await by.post('/transactions', sent)
  const filters = { user_id: 'user_1', operation_types: ['transfer', 'payment'] }
  const first = await batch({ filters, pagination: { page_size: 2 } }, bank)
  const cursor: string = first.body.pagination.next_cursor
  const refused = async (body: object, by = bank) => {
    const { status, body: answer } = await batch(body, by)
    assert.equal(
      [status, answer.error?.code, answer.error?.details.field],
      [400, 'INVALID_FILTER_PARAMS', 'pagination.cursor'],
      JSON.stringify(body),
    )
  }
  await refused({ filters, pagination: { cursor } }, other)
  await refused({ pagination: { cursor } })
  await refused({ filters: { ...filters, operation_types: ['payment'] }, pagination: { cursor } })
  await refused({ filters, options: { limit: 4 }, pagination: { cursor } })
  await refused({ filters, options: { alert_threshold: 0.1 }, pagination: { cursor } })
  const text = Buffer.from(cursor, 'base64url').toString()
  for (const changed of [text.replace(/ 2 5 /, ' 0 5 '), text.replace(/ 2 5 /, ' 2 9 '), `${text} `, text.slice(0, -1)])
    await refused({ filters, pagination: { cursor: Buffer.from(changed).toString('base64url') } })
  for (let at = 0; at < cursor.length; at += 17) {
    const letter = cursor[at] === 'A' ? 'B' : 'A'
    await refused({ filters, pagination: { cursor: cursor.slice(0, at) + letter + cursor.slice(at + 1) } })
  }
  await bank.post('/transactions', transactionOf({ timestamp: iso(NOW + 1) }))
  // The same question in another order, and a page of another length.
  const again = { operation_types: ['payment', 'transfer', 'payment'], user_id: 'user_1', account_ids: null }
  const second = await batch({ filters: again, pagination: { cursor, page_size: 1_000 } }, bank)
  assert.equal(
    [...idsOf(first.body.transactions), ...idsOf(second.body.transactions)],
    sent.map(({ transaction_id }) => transaction_id),
  )
  assert.equal([second.body.summary.total, second.body.pagination.has_more], [5, false])
})

test('the rebuilt list equals the present one', () => areAsRebuilt(service, ['fraud_transactions']))

test('needs the scope, and at most 100 a minute are answered', async () => {
  assert.is((await batch({}, client(service.url))).status, 401)
  const bank = await service.newClient()
  const { client_id } = (await bank.get('/api/auth/me')).body
  const email = `auditor_${randomUUID()}@bank.example`
  await admin.post('/admin/users', { client_id, email, role: 'auditor', password: ADMIN.password })
  const refused = await batch({}, await logIn(service.url, email, ADMIN.password))
  assert.equal([refused.status, refused.body.error.code], [403, 'AUTH_003'])
  const { headers } = await batch({}, bank)
  // Not over the end of a minute.
  const leftMs = Number(headers.get('x-ratelimit-reset')) * 1_000 - Date.now()
  if (leftMs < 8_000) await new Promise(resolve => setTimeout(resolve, leftMs + 500))
  const answers = await Promise.all(Array.from({ length: 103 }, () => batch({ pagination: { page_size: 0 } }, bank)))
  const tooMany = answers.filter(({ status }) => status === 429)
  const left = leftMs < 8_000 ? 100 : Number(headers.get('x-ratelimit-remaining'))
  assert.is(tooMany.length, 103 - left)
  const { error } = tooMany[0]!.body
  assert.equal(
    [error.code, error.details.limit, error.details.window, error.details.module_code],
    ['RATE_LIMIT_EXCEEDED', 100, 'minute', 'FRAUD_005'],
  )
  assert.is(tooMany[0]!.headers.get('retry-after'), String(error.details.retry_after_seconds))
})

test.run()
