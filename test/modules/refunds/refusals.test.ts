import { request } from 'node:http'
import * as assert from 'uvu/assert'
import type { Answer } from '../../harness/client.ts'
import { until } from '../../harness/client.ts'
import { testLog } from '../../harness/log.ts'
import { ACCOUNTS, refundOf, transactionOf } from '../../harness/samples.ts'
import { ADMIN, startTestService } from '../../harness/service.ts'
import { suite } from '../../harness/suite.ts'

/** What is refused, with which code, which field and why; and that a refusal leaves nothing behind. */
const test = suite('refund refusals')
const lines: string[] = []
const log = testLog(line => lines.push(line))
const service = await startTestService({}, { log })
const { admin } = service
const { body: tokens } = await admin.post('/api/auth/login', ADMIN)
const token = tokens.access_token as string

const transaction = transactionOf(100)
await admin.post('/transactions', transaction)
const good = refundOf(transaction, 10)

function isRefusal(answer: Answer, status: number, code: string, field?: string) {
  assert.equal([answer.status, answer.body.error_code], [status, code], JSON.stringify(answer.body))
  assert.equal(Object.keys(answer.body).sort(), ['details', 'error_code', 'message', 'request_id', 'timestamp'])
  assert.is(answer.headers.get('x-request-id'), answer.body.request_id)
  if (field !== undefined) {
    assert.is(answer.body.details.field, field)
    assert.type(answer.body.details.reason, 'string')
  }
}

async function reservedOf(): Promise<number> {
  const { body } = await admin.requestRefund({ ...good, refund: { ...good.refund, amount: 100.01 } })
  return body.details.refunded
}

const with_ = (path: string, value: unknown) => {
  const copy = structuredClone(good) as Record<string, unknown>
  const keys = path.split('.')
  const last = keys.pop()!
  const target = keys.reduce((at, key) => at[key] as Record<string, unknown>, copy)
  if (value === undefined) delete target[last]
  else target[last] = value
  return copy
}

const invalid: [string, unknown][] = [
  ['transaction_id', undefined],
  ['transaction_id', ''],
  ['transaction_id', 42],
  ['transaction_id', 'x'.repeat(10_240)],
  ['transaction_id', 'a\u0000b'],
  ['refund', undefined],
  ['refund', 'all of it'],
  ['refund.amount', undefined],
  ['refund.amount', '10'],
  ['refund.amount', null],
  ['refund.amount', 0],
  ['refund.amount', -1],
  ['refund.amount', 10.001],
  ['refund.amount', 0.1 + 0.2],
  ['refund.amount', 1e-7],
  ['refund.amount', 1e15],
  ['refund.currency', 'usd'],
  ['refund.currency', 'XXX'],
  ['refund.currency', 'EURO'],
  ['refund.currency', 'USD'],
  ['refund.currency', undefined],
  ['refund.reason', 'Confirmed Fraud'],
  ['refund.reason', undefined],
  ['refund.description', 'x'.repeat(1_001)],
  ['beneficiary', undefined],
  ['beneficiary.name', ''],
  ['beneficiary.name', 'x'.repeat(141)],
  ['beneficiary.user_id', undefined],
  ['beneficiary.account_number', undefined],
  ['beneficiary.account_number', 7000440001],
  ['beneficiary.bank_code', undefined],
  ['alert_id', {}],
  ['metadata', 'case'],
]
for (const [path, value] of invalid)
  test(`REFUND_001: ${path} = ${JSON.stringify(value)?.slice(0, 40)}`, async () => {
    isRefusal(await admin.requestRefund(with_(path, value)), 400, 'REFUND_001', path)
  })

for (const body of [
  '{"a":',
  '',
  'null',
  '[]',
  '"x"',
  '{"transaction_id": 1e999}',
  `${'['.repeat(100)}${']'.repeat(100)}`,
  '{"__proto__": {"admin": true}}',
])
  test(`REFUND_001 or a clean 400: body ${body.slice(0, 30)}`, async () => {
    const { status, body: answer } = await admin.send('POST', '/refund/request', body, {
      'Idempotency-Key': 'k-malformed',
    })
    assert.equal([status, answer.error_code], [400, 'REFUND_001'], JSON.stringify(answer))
  })

test('REFUND_001: amounts that JSON can not say', async () => {
  const text = JSON.stringify(good).replace('"amount":10', '"amount":1e400')
  isRefusal(await admin.send('POST', '/refund/request', text, { 'Idempotency-Key': 'k-1e400' }), 400, 'REFUND_001')
  const nan = JSON.stringify(good).replace('"amount":10', '"amount":NaN')
  isRefusal(await admin.send('POST', '/refund/request', nan, { 'Idempotency-Key': 'k-nan' }), 400, 'REFUND_001')
})

test('REFUND_002: a transaction nobody made known', async () => {
  isRefusal(await admin.requestRefund({ ...good, transaction_id: 'tx_unknown' }), 404, 'REFUND_002', 'transaction_id')
})

for (const id of [
  'rf_00000000-0000-5000-8000-000000000000',
  'nope',
  '..%2f..%2fetc',
  '%00',
  'rf_%F0%9F%92%B8',
  'x'.repeat(400),
])
  test(`REFUND_003: refund ${id.slice(0, 40)}`, async () => {
    isRefusal(await admin.get(`/refund/${id}`), 404, 'REFUND_003', 'refund_id')
    isRefusal(await admin.post(`/refund/${id}/cancel`), 404, 'REFUND_003', 'refund_id')
    isRefusal(await admin.post(`/refund/${id}/void`, { nonsense: true }), 404, 'REFUND_003', 'refund_id')
    isRefusal(await admin.send('POST', `/refund/${id}/retry`, '{"a":'), 404, 'REFUND_003', 'refund_id')
  })

test('an id of 10 kB is refused cleanly', async () => {
  const { status } = await admin.get(`/refund/${'x'.repeat(10_240)}`)
  assert.ok([404, 414, 431].includes(status), `${status}`)
})

test('REFUND_004: the same request again is the refund as it stands now', async () => {
  const first = await admin.requestRefund(good, 'k-replay')
  assert.is(first.status, 201)
  await until(
    () => admin.get(`/refund/${first.body.refund_id}`),
    ({ body }) => body.status === 'completed',
  )
  const again = await admin.requestRefund(good, 'k-replay')
  assert.is(again.status, 200)
  assert.is(again.headers.get('idempotent-replayed'), 'true')
  assert.equal(
    [again.body.refund_id, again.body.status, again.body.error_code],
    [first.body.refund_id, 'completed', undefined],
  )
  assert.is(again.body.duplicate.code, 'REFUND_004')
  assert.is(again.body.duplicate.first_request_at, first.body.created_at)
  assert.is(
    (await admin.send('POST', '/v1/refund/request', good, { 'idempotency-key': '"k-replay"' })).status,
    200,
    'quoted, and under /v1',
  )
})

test('REFUND_004: keys, spaces and null-or-absent order do not matter to a repeat', async () => {
  const text =
    '{"refund":{"reason":"confirmed_fraud","currency":"EUR","amount":10.0,"description":"card not present"}, "metadata": {"agent_id":"agent_1","case_id":"case_1"},'
  const rest = JSON.stringify({
    alert_id: 'alert_1',
    transaction_id: good.transaction_id,
    beneficiary: good.beneficiary,
  }).slice(1)
  assert.is((await admin.send('POST', '/refund/request', text + rest, { 'Idempotency-Key': 'k-replay' })).status, 200)
})

/** Sent past `fetch`, which joins repeated headers and refuses what is not Latin-1; one byte per character. */
function withRawKeys(keys: string[]): Promise<{ status: number; code: string; field: string }> {
  const { hostname, port } = new URL(service.url)
  const authorization = `Bearer ${token}`
  const headers = { authorization, 'content-type': 'application/json', 'Idempotency-Key': keys }
  return new Promise((resolve, reject) => {
    const asked = request({ hostname, port, path: '/refund/request', method: 'POST', headers }, async response => {
      let text = ''
      for await (const chunk of response) text += chunk
      const { error_code, details } = JSON.parse(text)
      resolve({ status: response.statusCode ?? 0, code: error_code, field: details.field })
    })
    asked.on('error', reject)
    asked.end(JSON.stringify(good))
  })
}

test('REFUND_005: the key is given twice, or holds an emoji or a tab', async () => {
  const emoji = Buffer.from('k-\u{1f4b8}', 'utf8').toString('latin1')
  for (const keys of [['k-one', 'k-two'], ['k-same', 'k-same'], [emoji], ['k\tk']])
    assert.equal(await withRawKeys(keys), { status: 400, code: 'REFUND_005', field: 'Idempotency-Key' }, keys.join())
})

test('REFUND_005: the key is missing, empty, too long or not ASCII, also with a bad body', async () => {
  for (const headers of [
    {},
    { 'Idempotency-Key': '' },
    { 'Idempotency-Key': '""' },
    { 'Idempotency-Key': 'x'.repeat(256) },
    { 'Idempotency-Key': 'caf\u00e9' },
  ])
    for (const body of [good, { nonsense: true }, '{"a":'])
      isRefusal(await admin.send('POST', '/refund/request', body, headers), 400, 'REFUND_005', 'Idempotency-Key')
})

test('REFUND_007 and REFUND_008, with what is left', async () => {
  const small = transactionOf(50)
  await admin.post('/transactions', small)
  isRefusal(await admin.requestRefund(refundOf(small, 50.01)), 422, 'REFUND_008', 'refund.amount')
  assert.is((await admin.requestRefund(refundOf(small, 30))).status, 201)
  const more = await admin.requestRefund(refundOf(small, 20.01))
  isRefusal(more, 422, 'REFUND_008')
  assert.equal([more.body.details.original, more.body.details.refunded, more.body.details.remaining], [50, 30, 20])
  assert.is((await admin.requestRefund(refundOf(small, 20))).status, 201)
  isRefusal(await admin.requestRefund(refundOf(small, 0.01)), 409, 'REFUND_007')
})

test('REFUND_009: the provider is down; Retry-After, and nothing stays reserved', async () => {
  const before = await reservedOf()
  const answer = await admin.requestRefund(refundOf(transaction, 10, ACCOUNTS.providerDown), 'k-down')
  isRefusal(answer, 503, 'REFUND_009')
  assert.ok(Number(answer.headers.get('retry-after')) >= 1)
  assert.is(await reservedOf(), before)
  assert.is((await admin.requestRefund(refundOf(transaction, 1), 'k-down')).status, 201, 'the key is still free')
})

test('POST /transactions names the field of what is not valid, alone and among others', async () => {
  const refused: [unknown, string][] = [
    [{ ...transactionOf(10), user_id: undefined }, 'user_id'],
    [{ ...transactionOf(10), operation_type: 'gift' }, 'operation_type'],
    [{ ...transactionOf(10), merchant: { id: 7 } }, 'merchant.id'],
    [[transactionOf(10), { ...transactionOf(10), timestamp: 'yesterday' }], '1.timestamp'],
    [[transactionOf(10), { ...transactionOf(10), amount: 10.001 }], '1.amount'],
    [{ ...transactionOf(100.5), currency: 'JPY' }, 'amount'],
    [{ ...transactionOf(10), currency: 'usd' }, 'currency'],
    [[], 'body'],
    ['x', 'body'],
  ]
  for (const [body, field] of refused)
    isRefusal(await admin.send('POST', '/transactions', JSON.stringify(body)), 400, 'INVALID_REQUEST', field)
  const tooMany = Array.from({ length: 1_001 }, () => transactionOf(1))
  const answer = await admin.post('/transactions', tooMany)
  isRefusal(answer, 400, 'INVALID_REQUEST', 'body')
  assert.match(answer.body.details.reason, /at most 1,?000/)
})

test('REFUND_010: accounts that can not be, and a payment card', async () => {
  for (const account of ['DE88370400440532013000', '999', '4111 1111 1111 1111']) {
    const answer = await admin.requestRefund(refundOf(transaction, 10, account))
    isRefusal(answer, 422, 'REFUND_010', 'beneficiary.account_number')
    assert.not.ok(JSON.stringify(answer.body.details).includes(account))
  }
  isRefusal(await admin.requestRefund(with_('beneficiary.bank_code', '!')), 422, 'REFUND_010', 'beneficiary.bank_code')
})

test('a refused request does not use up its key', async () => {
  isRefusal(await admin.requestRefund({ ...good, transaction_id: 'tx_unknown' }, 'k-twice'), 404, 'REFUND_002')
  isRefusal(await admin.requestRefund(with_('refund.amount', -1), 'k-twice'), 400, 'REFUND_001')
  assert.is((await admin.requestRefund(good, 'k-twice')).status, 201)
})

test('the same key for a different request is 422, also while the first is under way, and changes nothing', async () => {
  const slow = refundOf(transaction, 5, ACCOUNTS.slow)
  const first = await admin.requestRefund(slow, 'k-reused')
  assert.is(first.status, 201)
  isRefusal(
    await admin.requestRefund({ ...slow, refund: { ...slow.refund, amount: 5.01 } }, 'k-reused'),
    422,
    'IDEMPOTENCY_KEY_REUSED',
  )
  const other = transactionOf(100)
  await admin.post('/transactions', other)
  const before = await reservedOf()
  isRefusal(await admin.requestRefund(refundOf(other, 5), 'k-reused'), 422, 'IDEMPOTENCY_KEY_REUSED')
  assert.is(await reservedOf(), before)
  const whole = await admin.requestRefund(refundOf(other, 100))
  assert.is(whole.status, 201, 'the other transaction keeps no reservation')
})

test('the same request while the first is under way is 409 with the refund and Retry-After', async () => {
  const slow = refundOf(transaction, 6, ACCOUNTS.ordinary)
  const first = await admin.requestRefund(slow, 'k-progress')
  const again = await admin.requestRefund(slow, 'k-progress')
  isRefusal(again, 409, 'IDEMPOTENCY_IN_PROGRESS')
  assert.equal([again.body.details.refund_id, again.headers.get('retry-after')], [first.body.refund_id, '2'])
})

test('void: a reason that is none of the five is named', async () => {
  const { body } = await admin.requestRefund(refundOf(transaction, 1, ACCOUNTS.ordinary))
  isRefusal(await admin.post(`/refund/${body.refund_id}/void`, { reason: 'because' }), 400, 'REFUND_001', 'reason')
  isRefusal(await admin.send('POST', `/refund/${body.refund_id}/void`), 400, 'REFUND_001')
})

test('list: every bad parameter is named', async () => {
  const bad: [string, string][] = [
    ['status=foo', 'status'],
    ['page=0', 'page'],
    ['page=1e1', 'page'],
    ['page_size=101', 'page_size'],
    ['page_size=', 'page_size'],
    ['date_from=garbage', 'date_from'],
    ['date_from=2026-02-30', 'date_from'],
    ['date_from=2026-02-02&date_to=2026-02-01', 'date_from'],
    ['stauts=failed', 'stauts'],
  ]
  for (const [query, field] of bad) isRefusal(await admin.get(`/refund/list?${query}`), 400, 'REFUND_001', field)
})

test('every request id of a refusal is in the log; the account numbers are not', async () => {
  const answer = await admin.requestRefund(refundOf(transaction, 10, 'DE88370400440532013000'))
  assert.ok(lines.some(line => JSON.parse(line).request_id === answer.body.request_id))
  const all = lines.join('')
  for (const secret of ['DE88370400440532013000', '7000440001', 'Ada Lovelace', 'correct horse'])
    assert.not.ok(all.includes(secret), secret)
})

test.after(() => service.end())
test.run()
