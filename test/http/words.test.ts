import * as assert from 'uvu/assert'
import { z } from 'zod'
import { validationRejection, validatorCompiler } from '#http/validation.ts'
import { reasonsOf } from '../harness/openapi-check.ts'
import { refundOf, transactionOf } from '../harness/samples.ts'
import { startTestService } from '../harness/service.ts'
import { suite } from '../harness/suite.ts'
import { oneByOne } from './fuzzed-requests.ts'

/** A refusal is read by somebody who knows neither this code nor its libraries: the field, and what it must be. */
const test = suite('words of refusals')
const service = await startTestService()
test.after(service.end)
const { admin } = service
const there = await somethingOfEach()

/** By field; a name with dots leads into the body. */
type Refused = Record<string, string | string[]>
const DATE_TIME = 'must be a date-time such as 2026-01-31T09:30:00Z'
const transaction = { transaction_id: 'tx', user_id: 'u', amount: 1, currency: 'EUR', operation_type: 'payment' }

const REFUSED: [method: string, path: string, body: unknown, Refused][] = [
  ['POST', '/transactions', undefined, { body: 'is required' }],
  ['POST', '/transactions', '"x"', { body: 'must be an array or an object' }],
  ['POST', '/transactions', [], { body: 'must not be empty' }],
  ['POST', '/transactions', transaction, { timestamp: 'is required' }],
  ['POST', '/transactions', [{ ...transaction, timestamp: 1 }], { '0.timestamp': 'must be a string' }],
  ['POST', '/transactions', { ...transaction, timestamp: '2026-01-31' }, { timestamp: DATE_TIME }],
  [
    'POST',
    '/transactions',
    { ...transaction, timestamp: '2026-01-31T09:30:00Z', amount: '1', operation_type: 'gift', device: [], user_id: '' },
    {
      user_id: 'must not be empty',
      amount: 'must be a number',
      operation_type: 'must be one of transfer, payment, withdrawal, deposit, refund',
      device: 'must be an object',
    },
  ],
  [
    'POST',
    '/refund/request',
    { refund: { currency: 1, reason: 'No' }, beneficiary: 'Ada', transaction_id: 'x'.repeat(129) },
    {
      transaction_id: 'must be at most 128 characters',
      'refund.amount': 'is required',
      'refund.currency': 'must be a string',
      'refund.reason': 'must be lower-case letters, digits and underscores, at most 64',
      beneficiary: 'must be an object',
    },
  ],
  ['POST', `/refund/${there.refund_id}/void`, null, { body: 'is required' }],
  [
    'POST',
    `/refund/${there.refund_id}/void`,
    { reason: 'whim' },
    {
      reason:
        'must be one of fraud_not_confirmed, beneficiary_data_error, duplicate_refund, compliance_hold, customer_request',
    },
  ],
  [
    'GET',
    '/refund/list?status=gone&page=0&page_size=101&nonsense=1',
    undefined,
    {
      status: 'must be one of pending, processing, completed, failed, cancelled, voided',
      page: 'must be a whole number from 1, in digits',
      page_size: 'must be at most 100',
      nonsense: 'is not a known parameter',
    },
  ],
  ['GET', '/webhooks?limit=1', undefined, { limit: 'is not a known parameter' }],
  [
    'POST',
    '/webhooks',
    { url: 1, events: [], metadata: [], rate_per_second: 0, description: 'x'.repeat(501), secret: 'x' },
    {
      url: 'must be a string',
      events: 'must not be empty',
      secret: 'must be at least 16 characters',
      description: 'must be at most 500 characters',
      metadata: 'must be an object',
      rate_per_second: 'must be greater than 0',
    },
  ],
  [
    'POST',
    '/webhooks',
    { url: 'https://a.example', events: ['*'], rate_per_second: 1e9 },
    { rate_per_second: 'must be at most 10000' },
  ],
  ['PATCH', `/webhooks/${there.webhook_id}`, { status: 'asleep' }, { status: 'must be one of active, disabled' }],
  ['GET', `/webhooks/${there.webhook_id}/deliveries?limit=x`, undefined, { limit: 'must be a number' }],
  ['GET', `/webhooks/${there.webhook_id}/deliveries?limit=1.5`, undefined, { limit: 'must be a whole number' }],
  ['GET', `/webhooks/${there.webhook_id}/deliveries?limit=0`, undefined, { limit: 'must be at least 1' }],
  ['GET', `/webhooks/${there.webhook_id}/deliveries?since=x`, undefined, { since: DATE_TIME }],
  [
    'POST',
    '/admin/users',
    { email: 'ada', role: 'queen', password: 'short' },
    {
      email: 'must be an e-mail address such as ada@bank.example',
      role: 'must be one of consumer, integrator, operator, auditor, admin',
      password: 'must be at least 12 characters',
    },
  ],
  ['PATCH', `/admin/users/${there.user_id}`, { revoke_sessions: 'yes' }, { revoke_sessions: 'must be true or false' }],
  [
    'POST',
    '/admin/clients',
    { name: 'Bank', agreed_limit: { per_minute: 1.5 } },
    { 'agreed_limit.per_minute': 'must be a whole number', 'agreed_limit.per_day': 'is required' },
  ],
  ['POST', '/api/auth/logout', { refresh_token: 1 }, { refresh_token: 'must be a string' }],
  [
    'POST',
    '/api/auth/password',
    { current_password: '', new_password: 'short' },
    { current_password: 'must not be empty', new_password: 'must be at least 12 characters' },
  ],
  ['POST', '/api/auth/biometric/register', { type: 'nose' }, { type: 'must be one of device, webauthn' }],
  [
    'POST',
    '/api/auth/biometric/register',
    { type: 'webauthn', platform: 'ios' },
    { device_id: 'is required', challenge_id: 'is required', response: 'is required' },
  ],
  [
    'POST',
    '/api/auth/biometric-login',
    { credential_id: 'c', challenge_id: 'c', device_id: 'd' },
    { signature: 'is required' },
  ],
]

for (const [method, path, body, expected] of REFUSED)
  test(`${method} ${path} ${JSON.stringify(body)} names ${Object.keys(expected)}`.slice(0, 300), async () => {
    const answer = await admin.send(method, path, body, { 'Idempotency-Key': 'words' })
    assert.is(answer.status, 400)
    const fields: { field: string; reason: string }[] = answer.body.details.fields
    assert.equal(Object.fromEntries(fields.map(({ field, reason }) => [field, reason])), expected)
    const { field, reason } = answer.body.details
    assert.equal({ field, reason }, fields[0])
  })

test('at most twenty problems of a request are reported', async () => {
  const query = Array.from({ length: 50 }, (_, n) => `unknown_${n}=1`).join('&')
  const { status, body } = await admin.get(`/events?${query}`)
  assert.equal([status, body.details.fields.length], [400, 20])
})

test('a schema that knows all fields says which one it does not know, and a union which of its forms was meant', () => {
  const kind = (word: string) => z.strictObject({ type: z.literal(word), [word]: z.string() })
  const schema = z.object({ one: z.union([kind('a'), kind('b')]), two: z.union([z.string().max(2), z.array(z.int())]) })
  const read = validatorCompiler({ schema, method: 'POST', url: '/', httpPart: 'body' })
  const fieldsOf = (body: unknown) => {
    const { error } = read(body) as { error: Error & { validationContext?: string } }
    error.validationContext = 'body'
    return validationRejection(error, 'INVALID_REQUEST')?.details.fields
  }
  assert.equal(fieldsOf({ one: { type: 'b', b: 'x', c: 1 }, two: 'long' }), [
    { field: 'one.c', reason: 'is not a known field' },
    { field: 'two', reason: 'must be at most 2 characters' },
  ])
  assert.equal(fieldsOf({ one: { type: 'b' }, two: [1, 1.5] }), [
    { field: 'one.b', reason: 'is required' },
    { field: 'two.1', reason: 'must be a whole number' },
  ])
  assert.equal(fieldsOf({ one: { type: 'c' } }), [
    { field: 'one.type', reason: 'must be one of a, b' },
    { field: 'two', reason: 'is required' },
  ])
  assert.equal(fieldsOf({ one: 'a', two: {} }), [
    { field: 'one', reason: 'must be an object' },
    { field: 'two', reason: 'must be a string or an array' },
  ])
})

/** One of each kind of thing that is no use somewhere; absent first. */
const USELESS = [undefined, null, 0, -1, 1.5, 1e15, true, '', 'x', 'x'.repeat(10_000), '2026-02-30T00:00:00Z', [], {}]
/** These would end the session of the test; they are in the table above. */
const ENDING = ['logout', 'changePassword']
/** How every reason begins, so that it can be read after the field's name. */
const AFTER_A_NAME = /^(is|are|must|has|names|.* is not an event type;) /

test('no field of any operation is refused in words that are not ours', async () => {
  const { body: document } = await admin.get('/openapi.json')
  const refused = new Set<string>()
  const odd = new Set<string>()
  let requests = 0
  for (const { method, path, headers, body } of oneByOne(document, ENDING, there, USELESS)) {
    const answer = await admin.send(method, path, body, headers)
    requests += 1
    if (answer.status === 400) refused.add(`${method} ${path.replace(/\?.*/, '')}`)
    for (const reason of [400, 422].includes(answer.status) ? reasonsOf(answer.body) : [])
      if (!AFTER_A_NAME.test(reason)) odd.add(`${method} ${path.slice(0, 80)}: ${reason}`)
  }
  assert.equal([...odd], [])
  assert.ok(requests > 1_000 && refused.size > 15, `${requests} requests, ${refused.size} operations refused some`)
})

/** What is not there is answered before anything is read of the request. */
async function somethingOfEach() {
  const recorded = transactionOf(100)
  await admin.post('/transactions', recorded)
  const { body: refund } = await admin.requestRefund(refundOf(recorded, 100))
  const { body: webhook } = await admin.post('/webhooks', { url: 'https://localhost:1/hook', events: ['*'] })
  const { body: client } = await admin.post('/admin/clients', { name: 'A bank' })
  const { client_id } = client
  const { body: user } = await admin.post('/admin/users', { client_id, email: 'ada@bank.example', role: 'integrator' })
  return { refund_id: refund.refund_id, webhook_id: webhook.webhook_id, client_id, user_id: user.user_id }
}

test.run()
