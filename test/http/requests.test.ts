import { connect } from 'node:net'
import { networkInterfaces } from 'node:os'
import * as assert from 'uvu/assert'
import { z } from 'zod'
import type { Api } from '#http/api.ts'
import { Rejection } from '#values/errors.ts'
import { exchange, observe } from '../harness/exchange.ts'
import { standstill } from '../harness/standstill.ts'
import { suite } from '../harness/suite.ts'
import { type CallOptions, startEdge } from './edge-under-test.ts'

const test = suite('requests and refusals')
const SECRET = 'a secret that must not leave'
const routes = (api: Api) => {
  const config = { scope: 'any' } as const
  const schema = {
    body: z.object({ name: z.string(), inner: z.object({ count: z.int() }).optional() }),
    response: { 200: z.object({ keys: z.array(z.string()), name: z.string() }) },
  }
  api.post('/echo', { config, schema }, async ({ body }) => {
    const answer = { keys: Object.keys(body), name: body.name, secret: SECRET }
    return answer
  })
  const scoring = { ...config, invalid: 'FRAUD_001', errors: ['FRAUD_003'], errorShape: 'nested' } as const
  api.post('/fraud/score', { config: scoring, schema }, async () => {
    throw new Rejection('FRAUD_003', { transaction_id: 'txn' })
  })
  api.get('/fail', { config }, async () => {
    throw new Error(SECRET)
  })
  api.get('/throw-a-text', { config }, async () => {
    throw SECRET
  })
  api.get('/wrong-answer', { config, schema: { response: { 200: z.object({ count: z.int() }) } } }, async () => {
    return { count: 'many' } as never
  })
  const found = { response: { 200: z.object({ ok: z.boolean() }) } }
  api.get('/items/:item_id', { config: { ...config, errors: ['NOT_FOUND'] }, schema: found }, async () => ({
    ok: true,
  }))
  api.get(
    '/search',
    {
      config,
      schema: { querystring: z.strictObject({ page: z.string().optional() }), response: { 200: z.object({}) } },
    },
    async () => ({}),
  )
}
const edge = await startEdge({ routes: [routes] })
const [instance] = edge.instances
test.after(edge.stop)
const token = await edge.logIn()
const call = (method: string, path: string, options: CallOptions = {}) =>
  instance!.call(method, path, { token, ...options })
const echo = (body: string, headers: Record<string, string> = {}) => call('POST', '/echo', { body, headers })

/** Bytes as they are, past every client's tidying; resolves with everything the server said until it closed. */
function raw(bytes: string, { slowly = false } = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(instance!.url).port), '127.0.0.1')
    let said = ''
    socket.on('data', chunk => {
      said += chunk
    })
    socket.on('close', () => {
      observeRaw(bytes, said)
      resolve(said)
    })
    socket.on('error', reject)
    if (!slowly) return void socket.end(bytes)
    let sent = 0
    const timer = setInterval(() => socket.write(bytes[sent++ % bytes.length] ?? ' '), 500)
    socket.on('close', () => clearInterval(timer))
  })
}

function observeRaw(bytes: string, said: string): void {
  const [head = '', text = ''] = said.split('\r\n\r\n', 2)
  const [statusLine = '', ...lines] = head.split('\r\n')
  const headers = new Headers(lines.map(line => line.split(': ', 2) as [string, string]))
  const [method = '', path = ''] = bytes.split(' ', 2)
  observe(
    instance!.url,
    method,
    path,
    {},
    { status: Number(statusLine.split(' ')[1]), headers, body: JSON.parse(text), text },
  )
}

test('paths that are none get our body, with the request id of the header', async () => {
  const paths = [
    '/nope',
    '/api/auth/me/',
    '/API/auth/me',
    '//api/auth/me',
    '/api//auth/me',
    '/%00',
    '/..%2f..%2fetc',
    '/%zz',
    '/items/',
  ]
  for (const path of paths) {
    const { status, body, headers } = await call('GET', path)
    assert.is(status, 404, path)
    assert.is(body.error_code, 'NOT_FOUND', path)
    assert.equal(Object.keys(body).sort(), ['details', 'error_code', 'message', 'request_id', 'timestamp'])
    assert.is(body.request_id, headers.get('x-request-id'))
    assert.match(String(body.timestamp), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  }
  assert.match(await raw('GET /../../etc/passwd HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n'), /NOT_FOUND/)
  assert.is((await call('GET', `/items/${'x'.repeat(600)}`)).status, 404)
})

test('a wrong method is answered with the allowed ones', async () => {
  const { status, body, headers } = await call('DELETE', '/api/auth/me')
  assert.is(status, 405)
  assert.is(body.error_code, 'METHOD_NOT_ALLOWED')
  assert.is(headers.get('allow'), 'GET, HEAD, OPTIONS, PATCH')
  assert.is((await call('PUT', '/items/7')).status, 405)
})

test('HEAD answers like GET without a body, OPTIONS without any CORS permission', async () => {
  const head = await call('HEAD', '/api/auth/me')
  assert.is(head.status, 200)
  assert.is(head.text, '')
  assert.ok(Number(head.headers.get('content-length')) > 0)
  const headers = { origin: 'https://evil.example', 'access-control-request-method': 'GET' }
  const options = await instance!.call('OPTIONS', '/api/auth/me', { headers })
  assert.is(options.status, 204)
  assert.is(options.headers.get('access-control-allow-origin'), null)
  assert.is((await instance!.call('OPTIONS', '/nope')).status, 404)
})

test('bodies that can not be read are refused by field, and a good one is not', async () => {
  const deep = `${'['.repeat(10_000)}${']'.repeat(10_000)}`
  for (const body of [
    '{',
    '{"name":}',
    'null',
    '[]',
    '7',
    '"text"',
    '{"name":1}',
    '{}',
    '',
    deep,
    '{"name":"x"}x',
    'NaN',
  ]) {
    const { status, body: answer } = await echo(body)
    assert.is(status, 400, body.slice(0, 20))
    assert.is(answer.error_code, 'INVALID_REQUEST')
    const { field, reason, fields } = answer.details as { field: string; reason: string; fields: object[] }
    assert.ok(field !== '' && reason !== '', JSON.stringify(answer.details))
    assert.equal(fields[0], { field, reason })
  }
  const nested = await echo('{"name":"x","inner":{"count":1.5}}')
  assert.is((nested.body.details as { field: string }).field, 'inner.count')
  assert.is((await echo('\ufeff{"name":"x"}')).status, 200)
  assert.is((await echo('{"name":"x","name":"y"}')).body.name, 'y')
})

test('a body that is not UTF-8 is refused, not decoded into replacement characters', async () => {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json; charset=utf-8' }
  const send = (payload: Buffer) => instance!.api.inject({ method: 'POST', url: '/echo', headers, payload })
  const refused = await send(Buffer.from('{"name":"José"}', 'latin1'))
  assert.is(refused.statusCode, 400)
  const { field, reason } = refused.json().details
  assert.equal([field, reason], ['body', 'must be well-formed JSON, in UTF-8 and of the announced length'])
  assert.is((await send(Buffer.from('{"name":"José"}'))).json().name, 'José')
})

test('what pollutes prototypes is refused, and nothing is polluted', async () => {
  for (const body of [
    '{"name":"x","__proto__":{"polluted":1}}',
    '{"name":"x","constructor":{"prototype":{"polluted":1}}}',
  ])
    assert.is((await echo(body)).status, 400)
  assert.is(({} as { polluted?: number }).polluted, undefined)
})

test('fields that are not known are ignored in bodies and refused in queries', async () => {
  const { status, body } = await echo('{"name":"x","later":true}')
  assert.is(status, 200)
  assert.equal(body.keys, ['name'])
  const query = await call('GET', '/search?pgae=2')
  assert.is(query.status, 400)
  assert.equal(query.body.details, {
    field: 'pgae',
    reason: 'is not a known parameter',
    fields: [{ field: 'pgae', reason: 'is not a known parameter' }],
  })
  const item = await call('GET', '/items/one?expand=all')
  assert.is(item.status, 400)
  const unknown = { field: 'expand', reason: 'is not a known parameter' }
  assert.equal(item.body.details, { ...unknown, fields: [unknown] })
})

test('other media types are 415, compressed bodies too, large ones 413', async () => {
  for (const type of [
    'text/plain',
    'application/xml',
    'multipart/form-data; boundary=x',
    'application/x-www-form-urlencoded',
  ]) {
    const { status, body } = await echo('{"name":"x"}', { 'content-type': type })
    assert.is(status, 415, type)
    assert.is(body.error_code, 'UNSUPPORTED_MEDIA_TYPE')
  }
  const gzip = await echo('{"name":"x"}', { 'content-encoding': 'gzip' })
  assert.is(gzip.status, 415)
  const large = await echo(JSON.stringify({ name: 'x'.repeat(1_100_000) }))
  assert.is(large.status, 413)
  assert.is(large.body.error_code, 'PAYLOAD_TOO_LARGE')
})

test('a request id that is fit is kept, any other is replaced', async () => {
  const kept = await call('GET', '/nope', { headers: { 'x-request-id': 'abc-DEF_123' } })
  assert.is(kept.headers.get('x-request-id'), 'abc-DEF_123')
  assert.is(kept.body.request_id, 'abc-DEF_123')
  for (const id of ['short', 'x'.repeat(129), 'x'.repeat(10_000), 'with space inside', 'é'.repeat(9), '{"a":1}<b>'])
    assert.match(
      (await call('GET', '/nope', { headers: { 'x-request-id': id } })).headers.get('x-request-id') ?? '',
      /^req_/,
    )
  const split = await raw(
    'GET /nope HTTP/1.1\r\nhost: x\r\nx-request-id: good-id-1\r\n bad: 1\r\nconnection: close\r\n\r\n',
  )
  assert.not.match(split, /bad: 1/)
})

test('an unexpected error shows nothing and is logged in full', async () => {
  for (const path of ['/fail', '/throw-a-text']) {
    const { status, body, text } = await call('GET', path)
    assert.is(status, 500)
    assert.is(body.error_code, 'INTERNAL_ERROR')
    assert.equal(body.details, {})
    assert.not.match(text, new RegExp(SECRET))
  }
  const logged = edge.log.find(line => line.includes('request failed') && line.includes(SECRET))
  assert.ok(logged?.includes('stack'))
})

test('an answer that breaks its own schema is our error, and undeclared fields do not leave', async () => {
  assert.is((await call('GET', '/wrong-answer')).body.error_code, 'INTERNAL_ERROR')
  assert.not.match((await echo('{"name":"x"}')).text, new RegExp(SECRET))
})

test('a route with nested errors answers in that shape on both paths, before and after the handler', async () => {
  for (const path of ['/fraud/score', '/v1/fraud/score']) {
    const refused = await call('POST', path, { json: { name: 'x' } })
    assert.is(refused.status, 404)
    assert.equal(refused.body, {
      error: {
        code: 'FRAUD_003',
        message: 'Transaction not found.',
        details: { transaction_id: 'txn' },
        request_id: refused.headers.get('x-request-id'),
      },
    })
    assert.is((await call('POST', path, { json: {} })).body.error_code, undefined)
    const stranger = await instance!.call('POST', path, { json: { name: 'x' } })
    assert.is((stranger.body.error as { code: string }).code, 'AUTH_001')
    const misplaced = await call('GET', path)
    assert.is((misplaced.body.error as { code: string }).code, 'METHOD_NOT_ALLOWED')
  }
  assert.ok('error_code' in (await call('GET', '/fraud/scores')).body)
})

test('both paths of a route are one', async () => {
  const [bare, v1] = [await call('GET', '/api/auth/me'), await call('GET', '/v1/api/auth/me')]
  assert.is(v1.status, 200)
  assert.equal(v1.body, bare.body)
  assert.is((await call('GET', '/v1/v1/api/auth/me')).status, 404)
})

test('every response has the security headers, and nothing names the server software', async () => {
  for (const { headers } of [
    await call('GET', '/api/auth/me'),
    await call('GET', '/nope'),
    await call('GET', '/%zz'),
    await echo('{'),
  ]) {
    assert.match(headers.get('strict-transport-security') ?? '', /max-age=\d{8}/)
    assert.is(headers.get('x-content-type-options'), 'nosniff')
    assert.is(headers.get('cache-control'), 'no-store')
    assert.is(headers.get('x-powered-by'), null)
    assert.is(headers.get('server'), null)
  }
})

test('the request id of every refusal is in the log, also of what never became a request', async () => {
  const idOf = (text: string) => /"request_id":"([\w-]+)"/.exec(text)?.[1] ?? 'none'
  const ids = [
    idOf((await call('GET', '/%zz')).text),
    idOf((await call('GET', `/items/${'x'.repeat(600)}`)).text),
    idOf(await raw('this is not HTTP\r\n\r\n')),
    idOf(await raw(`GET / HTTP/1.1\r\nhost: x\r\nx-large: ${'x'.repeat(20_000)}\r\n\r\n`)),
  ]
  for (const id of ids) assert.ok(edge.log.find(line => JSON.parse(line).request_id === id) !== undefined, id)
})

test('broken HTTP and oversized headers get our body too', async () => {
  const broken = await raw('this is not HTTP\r\n\r\n')
  assert.match(broken, /^HTTP\/1\.1 400 /)
  assert.match(broken, /"error_code":"INVALID_REQUEST"/)
  const large = await raw(`GET / HTTP/1.1\r\nhost: x\r\nx-large: ${'x'.repeat(20_000)}\r\n\r\n`)
  assert.match(large, /^HTTP\/1\.1 431 /)
  assert.match(large, /"error_code":"HEADERS_TOO_LARGE"/)
})

test('what Node would answer by itself gets our body, and every answer the security headers', async () => {
  const hostless = await raw('GET /nope HTTP/1.1\r\nconnection: close\r\n\r\n')
  assert.match(hostless, /^HTTP\/1\.1 400 /)
  assert.match(hostless, /"error_code":"INVALID_REQUEST".*"field":"host"/)
  const expecting = await raw('GET /api/auth/me HTTP/1.1\r\nhost: x\r\nexpect: wonders\r\nconnection: close\r\n\r\n')
  assert.match(expecting, /^HTTP\/1\.1 401 .*"error_code":"AUTH_001"/s)
  for (const said of [hostless, expecting, await raw('this is not HTTP\r\n\r\n')])
    assert.match(said, /strict-transport-security: .*x-content-type-options: nosniff.*cache-control: no-store/s)
  assert.match(await raw('GET /health/live HTTP/1.0\r\n\r\n'), /"status":"live"/)
})

test('a body in an unknown coding is refused after authentication', async () => {
  const headers = { 'content-encoding': 'gzip' }
  assert.is((await instance!.call('POST', '/echo', { json: {}, headers })).status, 401)
})

test('a body in another charset than UTF-8 is refused by name, before it is read', async () => {
  const token = await edge.logIn()
  const send = (type: string, body = '{"name":"x"}') =>
    instance!.call('POST', '/echo', { token, body, headers: { 'content-type': type } })
  for (const charset of ['utf-8', 'UTF-8', '"utf-8"', 'utf8', 'us-ascii'])
    assert.equal([(await send(`application/json; charset=${charset}`)).status, charset], [200, charset])
  const wrong = ['utf-16', '"UTF-16LE"', 'iso-8859-1', '', 'utf-8; charset=utf-16', 'utf-8 ; CHARSET = "utf-7"']
  for (const charset of wrong) {
    const { status, body } = await send(`application/json; charset=${charset}`, 'not even JSON')
    assert.equal([status, body.error_code, charset], [415, 'UNSUPPORTED_MEDIA_TYPE', charset])
    assert.equal(body.details, { field: 'content-type', reason: 'charset must be utf-8' })
  }
})

test('what a request without a body says of its body is not looked at, and a body that nobody asked for is described', async () => {
  const token = await edge.logIn()
  for (const headers of [{ 'content-type': 'text/html; charset=iso-8859-1' }, { 'content-encoding': 'gzip' }])
    for (const path of ['/health/live', '/api/auth/me'])
      assert.equal([(await instance!.call('GET', path, { token, headers })).status, path], [200, path])
  // Every answer is held against the document.
  const nonce = async (body: string, type = 'application/json') =>
    (await instance!.call('POST', '/api/auth/nonce', { body, headers: { 'content-type': type } })).status
  assert.is(await nonce('x', 'text/plain'), 415)
  assert.is(await nonce('{}', 'application/json; charset=utf-16'), 415)
  assert.is(await nonce(`"${'x'.repeat(1_100_000)}"`), 413)
  const remove = { token, body: 'x', headers: { 'content-type': 'text/plain' } }
  assert.is((await instance!.call('DELETE', '/api/auth/biometric/x', remove)).status, 415)
})

/** An address of this machine that is not loopback; undefined where there is none. */
const outside = Object.values(networkInterfaces())
  .flat()
  .find(found => found?.family === 'IPv4' && !found.internal)?.address

test('metrics are for this machine, by the connection and not by a header, and for callers with the token', async () => {
  const METRICS_TOKEN = 'the token of the scraper'.replaceAll(' ', '-')
  const env = { METRICS_TOKEN, HOST: '0.0.0.0' }
  const proxied = await startEdge({ env: { ...env, TRUST_PROXY: 'true' } })
  const plain = await startEdge({ env })
  const status = async (of: typeof plain, headers: Record<string, string> = {}, host = '127.0.0.1') => {
    const { port } = new URL(of.instances[0]!.url)
    return (await exchange(`http://${host}:${port}`, 'GET', '/metrics', { headers })).status
  }
  assert.is(await status(plain), 200)
  assert.is(await status(plain, { 'x-forwarded-for': '203.0.113.9' }), 200, 'nobody listens to the header')
  assert.is(await status(proxied), 200)
  for (const from of ['10.1.2.3', '127.0.0.1', '198.51.100.7', 'unknown'])
    assert.equal([await status(proxied, { 'x-forwarded-for': from }), from], [404, from])
  const bearer = { authorization: `Bearer ${METRICS_TOKEN}`, 'x-forwarded-for': '198.51.100.7' }
  assert.is(await status(proxied, bearer), 200)
  assert.is(await status(proxied, { ...bearer, authorization: `Bearer ${METRICS_TOKEN}x` }), 404)
  if (outside !== undefined) {
    assert.is(await status(plain, {}, outside), 404, 'private addresses are not this machine')
    assert.is(await status(plain, { authorization: `Bearer ${METRICS_TOKEN}` }, outside), 200)
  }
  await Promise.all([proxied.stop(), plain.stop()])
})

test('a client that sends its headers a byte at a time is cut off', async () => {
  const [started, stoodStillMs] = [Date.now(), standstill()]
  const said = await raw('GET / HTTP/1.1\r\nhost: x\r\nx-slow: zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz', {
    slowly: true,
  })
  assert.match(said, /"error_code":"REQUEST_TIMEOUT"/)
  assert.ok(Date.now() - started < 14_000 + stoodStillMs(), `${Date.now() - started} ms`)
})

test('a route without a declared scope stops the start', async () => {
  const careless = (api: Api) => void api.get('/open', async () => ({ ok: true }))
  await startEdge({ routes: [careless] }).then(
    () => assert.unreachable('it started'),
    error => assert.match(String(error), /GET \/open does not declare the scope it needs/),
  )
})

test('readiness follows the parts', async () => {
  let ready = true
  const other = await startEdge({
    health: async () => ({ ready, parts: { nats: { state: ready ? ('up' as const) : ('down' as const) } } }),
  })
  const ask = () => other.instances[0]!.call('GET', '/health/ready')
  assert.equal((await ask()).body, { status: 'ready', parts: { nats: { state: 'up' } } })
  ready = false
  const { status, body } = await ask()
  assert.is(status, 503)
  assert.equal(body, { status: 'not_ready', parts: { nats: { state: 'down' } } })
  assert.is((await other.instances[0]!.call('GET', '/health/live')).status, 200)
  await other.stop()
})

test('the access log has the id, the template and the code of each request, and nothing else of it', async () => {
  const id = 'find-me-in-the-log'
  await call('GET', '/items/very-private-id', {
    headers: { 'x-request-id': id, 'x-own': 'private-header' },
  })
  await call('GET', '/search?page=private', { headers: { 'x-request-id': `${id}-too` } })
  const [line = '', other = ''] = [id, `${id}-too`].map(of => edge.log.find(entry => entry.includes(`"${of}"`)))
  const { route, status, method } = JSON.parse(line)
  assert.equal({ route, status, method }, { route: '/items/:item_id', status: 200, method: 'GET' })
  assert.not.match(line, /private/)
  assert.equal([JSON.parse(other).route, JSON.parse(other).status], ['/search', 200])
  assert.not.match(other, /private/)
})

test.run()
