import * as assert from 'uvu/assert'
import { createClient, NoAnswerError, ServiceError } from '#client/index.ts'
import { suite } from '../harness/suite.ts'
import { refusal, startScriptedService } from './scripted-service.ts'

/** The operations that return or take a file. */
const test = suite('client files')
const service = await startScriptedService()
test.after(service.close)

const client = createClient({ url: service.url, token: 'token-1', timeoutMs: 300 })
const FILE = '{"stream":"refund-rf_1"}\n{"format":"audit-export/1"}\n'
const SOON = { 'retry-after': '0' }

test('an export is a stream of the bytes as they are', async () => {
  service.answers({ status: 200, body: FILE, headers: { 'content-type': 'application/x-ndjson' } })
  const stream = await client.exportAudit({ query: { family: 'refunds', format: 'ndjson' } })
  assert.is(await new Response(stream).text(), FILE)
  const [request] = service.requests
  assert.is(`${request?.method} ${request?.path}`, 'GET /audit/export?family=refunds&format=ndjson')
  assert.equal([request?.headers.accept, request?.headers.authorization], ['*/*', 'Bearer token-1'])
})

test('a file is sent as it is, under its media type, and the answer is read as of any operation', async () => {
  service.answers({ status: 200, body: { intact: true } })
  const sent = [FILE, new Blob([FILE]), new TextEncoder().encode(FILE)]
  for (const content of sent)
    assert.ok((await client.verifyExport({ body: { type: 'application/x-ndjson', content } })).intact)
  for (const { body, headers } of service.requests)
    assert.equal([body, headers['content-type']], [FILE, 'application/x-ndjson'])
  assert.is(service.requests.length, sent.length)
  await client.reconcileStatement({ query: { dry_run: 'true' }, body: { type: 'text/csv', content: '#end,0' } })
  const last = service.requests.at(-1)
  assert.equal(
    [last?.path, last?.headers['content-type'], last?.body],
    ['/reconciliation/statements?dry_run=true', 'text/csv', '#end,0'],
  )
})

test('a refusal is a ServiceError; a refused export is repeated, a refused file only after a 429', async () => {
  service.answers(refusal(503, 'SERVICE_UNAVAILABLE', SOON), { status: 200, body: FILE })
  assert.is(await new Response(await client.exportAudit()).text(), FILE)
  assert.is(service.requests.length, 2)
  const send = () => client.verifyExport({ body: { type: 'text/csv', content: 'x' } })
  service.answers(refusal(429, 'RATE_LIMIT_EXCEEDED', SOON), { status: 200, body: { intact: false } })
  assert.is((await send()).intact, false)
  assert.equal(
    service.requests.map(({ body }) => body),
    ['x', 'x'],
  )
  service.answers(refusal(503, 'SERVICE_UNAVAILABLE', SOON), { status: 200, body: {} })
  const error = await send().catch(thrown => thrown)
  assert.instance(error, ServiceError)
  assert.equal([error.code, service.requests.length], ['SERVICE_UNAVAILABLE', 1])
})

test('a file has no time but that of its call, and can be given up', async () => {
  service.answers('nothing')
  const error = await client.exportAudit({}, { timeoutMs: 50 }).catch(thrown => thrown)
  assert.instance(error, NoAnswerError)
  const leaving = new AbortController()
  const started = Date.now()
  // Longer than the time of the client's other calls.
  setTimeout(() => leaving.abort(new Error('given up')), 600)
  const given = await client.exportAudit({}, { signal: leaving.signal }).catch(thrown => thrown)
  assert.is(given.message, 'given up')
  assert.ok(Date.now() - started >= 590)
  service.answers('reset')
  assert.instance(await client.verifyExport({ body: { type: 'text/csv', content: 'x' } }).catch(e => e), NoAnswerError)
})

test.run()
