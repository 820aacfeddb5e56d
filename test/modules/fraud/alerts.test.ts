import { randomUUID } from 'node:crypto'
import * as assert from 'uvu/assert'
import { alertStreams } from '#domain/fraud/alerts/events.ts'
import { type Client, logIn, until } from '../../harness/client.ts'
import { refundOf, transactionOf } from '../../harness/samples.ts'
import { recordScore } from '../../harness/scores.ts'
import { ADMIN, startTestService } from '../../harness/service.ts'
import { suite } from '../../harness/suite.ts'
import { areAsRebuilt } from './rebuilt-alerts.ts'

const test = suite('fraud alerts over HTTP')
const service = await startTestService()
test.after(() => service.end())
const { admin } = service
const { store } = service.service
const stranger = await service.newClient()
const { client_id } = (await admin.get('/api/auth/me')).body
const foreign_client = (await stranger.get('/api/auth/me')).body.client_id
const AT = Date.UTC(2026, 0, 31, 12)
const DAY_MS = 86_400_000

async function as(role: string): Promise<Client> {
  const email = `${role}.alerts@bank.example`
  await admin.post('/admin/users', { email, role, password: ADMIN.password })
  return logIn(service.url, email, ADMIN.password)
}
const operator = await as('operator')
const operatorId = (await operator.get('/api/auth/me')).body.id

const is = (status: number) => (answer: { status: number }) => answer.status === status

/** Scored a month apart, so that no two make a pattern; waits until its alert is there. */
let months = 0
async function alerted(user_id: string, score = 0.7, caller = admin, transaction_id: string = randomUUID()) {
  months += 1
  const of = caller === stranger ? foreign_client : client_id
  const alert_id = await recordScore(service.service, {
    ...{ client_id: of, user_id, transaction_id, score, at: AT + months * 31 * DAY_MS },
  })
  const { body } = await until(() => caller.get(`/fraud/alerts/${alert_id}`), is(200))
  return body
}

const queryOf = (query: Record<string, string | number>) =>
  new URLSearchParams(Object.entries(query).map(([name, value]): [string, string] => [name, String(value)])).toString()
const list = (query: Record<string, string | number> = {}, caller = operator) =>
  caller.get(`/fraud/alerts?${queryOf(query)}`)
type Item = { alert_id: string; fraud_score: number; opened_at: string; status: string; assigned_to: string | null }
const idsOf = (items: { alert_id: string }[]) => items.map(({ alert_id }) => alert_id)

async function everyPage(query: Record<string, string | number>, between = async () => {}): Promise<Item[]> {
  const items: Item[] = []
  let at = {}
  for (let number = 0; number < 60; number += 1) {
    const { status, body } = await list({ ...query, ...at })
    assert.is(status, 200, JSON.stringify(body))
    items.push(...body.data)
    assert.is(body.pagination.has_more, body.pagination.next_cursor !== null)
    if (body.pagination.next_cursor === null) return items
    at = { cursor: body.pagination.next_cursor }
    await between()
  }
  throw new Error('the pages do not end')
}

test('an alert is shown as it was scored, escalated at once from 0.85 on', async () => {
  const before = Date.now()
  const high = await alerted('shown', 0.8499)
  assert.equal(
    [high.status, high.fraud_level, high.recommendation, high.escalation, high.resolution, high.reopening],
    ['open', 'high', 'challenge', null, null, null],
  )
  assert.equal(
    [high.amount, high.currency, high.operation_type, high.threshold_applied, high.risk_factors, high.model_version],
    [125.5, 'EUR', 'payment', 0.6, ['amount_unusual'], 'v1.0.0'],
  )
  assert.is(high.alert_id, alertStreams.id(client_id, high.transaction_id))
  assert.ok(Date.parse(high.detected_at) >= before && high.detected_at <= high.opened_at)
  assert.ok(high.age_seconds >= 0 && high.age_seconds < 60)
  assert.equal([high.refunds, high.has_more_refunds, high.assigned_to], [[], false, null])
  const critical = await alerted('shown', 0.85)
  assert.is(critical.status, 'escalated')
  const { by, note, escalated_by } = critical.escalation
  assert.equal([by, note, escalated_by], ['score', null, 'fraud-alerts'])
})

test('assign, escalate, resolve and reopen each work once; a refusal names status and action', async () => {
  const { alert_id } = await alerted('life')
  const act = (action: string, body?: object) => operator.post(`/fraud/alerts/${alert_id}/${action}`, body)
  const revision = async () => (await store.read(alertStreams.stream(alert_id))).length
  const assigned = await act('assign')
  assert.equal([assigned.status, assigned.body.assigned_to, assigned.body.status], [200, operatorId, 'open'])
  await act('assign')
  assert.is((await act('assign', { assigned_to: 'agent 7' })).body.assigned_to, 'agent 7')
  assert.is((await act('assign', { assigned_to: null })).body.assigned_to, null)
  assert.is(await revision(), 4)

  const refused = await act('reopen', { note: 'early' })
  assert.equal([refused.status, refused.body.error_code], [409, 'CONFLICT'])
  const { field, reason, status, action } = refused.body.details
  assert.equal(
    [field, reason, status, action],
    ['status', 'is open, which does not allow this action', 'open', 'reopen'],
  )

  const escalated = await act('escalate', { note: 'nobody answers' })
  assert.equal(
    [escalated.body.status, escalated.body.escalation.by, escalated.body.escalation.note],
    ['escalated', 'analyst', 'nobody answers'],
  )
  assert.is(escalated.body.escalation.escalated_by, operatorId)
  assert.is((await act('escalate', { note: 'nobody answers' })).status, 200)
  assert.is((await act('escalate', { note: 'still nobody' })).status, 409)
  assert.is((await act('escalate')).status, 409)

  const decision = { outcome: 'confirmed_fraud', note: 'the card was stolen' }
  const resolved = await act('resolve', decision)
  const { outcome, rule, note, resolved_by } = resolved.body.resolution
  assert.equal(
    [resolved.body.status, outcome, rule, note, resolved_by],
    ['resolved', 'confirmed_fraud', null, 'the card was stolen', operatorId],
  )
  assert.is((await act('resolve', decision)).status, 200)
  for (const other of [
    { ...decision, outcome: 'legitimate' },
    { ...decision, note: 'x' },
  ])
    assert.equal((await act('resolve', other)).body.details.action, 'resolve')
  for (const [late, body] of [['assign'], ['escalate', {}]] as const)
    assert.equal((await act(late, body)).body.details.status, 'resolved')
  assert.is(await revision(), 6)

  const reopened = await act('reopen', { note: 'the user called' })
  assert.equal(
    [reopened.body.status, reopened.body.resolution, reopened.body.escalation, reopened.body.reopening.note],
    ['reopened', null, null, 'the user called'],
  )
  assert.is((await act('reopen', { note: 'the user called' })).status, 200)
  assert.is((await act('resolve', { ...decision, outcome: 'legitimate' })).body.resolution.outcome, 'legitimate')
  assert.is(await revision(), 8)
})

test('of ten decisions at once one is recorded, and the others are refused', async () => {
  const { alert_id } = await alerted('raced')
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, n) =>
      operator.post(`/fraud/alerts/${alert_id}/resolve`, { outcome: 'legitimate', note: `analyst ${n}` }),
    ),
  )
  assert.equal(answers.map(({ status }) => status).toSorted(), [200, ...Array.from({ length: 9 }, () => 409)])
  const stored = await store.read(alertStreams.stream(alert_id))
  assert.is(stored.length, 2)
  assert.not(JSON.stringify(stored).includes('analyst '), 'what analysts write is sealed')
})

test('filters give what picking by hand gives, in either order, in pages of any length', async () => {
  for (let n = 0; n < 23; n += 1) {
    const { alert_id } = await alerted(`user ${n % 3}`, [0.6, 0.7001, 0.9, 1, 0.9][n % 5])
    if (n % 4 === 0) await operator.post(`/fraud/alerts/${alert_id}/assign`, { assigned_to: `agent ${n % 8}` })
    if (n % 7 === 0) await operator.post(`/fraud/alerts/${alert_id}/resolve`, { outcome: 'legitimate', note: 'known' })
  }
  const { data: all } = (await list({ status: 'all', limit: 200 })).body as { data: (Item & Record<string, string>)[] }
  assert.ok(all.length > 23)
  const middle = all[10]!
  type Filter = [Record<string, string>, (alert: (typeof all)[number]) => boolean]
  const filters: Filter[] = [
    [{ status: 'all' }, () => true],
    [{}, ({ status }) => status !== 'resolved'],
    [{ status: 'resolved' }, ({ status }) => status === 'resolved'],
    [{ status: 'escalated' }, ({ status }) => status === 'escalated'],
    [{ status: 'all', level: 'critical' }, ({ fraud_score }) => fraud_score >= 0.85],
    [{ status: 'all', user_id: 'user 1' }, ({ user_id }) => user_id === 'user 1'],
    [{ status: 'all', transaction_id: middle.transaction_id! }, alert => alert === middle],
    [{ status: 'all', assigned_to: 'agent 4' }, ({ assigned_to }) => assigned_to === 'agent 4'],
    [{ unassigned: 'true' }, ({ assigned_to, status }) => assigned_to === null && status !== 'resolved'],
    [{ status: 'all', since: middle.opened_at }, ({ opened_at }) => opened_at >= middle.opened_at],
    [{ status: 'all', until: middle.opened_at }, ({ opened_at }) => opened_at < middle.opened_at],
    [
      { user_id: 'user 2', level: 'critical', unassigned: 'true' },
      alert =>
        alert.user_id === 'user 2' &&
        alert.fraud_score >= 0.85 &&
        alert.assigned_to === null &&
        alert.status !== 'resolved',
    ],
    [{ user_id: 'nobody' }, () => false],
  ]
  for (const [query, fits] of filters)
    for (const sort of ['opened_at', 'oldest', 'score'] as const) {
      const expected = all.filter(fits).sort((a, b) => {
        const [one, other] = sort === 'score' ? [a.fraud_score, b.fraud_score] : [a.opened_at, b.opened_at]
        return one === other ? (a.alert_id < b.alert_id ? 1 : -1) : one < other ? 1 : -1
      })
      if (sort === 'oldest') expected.reverse()
      for (const limit of [1, 4, 200])
        if (limit > 1 || expected.length < 25)
          assert.equal(
            idsOf(await everyPage({ ...query, sort, limit })),
            idsOf(expected),
            `${queryOf(query)} ${sort} ${limit}`,
          )
    }
})

test('pages are stable while alerts are added: none is listed twice, and no older one is missed', async () => {
  const before = idsOf((await list({ limit: 200 })).body.data)
  const paged = await everyPage({ limit: 5 }, async () => void (await alerted('meanwhile')))
  assert.equal(idsOf(paged), before)
})

test('of two people who take one alert at once, one has it and the other is refused', async () => {
  const { alert_id } = await alerted('taken')
  const take = (caller: Client) => caller.post(`/fraud/alerts/${alert_id}/assign`, { expected_assigned_to: null })
  const answers = await Promise.all([take(operator), take(admin)])
  assert.equal(answers.map(({ status }) => status).sort(), [200, 409])
  const { assigned_to } = (await operator.get(`/fraud/alerts/${alert_id}`)).body
  const refused = answers.find(({ status }) => status === 409)!.body
  assert.equal([refused.details.field, refused.details.assigned_to], ['expected_assigned_to', assigned_to])
  const winner = assigned_to === operatorId ? operator : admin
  assert.is((await take(winner)).status, 200, 'a repeat changes nothing')
})

test("another client's alert does not exist: not in the list, not by id, to no action", async () => {
  const theirs = await alerted('shared', 0.7, stranger)
  const { alert_id } = theirs
  assert.not(idsOf((await list({ status: 'all', limit: 200 })).body.data).includes(alert_id))
  const unknown = `alr_${randomUUID()}`
  for (const id of [alert_id, unknown, 'alr_', '__proto__', 'x'.repeat(10_000)])
    for (const [method, path, body] of [
      ['GET', '', undefined],
      ['POST', '/assign', {}],
      ['POST', '/escalate', {}],
      ['POST', '/resolve', { outcome: 'legitimate', note: 'x' }],
      ['POST', '/resolve', {}],
      ['POST', '/reopen', { note: 'x' }],
    ] as const) {
      const { status, body: answer } = await operator.send(method, `/fraud/alerts/${id}${path}`, body)
      if (id.length > 9_999) assert.ok(status === 404 || status === 414, `${status}`)
      else assert.equal([status, answer.error_code, answer.details?.reason], [404, 'NOT_FOUND', 'names no alert'], path)
    }
  assert.equal((await store.read(alertStreams.stream(alert_id))).length, 1)
})

test("a cursor of another client, of another question or of nobody's is refused", async () => {
  await alerted('shared', 0.7, stranger)
  await alerted('shared', 0.7, stranger)
  const foreign = (await list({ limit: 1 }, stranger)).body.pagination.next_cursor
  const own = (await list({ limit: 1 })).body.pagination.next_cursor
  assert.ok(foreign !== null && own !== null)
  for (const query of [
    { cursor: foreign },
    { cursor: own, sort: 'score' },
    { cursor: own, sort: 'oldest' },
    { cursor: own, level: 'high' },
    { cursor: own, status: 'all' },
    { cursor: `${own}x` },
    { cursor: 'AAAAIAAAAA' },
    { cursor: 'x'.repeat(10_000) },
  ]) {
    const { status, body } = await list(query)
    assert.equal([status, body.error_code, body.details.field], [400, 'INVALID_REQUEST', 'cursor'])
  }
  assert.is((await list({ cursor: own, limit: 7 })).status, 200, 'the length of a page may change')
})

test('invalid input is refused by field in the flat shape, and changes nothing', async () => {
  for (const [query, field] of [
    [{ limit: 0 }, 'limit'],
    [{ limit: 1_001 }, 'limit'],
    [{ limit: '1e1x' }, 'limit'],
    [{ status: '__proto__' }, 'status'],
    [{ level: 'severe' }, 'level'],
    [{ user_id: 'x'.repeat(10_240) }, 'user_id'],
    [{ user_id: 'a\u0000b' }, 'user_id'],
    [{ since: '1' }, 'since'],
    [{ since: '2026-02-01T00:00:00Z', until: '2026-01-01T00:00:00Z' }, 'since'],
    [{ assigned_to: 'a', unassigned: 'true' }, 'unassigned'],
    [{ unassigned: 'yes' }, 'unassigned'],
    [{ __proto__x: '1' }, '__proto__x'],
    [{ sort: 'amount' }, 'sort'],
  ] as [Record<string, string | number>, string][]) {
    const { status, body } = await list(query)
    assert.equal(
      [status, body.error_code, body.details?.field],
      [400, 'INVALID_REQUEST', field],
      queryOf(query).slice(0, 80),
    )
  }
  const { alert_id } = await alerted('hostile')
  for (const [action, body, field] of [
    ['resolve', {}, 'outcome'],
    ['resolve', { outcome: 'chargeback', note: 'x' }, 'outcome'],
    ['resolve', { outcome: 'legitimate' }, 'note'],
    ['resolve', { outcome: 'legitimate', note: '' }, 'note'],
    ['resolve', { outcome: 'legitimate', note: 'x'.repeat(10_240) }, 'note'],
    ['resolve', { outcome: ['legitimate'], note: 'x' }, 'outcome'],
    ['escalate', { note: 'x'.repeat(1_001) }, 'note'],
    ['escalate', { note: 'a\u0000b' }, 'note'],
    ['reopen', {}, 'note'],
    ['assign', { assigned_to: 'x'.repeat(10_240) }, 'assigned_to'],
    ['assign', { assigned_to: 7 }, 'assigned_to'],
    ['assign', { expected_assigned_to: '' }, 'expected_assigned_to'],
    ['assign', { expected_asigned_to: null }, 'expected_asigned_to'],
    ['assign', '[]', undefined],
  ] as const) {
    const { status, body: answer } = await operator.send('POST', `/fraud/alerts/${alert_id}/${action}`, body)
    assert.equal([status, answer.error_code], [400, 'INVALID_REQUEST'], JSON.stringify([action, field]))
    if (field !== undefined) assert.is(answer.details.field, field)
  }
  assert.is(
    (await operator.post(`/fraud/alerts/${alert_id}/assign`, { assigned_to: '__proto__' })).body.assigned_to,
    '__proto__',
  )
  assert.equal((await store.read(alertStreams.stream(alert_id))).length, 2)
})

test('only operators and administrators may review', async () => {
  const { alert_id } = await alerted('roles')
  for (const role of ['consumer', 'integrator', 'auditor']) {
    const caller = await as(role)
    for (const path of ['', `/${alert_id}`]) {
      const { status, body } = await caller.get(`/fraud/alerts${path}`)
      assert.equal([status, body.error_code, body.details.required_scope], [403, 'AUTH_003', 'fraud:review'], role)
    }
  }
  for (const caller of [operator, admin]) assert.is((await caller.get(`/fraud/alerts/${alert_id}`)).status, 200)
})

test('the audit shows the decisions and their actors without notes', async () => {
  const { alert_id, transaction_id } = await alerted('audited')
  await operator.post(`/fraud/alerts/${alert_id}/resolve`, { outcome: 'legitimate', note: 'a secret of hers' })
  for (const id of [alert_id, transaction_id]) {
    const { status, body } = await until(() => admin.get(`/audit/fraud-alerts/${id}`), is(200))
    assert.is(status, 200)
    const text = JSON.stringify(body)
    assert.ok(text.includes('AlertResolved') && text.includes(operatorId) && text.includes('legitimate'))
    assert.not(/secret of hers|v1\.beneficiary|"note"/.test(text))
  }
})

async function refundNaming(alert_id: string, caller = admin) {
  const transaction = transactionOf(100)
  await caller.post('/transactions', transaction)
  return caller.requestRefund({ ...refundOf(transaction, 10), alert_id })
}

test('a refund names an alert of its client, or one of another system; and the alert shows it', async () => {
  const { alert_id } = await alerted('refunded')
  const theirs = await alerted('refunded', 0.7, stranger)
  for (const id of [theirs.alert_id, `alr_${randomUUID()}`, 'alr_1', 'alr_', `${alert_id} `]) {
    const { status, body } = await refundNaming(id)
    assert.equal([status, body.error_code, body.details.field], [400, 'REFUND_001', 'alert_id'], id)
  }
  assert.is((await refundNaming('case 4711')).status, 201)
  const made = await refundNaming(alert_id)
  const second = await refundNaming(alert_id)
  assert.equal([made.status, made.body.alert_id], [201, alert_id])
  const { body } = await until(
    () => operator.get(`/fraud/alerts/${alert_id}`),
    answer =>
      answer.body.refunds.length === 2 &&
      answer.body.refunds.every((refund: { status: string }) => refund.status === 'completed'),
  )
  assert.equal(
    body.refunds.map(({ refund_id, status, amount, currency, reason }: Record<string, string>) => [
      refund_id,
      status,
      amount,
      currency,
      reason,
    ]),
    [second, made].map(({ body: { refund_id, currency } }) => [
      refund_id,
      'completed',
      10,
      currency,
      'confirmed_fraud',
    ]),
  )
  assert.equal((await stranger.get(`/fraud/alerts/${theirs.alert_id}`)).body.refunds, [])
})

test('a refused alert_id does not use up the idempotency key, and does not depend on the read model', async () => {
  const key = randomUUID()
  const transaction = transactionOf(100)
  await admin.post('/transactions', transaction)
  const wanted = { ...refundOf(transaction, 100), alert_id: alertStreams.id(client_id, 'tx of later') }
  assert.is((await admin.requestRefund(wanted, key)).body.error_code, 'REFUND_001')
  await alerted('later', 0.7, admin, 'tx of later')
  assert.is((await admin.requestRefund(wanted, key)).status, 201)
})

test('the rebuilt queue equals the present one', () => areAsRebuilt(service))

test.run()
