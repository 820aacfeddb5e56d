import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import * as assert from 'uvu/assert'
import { createClient, ServiceError } from '#client/index.ts'
import { SCOPES } from '#domain/auth/roles.ts'
import { EVENT_TYPES } from '#domain/webhooks/event-types.ts'
import { catalogue, type ErrorCode } from '#values/errors.ts'
import { client } from '../harness/client.ts'
import { createOpenApiCheck } from '../harness/openapi-check.ts'
import { ADMIN, startTestService } from '../harness/service.ts'
import { suite } from '../harness/suite.ts'

const test = suite('OpenAPI document')
const service = await startTestService()
test.after(service.end)

const fixture = (name: string) => new URL(`../fixtures/${name}`, import.meta.url)
const { body: document } = await client(service.url).get('/openapi.json')
const update = process.env.UPDATE_OPENAPI === '1'

/** Codes that a connection gets before it is a request of an operation. */
const OF_NO_OPERATION: ErrorCode[] = ['METHOD_NOT_ALLOWED', 'REQUEST_TIMEOUT', 'HEADERS_TOO_LARGE', 'REFUND_004']
/** Modules whose endpoints exist; the others are in the catalogue and not yet in the document. */
const MODULES = ['AUTH', 'REFUND', 'IDEMPOTENCY', 'VPN']

test('is the one that is kept: a change of the API is a visible change of test/fixtures/openapi.json', () => {
  const text = `${JSON.stringify(document, null, 2)}\n`
  if (update || !existsSync(fixture('openapi.json'))) writeFileSync(fixture('openapi.json'), text)
  assert.is(
    text,
    readFileSync(fixture('openapi.json'), 'utf8'),
    'run this test with UPDATE_OPENAPI=1 and look at the difference',
  )
})

test('is OpenAPI 3.1 with every reference leading somewhere and every operation named once', () => {
  assert.is(document.openapi, '3.1.0')
  const text = JSON.stringify(document)
  for (const [, place, name] of text.matchAll(/"#\/components\/(\w+)\/([\w-]+)"/g))
    assert.ok(document.components[place!]?.[name!], `${place}/${name}`)
  const names = [...text.matchAll(/"operationId":"(\w+)"/g)].map(([, name]) => name)
  assert.is(new Set(names).size, names.length)
})

test('requires only scopes that a token may have', () => {
  const named = [...JSON.stringify(document).matchAll(/Needs the scope `([^`]*)`/g)].map(([, scope]) => scope!)
  assert.ok(named.length > 30)
  assert.equal(
    named.filter(scope => !SCOPES.some(known => known === scope)),
    [],
  )
})

type Responses = Record<string, { $ref?: string }>

test('lists every code of the modules that exist, under its own status', () => {
  const found = new Map<string, Set<string>>()
  const operations = Object.values(document.paths as Record<string, Record<string, { responses: Responses }>>)
  for (const { responses } of operations.flatMap(methods => Object.values(methods)))
    for (const [status, response] of Object.entries(responses)) {
      const text = JSON.stringify(document.components.responses[response.$ref?.split('/').at(-1) ?? ''] ?? response)
      for (const [, list] of text.matchAll(/"(?:error_code|code)":\{"enum":\[([^\]]*)\]/g))
        for (const code of JSON.parse(`[${list}]`)) found.set(code, (found.get(code) ?? new Set()).add(status))
    }
  for (const [code, statuses] of found)
    assert.equal([...statuses], [String(catalogue[code as ErrorCode].status)], `${code} stands under ${[...statuses]}`)
  const general = ['INVALID_REQUEST', 'NOT_FOUND', 'CONFLICT', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE']
  const expected = Object.keys(catalogue).filter(
    code => MODULES.includes(code.split('_')[0]!) || general.includes(code),
  )
  const missing = expected.filter(code => !found.has(code) && !OF_NO_OPERATION.includes(code as ErrorCode))
  assert.equal(missing, [])
})

type Media = { schema: object; example?: unknown; examples?: Record<string, { value: unknown }> }
type Described = { content?: Record<string, Media> }

test('shows an example of every body, every answer and every refusal, and each fits its schema', () => {
  const ajv = new Ajv2020({ strict: false })
  formats.default(ajv)
  ajv.addSchema(document, 'https://service.test/openapi.json')
  const problems: string[] = []
  const look = (what: string, described: Described | undefined) => {
    const media = described?.content?.['application/json']
    if (media === undefined) return
    const shown = media.examples === undefined ? [media.example] : Object.values(media.examples).map(one => one.value)
    const schema = JSON.parse(JSON.stringify(media.schema).replaceAll('"#/', '"https://service.test/openapi.json#/'))
    for (const example of shown)
      if (example === undefined) problems.push(`${what} has no example`)
      else if (!ajv.validate(schema, example)) problems.push(`${what}: ${ajv.errorsText()}`)
  }
  type Operation = { operationId: string; requestBody?: Described; responses: Record<string, Described> }
  const paths = Object.values(document.paths as Record<string, Record<string, Operation>>)
  for (const { operationId, requestBody, responses } of paths.flatMap(methods => Object.values(methods))) {
    look(`${operationId} body`, requestBody)
    for (const [status, response] of Object.entries(responses)) look(`${operationId} ${status}`, response)
  }
  for (const [name, response] of Object.entries(document.components.responses as Record<string, Described>))
    look(name, response)
  assert.equal(problems, [])
})

test('has a webhook for every event type, with a payload that fits its schema', () => {
  const check = createOpenApiCheck(document)
  assert.equal(Object.keys(document.webhooks).sort(), [...EVENT_TYPES].sort())
  type Webhook = { post: { requestBody: { content: Record<string, { example: { type: string } }> } } }
  for (const [type, { post }] of Object.entries(document.webhooks as Record<string, Webhook>)) {
    const { example } = post.requestBody.content['application/json']!
    assert.is(example.type, type)
    check.observeEvent(example)
  }
  assert.equal([...check.problems], [])
})

test('lists the paths of the spec, bare', () => {
  const listed = Object.keys(document.paths)
  const spec = [
    '/api/auth/login',
    '/api/auth/social-login',
    '/api/auth/biometric-login',
    '/api/auth/refresh',
    '/api/auth/logout',
    '/api/auth/me',
    '/refund/request',
    '/refund/{refund_id}',
    '/refund/list',
    '/refund/{refund_id}/cancel',
    '/refund/{refund_id}/retry',
    '/refund/{refund_id}/void',
    '/webhooks',
    '/webhooks/{webhook_id}',
    '/webhooks/{webhook_id}/rotate-secret',
    '/webhooks/{webhook_id}/test',
    '/vpn/connect',
    '/vpn/servers',
    '/vpn/check-network',
    '/notifications/devices',
  ]
  for (const path of spec) assert.ok(listed.includes(path), path)
  assert.not(listed.some(path => path.startsWith('/v1')))
})

test('the client made from it logs in, records a transaction and has it refunded, and every answer fits', async () => {
  const check = createOpenApiCheck(document)
  const observed: typeof fetch = async (url, options) => {
    const response = await fetch(url, options)
    const { status, headers } = response
    const body = await response.clone().json()
    check.observe(options?.method ?? 'GET', new URL(String(url)).pathname, { status, headers, body })
    return response
  }
  const api = createClient({ url: service.url, login: ADMIN, fetch: observed })
  assert.is((await api.me()).role, 'admin')
  const transaction = {
    transaction_id: 'txn_typed',
    user_id: 'user_1',
    amount: 20,
    currency: 'EUR',
    operation_type: 'payment',
    timestamp: '2026-11-01T10:00:00+02:00',
  } as const
  assert.equal(await api.recordTransactions({ body: transaction }), { recorded: 1, duplicates: 0 })
  const { refund_id, status } = await api.requestRefund({
    idempotencyKey: 'typed-client',
    body: {
      transaction_id: 'txn_typed',
      refund: { amount: 12.5, currency: 'EUR', reason: 'confirmed_fraud' },
      beneficiary: {
        user_id: 'user_1',
        name: 'Ana Sample',
        account_number: 'DE89370400440532013000',
        bank_code: 'COBADEFFXXX',
      },
    },
  })
  assert.is(status, 'pending')
  assert.is((await api.getRefund({ path: { refund_id } })).amount, 12.5)
  const missing = await api.getRefund({ path: { refund_id: 'rf_none' } }).catch(error => error)
  assert.ok(missing instanceof ServiceError)
  assert.is(missing.code, 'REFUND_003')
  assert.equal([...check.problems], [])
  assert.ok(check.seen.size >= 6)
})

test('the check of answers sees a missing field, one too many, a wrong status and a missing header', () => {
  const limits = { 'x-ratelimit-limit': '600', 'x-ratelimit-remaining': '599', 'x-ratelimit-reset': '1795251900' }
  const ietf = { ratelimit: '"minute";r=599;t=42', 'ratelimit-policy': '"minute";q=600;w=60' }
  const headers = new Headers({ 'x-request-id': 'req_1', ...limits, ...ietf })
  const body = { access_token: 'x', token_type: 'Bearer', expires_in: 3600 }
  const problemsOf = (status: number, answer: object, of = headers) => {
    const check = createOpenApiCheck(document)
    check.observe('POST', '/v1/api/auth/refresh', { status, headers: of, body: answer })
    return check.problems.size
  }
  assert.is(problemsOf(200, body), 0)
  assert.is(problemsOf(200, { ...body, refresh_token: 'x' }), 1)
  assert.is(problemsOf(200, { access_token: 'x' }), 1)
  assert.is(problemsOf(201, body), 1)
  for (const name of [...headers.keys()]) {
    const without = new Headers(headers)
    without.delete(name)
    assert.is(problemsOf(200, body, without), 1, name)
  }
})

test.run()
