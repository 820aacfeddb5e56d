import * as assert from 'uvu/assert'
import { developmentCaOf } from '#embedded/development-ca.ts'
import { startReceiver } from '#programs/demo/receiver.ts'
import { type Answer, type Client, until } from '../harness/client.ts'
import { observeEvent } from '../harness/exchange.ts'
import { ACCOUNTS, refundOf, transactionOf } from '../harness/samples.ts'
import { ADMIN, startTestService } from '../harness/service.ts'
import { suite } from '../harness/suite.ts'

/**
 * Times go out in UTC with milliseconds and a Z, whatever the operation; they come in with any offset, and only real
 * ones.
 */
const test = suite('timestamps')
// Long enough that a cancel comes in time, unless the machine stands still.
const service = await startTestService({ REFUND_CANCEL_WINDOW_MS: '1500' })
const receiver = await startReceiver(await developmentCaOf(service.environment.DATA_DIR!))
test.after(async () => {
  await receiver.close()
  await service.end()
})
const { admin } = service

const OUT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
/** Names of fields that hold a time, and texts that begin like one. */
const NAMED = /(_at|^at|^timestamp|^since|^until|^estimated_completion)$/
const LOOKS = /^[+-]?\d{4,6}-\d\d-\d\dT/

/** Every time in an answer, with its field's name. */
function* timesOf(value: unknown, name = ''): Generator<[name: string, time: unknown]> {
  if (typeof value === 'object' && value !== null)
    for (const [field, inner] of Object.entries(value)) yield* timesOf(inner, Array.isArray(value) ? name : field)
  else if (value !== null && (NAMED.test(name) || (typeof value === 'string' && LOOKS.test(value)))) yield [name, value]
}

const queryOf = (query: Record<string, string>) => new URLSearchParams(query).toString()

const seen = new Set<string>()
function wrongTimes(value: unknown): string[] {
  return [...timesOf(value)].flatMap(([name, time]) => {
    seen.add(name)
    const isRight = OUT.test(String(time)) && new Date(String(time)).toISOString() === time
    return isRight ? [] : [`${name}: ${time}`]
  })
}
function timesAreRight(what: string, value: unknown): void {
  assert.equal(wrongTimes(value), [], what)
}

async function walk(caller: Client, method: string, path: string, body?: unknown, headers = {}): Promise<Answer> {
  const answer = await caller.send(method, path, body, headers)
  timesAreRight(`${method} ${path}`, answer.body)
  return answer
}
const get = (path: string) => walk(admin, 'GET', path)
const post = (path: string, body: unknown = {}, headers = {}) => walk(admin, 'POST', path, body, headers)

async function refund(account: string, reaches: string): Promise<string> {
  const transaction = transactionOf(10)
  await post('/transactions', transaction)
  const request = refundOf(transaction, 10, account)
  const key = { 'idempotency-key': transaction.transaction_id }
  const { status, body } = await post('/refund/request', request, key)
  assert.is(status, 201, JSON.stringify(body))
  await until(
    () => get(`/refund/${body.refund_id}`),
    answer => answer.body.status === reaches,
  )
  await post('/refund/request', request, key)
  return body.refund_id
}

/** Null when the cancel came too late. */
async function cancelledRefund(): Promise<string | null> {
  const slow = transactionOf(10)
  await post('/transactions', slow)
  const { body: pending } = await admin.requestRefund(refundOf(slow, 10, ACCOUNTS.ordinary))
  const { status } = await post(`/refund/${pending.refund_id}/cancel`)
  assert.ok(status === 200 || status === 409, `a cancel was answered ${status}`)
  return status === 200 ? pending.refund_id : null
}

test('every time in every answer and every webhook is UTC with milliseconds', async () => {
  const { body: webhook } = await post('/webhooks', { url: receiver.url, events: ['*'] })
  const hook = `/webhooks/${webhook.webhook_id}`
  const paid = await refund(ACCOUNTS.paidAtOnce, 'completed')
  const failed = await refund(ACCOUNTS.invalid, 'failed')
  await post(`/refund/${failed}/retry`, {
    update_beneficiary: { account_number: ACCOUNTS.paidAtOnce, bank_code: 'COBADEFF' },
  })
  await until(
    () => get(`/refund/${failed}`),
    ({ body }) => body.status === 'completed',
  )
  await post(`/refund/${failed}/void`, { reason: 'compliance_hold' })
  const cancelled = await until(cancelledRefund, id => id !== null)
  for (const id of [paid, failed, cancelled]) await get(`/audit/refunds/${id}`)
  await until(
    () => get('/refund/list?status=cancelled'),
    ({ body }) => body.data.length === 1,
  )

  await receiver.waitFor('refund.voided', 30_000)
  const { body: test } = await post(`${hook}/test`, { event_type: 'refund.created' })
  await get(`${hook}/deliveries/${test.delivery_id}`)
  const { body: deliveries } = await get(`${hook}/deliveries`)
  assert.ok(deliveries.data.length > 5)
  await get(`${hook}/deliveries/${deliveries.data[0].delivery_id}`)
  await post(`${hook}/deliveries/${deliveries.data.at(-1).delivery_id}/retry`)
  await post(`${hook}/rotate-secret`)
  await walk(admin, 'PATCH', hook, { description: 'changed' })
  const { body: recovery } = await post(`${hook}/recover`, { since: '2026-11-01T00:00:00+02:00' })
  await get(`${hook}/recover/${recovery.recovery_id}`)
  for (const path of [hook, '/webhooks', '/api/auth/me', '/health/ready', '/admin/clients', '/admin/users'])
    await get(path)
  for (const { body } of receiver.deliveries) {
    timesAreRight('a delivery', JSON.parse(body))
    observeEvent(body)
  }

  const { body: client } = await post('/admin/clients', { name: 'Timely Bank' })
  await walk(admin, 'PATCH', `/admin/clients/${client.client_id}`, { tier: 'C' })
  const accounts = `/admin/clients/${client.client_id}/service-accounts`
  const worker = { name: 'worker', scopes: ['refund:read'], expires_at: '2126-01-01T00:00:00+02:00' }
  const { body: machine } = await post(accounts, worker)
  await post('/api/auth/login', { email: machine.email, password: machine.secret })
  await until(
    () => get(`${accounts}/${machine.service_account_id}`),
    ({ body }) => body.last_used_at !== null,
  )
  await walk(admin, 'DELETE', `${accounts}/${machine.service_account_id}`)
  await until(
    () => get(accounts),
    ({ body }) => body.data?.length === 1,
  )
  const user = { client_id: client.client_id, email: 'on@time.example', role: 'operator', password: ADMIN.password }
  const { body: made } = await post('/admin/users', user)
  await get(`/admin/users/${made.user_id}`)
  await walk(admin, 'PATCH', `/admin/users/${made.user_id}`, { role: 'auditor' })
  await post('/api/auth/login', ADMIN)
  await post('/api/auth/nonce')
  for (const path of ['/nowhere', '/refund/rf_none', '/webhooks/wh_none', '/refund/list?page=0']) await get(path)

  const named = [
    'created_at',
    'updated_at',
    'completed_at',
    'failed_at',
    'retried_at',
    'voided_at',
    'cancelled_at',
    'expires_at',
    'revoked_at',
    'last_used_at',
    'at',
  ]
  const others = ['timestamp', 'first_request_at', 'estimated_completion', 'rotated_at', 'previous_expires_at', 'since']
  for (const name of [...named, ...others, 'until', 'finished_at']) assert.ok(seen.has(name), `${name} was not seen`)
})

test('the check sees a time without milliseconds, with an offset, in seconds, and one that is none', () => {
  const wrong = ['2026-11-01T00:00:00Z', '2026-11-01T00:00:00.000+00:00', 1_780_000_000, '2026-02-30T00:00:00.000Z']
  for (const created_at of wrong) assert.is(wrongTimes({ data: [{ created_at }] }).length, 1, String(created_at))
})

test('a time with an offset is the instant that it means', async () => {
  const transaction = { ...transactionOf(5), timestamp: '2026-11-01T01:30:00+02:00' }
  assert.equal((await admin.post('/transactions', transaction)).body, { recorded: 1, duplicates: 0 })
  const same = { ...transaction, timestamp: '2026-10-31T23:30:00.000Z' }
  assert.equal((await admin.post('/transactions', same)).body, { recorded: 0, duplicates: 1 })
  const other = { ...transaction, timestamp: '2026-11-01T01:30:00Z' }
  assert.is((await admin.post('/transactions', other)).status, 409)
  const { body: webhook } = await admin.post('/webhooks', { url: receiver.url, events: ['*'] })
  const { body } = await admin.post(`/webhooks/${webhook.webhook_id}/recover`, {
    since: '2026-11-01T01:30:00+02:00',
    until: '2026-11-01T01:30:00-02:30',
  })
  assert.equal([body.since, body.until], ['2026-10-31T23:30:00.000Z', '2026-11-01T04:00:00.000Z'])
  const { data } = (await admin.get('/refund/list')).body
  const east = new Date(Date.parse(data[0].created_at) + 7_200_000).toISOString().replace('Z', '+02:00')
  const listed = await admin.get(`/refund/list?date_from=${encodeURIComponent(east)}`)
  assert.equal(
    listed.body.data.map(({ refund_id }: { refund_id: string }) => refund_id),
    [data[0].refund_id],
  )
})

test('a time is read with any offset and any number of digits, also in a forged cursor', async () => {
  const { body: webhook } = await admin.post('/webhooks', { url: receiver.url, events: ['*'] })
  const deliveries = `/webhooks/${webhook.webhook_id}/deliveries`
  const cursor = (...place: string[]) => `cursor=${Buffer.from(place.join(' ')).toString('base64url')}`
  const uuid = '00000000-0000-4000-8000-000000000000'
  const far = ['2026-11-01T23:30:00+23:59', '2026-11-01T00:00:00-16:00']
  const queries = [...far, `2026-11-01T00:00:00.${'1'.repeat(150)}Z`].flatMap(time => [
    ...['/events', deliveries].flatMap(list =>
      ['since', 'until'].map(bound => `${list}?${queryOf({ [bound]: time })}`),
    ),
    ...['date_from', 'date_to'].map(bound => `/refund/list?${queryOf({ [bound]: time })}`),
    `/refund/list?${cursor('created_at', 'desc', '1', time, 'rf_1')}`,
  ])
  const made = far.flatMap(time => [`/events?${cursor(time, '1', uuid)}`, `${deliveries}?${cursor(time, uuid)}`])
  for (const query of [...queries, ...made]) {
    const { status, text } = await admin.get(query)
    assert.is(status, 200, `${query}: ${text}`)
  }
})

test('a time that does not exist, or has no offset, is refused by field and reason', async () => {
  const { body: webhook } = await admin.post('/webhooks', { url: receiver.url, events: ['*'] })
  const hook = `/webhooks/${webhook.webhook_id}`
  const given = ['2026-02-30T00:00:00Z', '2026-02-30', '2026-13-01T00:00:00Z', '2026-11-01T25:00:00Z', '1780000000', '']
  const out = ['0000-01-01T00:00:00+10:00', '9999-12-31T23:59:59-10:00', '2026-11-01T10:00:00']
  for (const time of [...given, ...out]) {
    const query = encodeURIComponent(time)
    const places: [field: string, ask: () => Promise<Answer>][] = [
      ['timestamp', () => admin.post('/transactions', { ...transactionOf(5), timestamp: time })],
      ['since', () => admin.post(`${hook}/recover`, { since: time })],
      ['until', () => admin.post(`${hook}/recover`, { since: '2026-01-01T00:00:00Z', until: time })],
      ['since', () => admin.get(`${hook}/deliveries?since=${query}`)],
      ['until', () => admin.get(`${hook}/deliveries?until=${query}`)],
      ['date_from', () => admin.get(`/refund/list?date_from=${query}`)],
      ['date_to', () => admin.get(`/refund/list?date_to=${query}`)],
    ]
    for (const [field, ask] of places) {
      const { status, body } = await ask()
      assert.equal([status, body.details?.field], [400, field], `${field} ${time}: ${JSON.stringify(body)}`)
      assert.ok(body.details.reason.length > 0)
    }
  }
})

test.run()
