import * as assert from 'uvu/assert'
import { type Client, createClient, NoAnswerError, ServiceError } from '#client/index.ts'
import { loginSession } from '#client/session.ts'
import { suite } from '../harness/suite.ts'
import { refusal, startScriptedService } from './scripted-service.ts'

/** What the client does on the wire, before a service that answers as the test says. */
const test = suite('client calls')
const service = await startScriptedService()
test.after(service.close)

const client = createClient({ url: `${service.url}/`, token: 'token-1', timeoutMs: 20_000 })
const OK = { status: 200, body: { refund_id: 'rf_1' } }
const SOON = { 'retry-after': '0' }

const body = {
  transaction_id: 'tx_1',
  refund: { amount: 1, currency: 'EUR', reason: 'confirmed_fraud' },
  beneficiary: { user_id: 'u', name: 'n', account_number: '7000440001', bank_code: 'COBADEFF' },
}
const read = (by: Client = client) => by.getRefund({ path: { refund_id: 'rf_1' } })

/** What it was refused with; fails when it was not. */
async function refused<E>(call: Promise<unknown>, as: abstract new (...given: never[]) => E): Promise<E> {
  const error = await call.then(
    () => assert.unreachable('was answered'),
    reason => reason,
  )
  assert.instance(error, as)
  return error
}

test('path, query, body and token go where they belong', async () => {
  service.answers(OK)
  await client.getRefund({ path: { refund_id: 'rf/1 ?' } })
  await client.listRefunds({ query: { status: 'failed', user_id: 'a&b' } })
  await client.createWebhook({ body: { url: 'https://x.example', events: ['*'] } })
  assert.equal(
    service.requests.map(({ method, path }) => `${method} ${path}`),
    ['GET /refund/rf%2F1%20%3F', 'GET /refund/list?status=failed&user_id=a%26b', 'POST /webhooks'],
  )
  const [first, , last] = service.requests
  assert.is(first?.headers.authorization, 'Bearer token-1')
  assert.is(first?.headers['content-type'], undefined)
  assert.is(last?.headers['content-type'], 'application/json')
  assert.equal(JSON.parse(last?.body ?? ''), { url: 'https://x.example', events: ['*'] })
})

test('a part of the path that would lead to another path is an error, and nothing is sent', async () => {
  service.answers(OK)
  for (const refund_id of ['', '.', '..', undefined as unknown as string])
    await refused(client.cancelRefund({ path: { refund_id }, body: { reason: 'r' } }), TypeError)
  await refused(client.getRefund({ path: { refund_id: '\ud800' } }), URIError)
  assert.equal(service.requests, [])
})

test('a refusal is a ServiceError with code, details and request id, in both shapes', async () => {
  service.answers(refusal(422, 'REFUND_008'))
  const flat = await refused(client.requestRefund({ body }), ServiceError)
  assert.equal([flat.status, flat.code, flat.message], [422, 'REFUND_008', 'REFUND_008: No.'])
  assert.equal([flat.details, flat.requestId, flat.retryAfterMs], [{ field: 'x' }, 'req_1', null])
  service.answers({
    status: 400,
    body: { error: { code: 'INVALID_FILTER_PARAMS', message: 'm', request_id: 'req_2' } },
  })
  const nested = await refused(read(), ServiceError)
  assert.equal([nested.code, nested.details, nested.requestId], ['INVALID_FILTER_PARAMS', {}, 'req_2'])
  assert.is(service.requests.length, 1)
})

test('what is not the API answering is an unexpected answer', async () => {
  service.answers({ status: 403, body: '<html>no</html>' })
  const { code, status } = await refused(read(), ServiceError)
  assert.equal([code, status], ['UNEXPECTED_ANSWER', 403])
  service.answers({ status: 200, body: '<html>yes</html>' })
  assert.is((await refused(read(), ServiceError)).code, 'UNEXPECTED_ANSWER')
})

test('a read is repeated after 503, 502 and a lost connection, four times in all', async () => {
  service.answers(refusal(503, 'SERVICE_UNAVAILABLE', SOON), { status: 502, body: 'x', headers: SOON }, 'reset', OK)
  assert.equal(await read(), { refund_id: 'rf_1' })
  assert.is(service.requests.length, 4)
  service.answers(refusal(503, 'SERVICE_UNAVAILABLE', SOON))
  assert.is((await refused(read(), ServiceError)).code, 'SERVICE_UNAVAILABLE')
  assert.is(service.requests.length, 4)
})

test('an internal error is not repeated', async () => {
  service.answers(refusal(500, 'INTERNAL_ERROR', SOON))
  assert.is((await refused(read(), ServiceError)).code, 'INTERNAL_ERROR')
  assert.is(service.requests.length, 1)
})

test('a command with an idempotency key is repeated with the same key and body', async () => {
  service.answers('reset', refusal(503, 'SERVICE_UNAVAILABLE', SOON), OK)
  await client.requestRefund({ body })
  const keys = service.requests.map(({ headers }) => headers['idempotency-key'])
  assert.match(keys[0] as string, /^[\da-f]{8}-[\da-f]{4}-4/)
  assert.equal([keys.length, new Set(keys).size], [3, 1])
  assert.is(new Set(service.requests.map(request => request.body)).size, 1)
  const [before] = keys
  service.answers(OK)
  await client.requestRefund({ body })
  assert.is.not(service.requests[0]?.headers['idempotency-key'], before)
  await client.requestRefund({ body, idempotencyKey: 'mine' })
  assert.is(service.requests[1]?.headers['idempotency-key'], 'mine')
})

test('its own retry waits for the first attempt; a key used before is an error', async () => {
  const inProgress = refusal(409, 'IDEMPOTENCY_IN_PROGRESS', SOON)
  service.answers('reset', inProgress, OK)
  assert.is((await client.requestRefund({ body })).refund_id, 'rf_1')
  service.answers(inProgress, OK)
  assert.is((await refused(client.requestRefund({ body, idempotencyKey: 'k' }), ServiceError)).status, 409)
  assert.is(service.requests.length, 1)
})

test('a command without a key is not repeated when its outcome is unknown', async () => {
  const cancel = () => client.cancelRefund({ path: { refund_id: 'rf_1' }, body: { reason: 'r', cancelled_by: 'me' } })
  service.answers(refusal(503, 'SERVICE_UNAVAILABLE', SOON), OK)
  assert.is((await refused(cancel(), ServiceError)).status, 503)
  service.answers('reset', OK)
  await refused(cancel(), NoAnswerError)
  assert.is(service.requests.length, 1)
})

test('every request is retried after a 429, after the time of Retry-After', async () => {
  service.answers(refusal(429, 'RATE_LIMIT_EXCEEDED', { 'retry-after': '1' }), OK)
  const started = Date.now()
  await client.cancelRefund({ path: { refund_id: 'rf_1' }, body: { reason: 'r', cancelled_by: 'me' } })
  assert.is(service.requests.length, 2)
  assert.ok(Date.now() - started >= 990)
})

test('a date is honoured as seconds are', async () => {
  const started = Date.now()
  service.answers(refusal(429, 'RATE_LIMIT_EXCEEDED', { 'retry-after': new Date(started + 2_000).toUTCString() }), OK)
  await read()
  // An HTTP date has no fractions of a second.
  assert.ok(Date.now() - started >= 900)
})

test("a wait that is too long is the caller's to decide", async () => {
  service.answers(refusal(429, 'AUTH_004', { 'retry-after': '600' }), OK)
  const started = Date.now()
  const { retryAfterMs, code } = await refused(read(), ServiceError)
  assert.equal([retryAfterMs, code, service.requests.length], [600_000, 'AUTH_004', 1])
  assert.ok(Date.now() - started < 60_000)
})

test('a service that is silent is given up in time', async () => {
  service.answers('nothing')
  const hasty = createClient({ url: service.url, token: 't', timeoutMs: 300, attemptsMax: 2 })
  const { message } = await refused(read(hasty), NoAnswerError)
  assert.match(message, `GET /refund/{refund_id}: ${service.url} did not answer within 300 ms`)
  assert.is(service.requests.length, 2)
  await refused(hasty.deleteWebhook({ path: { webhook_id: 'wh' } }, { timeoutMs: 20 }), NoAnswerError)
})

test('a caller can give a call up, also while it waits', async () => {
  service.answers(refusal(503, 'SERVICE_UNAVAILABLE', { 'retry-after': '20' }))
  const started = Date.now()
  const signal = AbortSignal.timeout(100)
  const error = await client.me(undefined, { signal }).catch(reason => reason)
  assert.is(error, signal.reason)
  assert.ok(Date.now() - started < 10_000)
})

test('an aborted call waits for no login, and one aborted before sends no request', async () => {
  const own = createClient({ url: service.url, login: { email: 'a@b.example', password: 'secret words' } })
  service.answers('nothing')
  const signal = AbortSignal.timeout(100)
  const started = Date.now()
  assert.is(await own.me(undefined, { signal }).catch(reason => reason), signal.reason)
  assert.ok(Date.now() - started < 10_000)
  service.answers(OK)
  const gone = AbortSignal.abort(new Error('not wanted'))
  const fresh = createClient({ url: service.url, login: { email: 'a@b.example', password: 'secret words' } })
  assert.is((await fresh.me(undefined, { signal: gone }).catch(reason => reason)).message, 'not wanted')
  assert.is(service.requests.length, 0)
})

const tokens = (n: number) => ({ status: 200, body: { access_token: `a${n}`, refresh_token: `r${n}` } })
const expired = refusal(401, 'AUTH_002')
const paths = () => service.requests.map(({ path, headers }) => `${path} ${headers.authorization ?? ''}`.trim())

test('it logs in once for calls at the same time, and refreshes a token that ran out', async () => {
  const login = { email: 'a@b.example', password: 'secret words' }
  const own = createClient({ url: service.url, login })
  service.answers(tokens(1), OK)
  await Promise.all([read(own), read(own), read(own)])
  assert.equal(paths(), ['/api/auth/login', ...Array(3).fill('/refund/rf_1 Bearer a1')])
  assert.equal(JSON.parse(service.requests[0]!.body), login)
  service.answers(expired, { status: 200, body: { access_token: 'a2' } }, OK)
  await own.requestRefund({ body })
  assert.equal(paths(), ['/refund/request Bearer a1', '/api/auth/refresh', '/refund/request Bearer a2'])
  assert.equal(JSON.parse(service.requests[1]!.body), { refresh_token: 'r1' })
  assert.is(service.requests[0]?.headers['idempotency-key'], service.requests[2]?.headers['idempotency-key'])
  // The refresh token of before is kept, and where it is refused it logs in again.
  service.answers(expired, expired, tokens(3), OK)
  await read(own)
  assert.equal(paths().slice(1), ['/api/auth/refresh', '/api/auth/login', '/refund/rf_1 Bearer a3'])
  assert.equal(JSON.parse(service.requests[1]!.body), { refresh_token: 'r1' })
})

test('who is refused with the token of before gets the one that another call has renewed', async () => {
  let renewals = 0
  const session = loginSession({
    logIn: async () => ({ access_token: 'a0', refresh_token: 'r' }),
    refresh: async () => ({ access_token: `a${++renewals}` }),
  })
  assert.is(await session.token(), 'a0')
  assert.equal([await session.renew('a0'), await session.renew('a0'), renewals], ['a1', 'a1', 1])
  assert.is(await session.renew('a1'), 'a2')
})

test('a token that is refused after its renewal is an error, and not renewed again', async () => {
  const own = createClient({ url: service.url, login: { email: 'a@b.example', password: 'secret words' } })
  service.answers(tokens(1), expired, tokens(2), expired)
  assert.is((await refused(read(own), ServiceError)).code, 'AUTH_002')
  assert.equal(paths().slice(1), ['/refund/rf_1 Bearer a1', '/api/auth/refresh', '/refund/rf_1 Bearer a2'])
})

test('a wrong present password is tried once, and a token that ran out is renewed before it is tried', async () => {
  const own = createClient({ url: service.url, login: { email: 'a@b.example', password: 'secret words' } })
  const change = () =>
    own.changePassword({ body: { current_password: 'wrong words', new_password: 'other words here' } })
  service.answers(tokens(1), refusal(401, 'AUTH_001'))
  assert.is((await refused(change(), ServiceError)).code, 'AUTH_001')
  assert.equal(paths(), ['/api/auth/login', '/api/auth/password Bearer a1'])
  service.answers(expired, tokens(2), OK)
  await change()
  assert.equal(paths(), ['/api/auth/password Bearer a1', '/api/auth/refresh', '/api/auth/password Bearer a2'])
})

test("a wrong password, and a token of the caller's own that ran out, are told at once", async () => {
  service.answers(refusal(401, 'AUTH_001'))
  const wrong = createClient({ url: service.url, login: { email: 'a@b.example', password: 'wrong words' } })
  assert.is((await refused(read(wrong), ServiceError)).code, 'AUTH_001')
  assert.is(service.requests.length, 1)
  service.answers(expired)
  assert.is((await refused(read(), ServiceError)).code, 'AUTH_002')
  assert.is(service.requests.length, 1)
})

test.run()
