import { randomUUID } from 'node:crypto'
import * as assert from 'uvu/assert'
import { StoreUnavailable } from '#event-sourcing/store-errors.ts'
import { type Answer, type Client, logIn, until } from '../../harness/client.ts'
import { ACCOUNTS, refundOf, transactionOf } from '../../harness/samples.ts'
import { ADMIN, startTestService } from '../../harness/service.ts'
import { suite } from '../../harness/suite.ts'

/**
 * What a record was at any time, told to its own client and to whoever runs the service, and that it is recorded who
 * was told.
 */
const test = suite('audits of single records')
const service = await startTestService({ WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8' })
test.after(() => service.end())
const operator = service.admin
const bank = await service.newClient()
const other = await service.newClient()
const { body: me } = await bank.get('/api/auth/me')
const { client_id } = me

type Line = {
  revision: number
  type: string
  at: string
  reason: string | null
  state_before: Record<string, unknown> | null
  state_after: Record<string, unknown> | null
}

async function userOf(client: string, role: string): Promise<Client> {
  const email = `${role}.${client}@bank.example`
  await operator.post('/admin/users', { client_id: client, email, role, password: ADMIN.password })
  return logIn(service.url, email, ADMIN.password)
}

/** A refund that was refused once, retried, paid, voided and reversed. */
async function longLife() {
  const transaction = transactionOf(20)
  await bank.post('/transactions', transaction)
  const { body } = await bank.requestRefund(refundOf(transaction, 12.5, ACCOUNTS.closed))
  const id: string = body.refund_id
  const reaches = (status: string) =>
    until(
      () => bank.get(`/refund/${id}`),
      answer => answer.body.status === status,
    )
  await reaches('failed')
  await bank.post(`/refund/${id}/retry`, {
    retry_reason: 'account corrected',
    update_beneficiary: { account_number: ACCOUNTS.paidAtOnce, bank_code: 'COBADEFF' },
  })
  await reaches('completed')
  await bank.post(`/refund/${id}/void`, { reason: 'compliance_hold', details: 'told by phone' })
  await until(
    () => bank.get(`/refund/${id}`),
    answer => answer.body.reversal_status === 'completed',
  )
  await until(
    () => bank.get(`/transactions/${transaction.transaction_id}`),
    answer => answer.body.refundable_amount === 20,
  )
  return { id, transaction, audit: `/audit/refunds/${id}` }
}
const refund = await longLife()
const { body: webhook } = await bank.post('/webhooks', { url: 'https://127.0.0.1/hook', events: ['refund.*'] })
await bank.post(`/webhooks/${webhook.webhook_id}/rotate-secret`)
const accounts = `/admin/clients/${client_id}/service-accounts`
await bank.post(accounts, { name: 'worker', scopes: ['refund:read'] })

const whole = await bank.get(refund.audit)
const history: Line[] = whole.body.history

function refused({ status, body }: Answer, expected: [status: number, code: string, field?: string], what?: string) {
  const [, , field] = expected
  const found = [status, body.error_code, ...(field === undefined ? [] : [body.details.field])]
  assert.equal(found, expected, what)
}

test('a refund is shown with its state before and after each event, the reason of each, and its hashes', () => {
  const types = history.map(({ type, reason }) => [type, reason])
  assert.equal(types, [
    ['RefundRequested', 'confirmed_fraud'],
    ['RefundProcessingStarted', null],
    ['RefundFailed', 'ACCOUNT_CLOSED'],
    ['RefundRetried', 'account corrected'],
    ['RefundProcessingStarted', null],
    ['RefundCompleted', null],
    ['RefundVoided', 'compliance_hold'],
    ['ReversalStarted', null],
    ['ReversalCompleted', null],
  ])
  const states = history.map(({ state_before, state_after }) => [state_before?.status, state_after?.status])
  assert.equal(states, [
    [undefined, 'pending'],
    ['pending', 'processing'],
    ['processing', 'failed'],
    ['failed', 'pending'],
    ['pending', 'processing'],
    ['processing', 'completed'],
    ['completed', 'voided'],
    ['voided', 'voided'],
    ['voided', 'voided'],
  ])
  assert.is(history[0]?.state_before, null)
  for (const [index, line] of history.entries())
    if (index > 0) assert.equal(line.state_before, history[index - 1]?.state_after, `before ${line.type}`)
  const { body } = whole
  assert.equal([body.refund_id, body.family, body.id, body.client_id], [refund.id, 'refunds', refund.id, client_id])
  assert.equal([body.as_of, body.revision, body.pagination], [null, 8, { next_cursor: null, has_more: false }])
  assert.equal(body.chain, {
    ...{ events: 9, intact: true, first_broken_revision: null, head_hash: body.history.at(-1).hash },
  })
})

test('without a point in time it is what its owner sees, without name and free texts', async () => {
  const { body } = await bank.get(`/refund/${refund.id}`)
  const { description, void_details, beneficiary, requested_by, ...shown } = body
  assert.equal([description, void_details, beneficiary.name], ['card not present', 'told by phone', 'Ada Lovelace'])
  const { state } = whole.body
  for (const [name, value] of Object.entries(shown)) assert.equal(state[name], value, name)
  assert.is(state.beneficiary.account_masked, beneficiary.account_masked)
  assert.is(state.created_by, requested_by)
  assert.equal([state.transfer, state.attempt, state.client_id], ['settled', 1, client_id])
  const text = JSON.stringify([state, history.map(({ state_after }) => state_after)])
  for (const secret of ['Ada', ACCOUNTS.closed, ACCOUNTS.paidAtOnce, 'card not present', 'told by phone'])
    assert.not(text.includes(secret), secret)
})

test('as of the time of any event it is the state after the last event of that time', async () => {
  for (const { at } of history) {
    const last = history.findLast(line => line.at <= at)!
    const { status, body } = await bank.get(`${refund.audit}?as_of=${at}`)
    assert.equal([status, body.revision, body.as_of], [200, last.revision, at])
    assert.equal(body.state, last.state_after)
    assert.equal(body.history, history.slice(0, last.revision + 1))
    assert.equal(body.chain, whole.body.chain)
    const justBefore = new Date(Date.parse(at) - 1).toISOString()
    const before = history.findLast(line => line.at <= justBefore)
    assert.equal((await bank.get(`${refund.audit}?as_of=${justBefore}`)).body.state, before?.state_after ?? null)
    const offset = at.replace('Z', '%2B00:00')
    assert.equal((await bank.get(`${refund.audit}?as_of=${offset}`)).body.state, last.state_after)
  }
})

test('by a revision it is exactly the state after that event, also between events of one time', async () => {
  for (const { revision, state_after } of history) {
    const { status, body } = await bank.get(`${refund.audit}?revision=${revision}`)
    assert.equal([status, body.revision, body.state], [200, revision, state_after])
    assert.equal(body.history, history.slice(0, revision + 1))
  }
})

test('before its first event it is absent, and after its last one it is the present state', async () => {
  const before = new Date(Date.parse(history[0]!.at) - 1).toISOString()
  const early = await bank.get(`${refund.audit}?as_of=${before}`)
  const { revision, state, history: lines, beneficiary_mismatch, network_contradicted, chain } = early.body
  assert.equal([early.status, revision, state, lines], [200, null, null, []])
  assert.equal([beneficiary_mismatch, network_contradicted, chain.events], [false, false, 9])
  const late = await bank.get(`${refund.audit}?as_of=9999-01-01T00:00:00Z`)
  assert.equal([late.status, late.body.revision, late.body.state], [200, 8, whole.body.state])
})

test('invalid parameters are refused by name', async () => {
  for (const [query, field] of [
    ['as_of=yesterday', 'as_of'],
    ['as_of=2026-01-01', 'as_of'],
    ['as_of=2026-01-01T00:00:00', 'as_of'],
    ['as_of=2026-02-30T00:00:00Z', 'as_of'],
    ['as_of=0000-01-01T00:00:00Z', 'as_of'],
    ['as_of=', 'as_of'],
    ['as_of=2026-01-01T00:00:00Z&as_of=2026-01-02T00:00:00Z', 'as_of'],
    ['as_of=2026-01-01T00:00:00Z&revision=1', 'revision'],
    ['revision=-1', 'revision'],
    ['revision=1.5', 'revision'],
    ['revision=last', 'revision'],
    ['revision=', 'revision'],
    ['revision=99999999999999999999', 'revision'],
    ['limit=0', 'limit'],
    ['limit=201', 'limit'],
    ['cursor=x', 'cursor'],
    ['asof=2026-01-01T00:00:00Z', 'asof'],
  ] as const) {
    refused(await bank.get(`${refund.audit}?${query}`), [400, 'REFUND_001', field], query)
    refused(await bank.get(`/audit/webhooks/${webhook.webhook_id}?${query}`), [400, 'INVALID_REQUEST', field], query)
  }
  refused(await bank.get(`${refund.audit}?revision=9`), [404, 'NOT_FOUND', 'revision'])
  refused(await bank.get('/audit/refunds/rf_none'), [404, 'REFUND_003', 'refund_id'])
  refused(await bank.get('/audit/webhooks/wh_none'), [404, 'NOT_FOUND', 'id'])
  refused(await bank.get('/audit/webhooks/%00%20%E2%82%AC'), [404, 'NOT_FOUND', 'id'])
  refused(await bank.get('/audit/webhook/x'), [404, 'NOT_FOUND', 'family'])
  refused(await bank.get('/audit/constructor/x'), [404, 'NOT_FOUND', 'family'])
})

test('pages of a history are the whole of it, each with its states', async () => {
  const lines: Line[] = []
  let cursor = ''
  for (let page = 0; page < 10; page += 1) {
    const { body } = await bank.get(`${refund.audit}?limit=2${cursor}`)
    assert.equal(body.state, whole.body.state)
    lines.push(...body.history)
    if (!body.pagination.has_more) break
    cursor = `&cursor=${body.pagination.next_cursor}`
  }
  assert.equal(lines, history)
})

/** A record of each kind, by the id under which its client knows it. */
const { body: login } = await bank.post('/api/auth/login', { email: me.email, password: ADMIN.password })
const session: { sid: string } = JSON.parse(Buffer.from(login.access_token.split('.')[1], 'base64url').toString())
const records: [family: string, id: string, holds: Record<string, unknown>][] = [
  ['refunds', refund.id, { status: 'voided' }],
  ['transactions', refund.transaction.transaction_id, { amount: 20, refunded_amount: 0, refundable_amount: 20 }],
  ['webhooks', webhook.webhook_id, { status: 'active', url: 'https://127.0.0.1/hook' }],
  ['users', me.id, { role: 'admin', status: 'active' }],
  ['clients', client_id, { status: 'active' }],
  ['service-accounts', client_id, { revoked: 0 }],
  ['sessions', session.sid, { status: 'open', user_id: me.id }],
]

for (const [family, id, holds] of records)
  test(`of ${family} too, for their own client and the operator alone`, async () => {
    const path = `/audit/${family}/${encodeURIComponent(id)}`
    const own = await bank.get(path)
    assert.is(own.status, 200, JSON.stringify(own.body))
    assert.equal([own.body.family, own.body.client_id, own.body.chain.intact], [family, client_id, true])
    for (const [name, value] of Object.entries(holds)) assert.equal(own.body.state[name], value, name)
    const last = own.body.history.at(-1)
    assert.equal([last.state_after, last.revision], [own.body.state, own.body.revision])
    const field = family === 'refunds' ? 'refund_id' : 'id'
    const code = family === 'refunds' ? 'REFUND_003' : 'NOT_FOUND'
    refused(await other.get(path), [404, code, field])
    refused(await other.get(`${path}?as_of=garbage`), [404, code, field], 'before anything is validated')
    const asked = family === 'transactions' ? `${path}?client_id=${client_id}` : path
    assert.equal((await operator.get(asked)).body.state, own.body.state)
    assert.equal((await operator.get(`/audit/${family}/${own.body.id}`)).body.state, own.body.state, 'by its own id')
    const text = JSON.stringify(own.body)
    for (const secret of [webhook.secret, ADMIN.password, 'password_sealed', 'email_sealed', 'secret_hash', '"device"'])
      assert.not(text.includes(secret), secret)
  })

test("a client's name, or another client's, opens nothing for a client", async () => {
  refused(await bank.get(`${refund.audit}?client_id=${client_id.replace(/.$/, 'x')}`), [404, 'NOT_FOUND'])
  refused(await other.get(`${refund.audit}?client_id=${client_id}`), [404, 'NOT_FOUND'])
  assert.is((await bank.get(`${refund.audit}?client_id=${client_id}`)).status, 200)
  const { body: them } = await other.get('/api/auth/me')
  refused(await operator.get(`${refund.audit}?client_id=${them.client_id}`), [404, 'REFUND_003'])
})

test('auditors read, others do not; every client is for auditors and machines of the platform alone', async () => {
  const auditor = await userOf(client_id, 'auditor')
  assert.is((await auditor.get(refund.audit)).status, 200)
  for (const role of ['integrator', 'operator', 'consumer'])
    refused(await (await userOf(client_id, role)).get(refund.audit), [403, 'AUTH_003'], role)
  const { body: platform } = await operator.get('/api/auth/me')
  const platformAuditor = await userOf(platform.client_id, 'auditor')
  assert.is((await platformAuditor.get(refund.audit)).status, 200)
  assert.ok((await platformAuditor.get('/api/auth/me')).body.scopes.includes('audit:read:any'))
  assert.not((await auditor.get('/api/auth/me')).body.scopes.includes('audit:read:any'))
  assert.not((await bank.get('/api/auth/me')).body.scopes.includes('audit:read:any'))

  const machine = { name: 'auditor', scopes: ['audit:read', 'audit:read:any'] }
  refused(await bank.post(accounts, machine), [403, 'AUTH_003', 'scopes'])
  refused(await operator.post(accounts, machine), [403, 'AUTH_003', 'scopes'], "nor by the platform for a client's")
  const { body } = await operator.post(`/admin/clients/${platform.client_id}/service-accounts`, machine)
  const robot = await logIn(service.url, body.email, body.secret)
  assert.is((await robot.get(refund.audit)).status, 200)
  const narrow = { name: 'own', scopes: ['audit:read'] }
  const { body: own } = await operator.post(`/admin/clients/${platform.client_id}/service-accounts`, narrow)
  refused(await (await logIn(service.url, own.email, own.secret)).get(refund.audit), [404, 'REFUND_003'])
})

test('each read is recorded with who read what as of when, for the client and the operator', async () => {
  const as_of = history[2]!.at
  const { body: told } = await operator.get(`${refund.audit}?as_of=${as_of}`)
  const { body: admin } = await operator.get('/api/auth/me')
  const { status, body } = await bank.get(`/audit/reads/${told.read_id}`)
  assert.is(status, 200)
  const { read_at, ...read } = body.state
  assert.equal(read, {
    ...{ read_id: told.read_id, type: 'RecordRead', client_id, family: 'refund', id: refund.id },
    ...{ subject: refund.transaction.user_id, as_of, revision: null, seen: told.revision, read_by: admin.id },
  })
  assert.ok(Math.abs(Date.parse(read_at) - service.service.now().getTime()) < 60_000)
  const { actor } = body.history[0]
  assert.equal([actor.sub, actor.client_id, actor.role], [admin.id, admin.client_id, 'admin'])
  refused(await other.get(`/audit/reads/${told.read_id}`), [404, 'NOT_FOUND'])
  const { body: ofThat } = await operator.get(`/audit/reads/${body.read_id}`)
  assert.equal([ofThat.state.family, ofThat.state.id, ofThat.state.read_by], ['auditread', told.read_id, me.id])
})

test('a refused request is not recorded as a read, and what cannot be recorded is not shown', async () => {
  const found = async () => (await operator.get(`/audit/search?family=reads&object=${refund.id}&limit=100`)).body.data
  const before = (await found()).length
  refused(await other.get(refund.audit), [404, 'REFUND_003'])
  refused(await bank.get(`${refund.audit}?as_of=never`), [400, 'REFUND_001'])
  refused(await bank.get(`${refund.audit}?revision=99`), [404, 'NOT_FOUND'])
  assert.is((await found()).length, before)
  const { store } = service.service
  const { append } = store
  store.append = async (stream, ...rest) => {
    if (stream.startsWith('auditread-')) throw new StoreUnavailable('appending', new Error('away'))
    return append(stream, ...rest)
  }
  try {
    refused(await bank.impatient().get(refund.audit), [503, 'SERVICE_UNAVAILABLE'])
    refused(await bank.impatient().get('/audit/search'), [503, 'SERVICE_UNAVAILABLE'])
  } finally {
    store.append = append
  }
  assert.is((await found()).length, before)
})

test('a damaged event is shown as such, and what the record became with it is not guessed', async () => {
  const { store } = service.service
  const { id, audit } = await longLife()
  const last = (await store.read(`refund-${id}`)).at(-1)!
  const damaged = { ...last, id: randomUUID(), type: 'ReversalCompletee' }
  await store.append(`refund-${id}`, last.revision, [damaged])
  const { status, body } = await bank.get(audit)
  assert.equal([status, body.revision, body.state, body.chain.first_broken_revision], [200, 9, null, 9])
  const line = body.history.at(-1)
  assert.match(line.unreadable, /ReversalCompletee/)
  assert.equal([line.facts, line.state_before.status, line.state_after], [{}, 'voided', null])
  assert.is((await bank.get(`${audit}?revision=8`)).body.state.status, 'voided')
})

test.run()
