import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import * as assert from 'uvu/assert'
import type { EventStore } from '#event-sourcing/event-store.ts'
import { type Client, logIn, until } from '../../harness/client.ts'
import { observe } from '../../harness/exchange.ts'
import { refundOf, transactionOf } from '../../harness/samples.ts'
import { ADMIN, startTestService } from '../../harness/service.ts'
import { suite } from '../../harness/suite.ts'
import { linesIn } from './written-log.ts'

/** The proof on paper over HTTP: given to its own client, found out when it was changed. */
const test = suite('exports and their verification')
const service = await startTestService({ WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8' })
test.after(() => service.end())
const { store } = service.service
const operator = service.admin
const [bank, other] = [await service.newClient(), await service.newClient()]
const clientOf = async (caller: Client) => String((await caller.get('/api/auth/me')).body.client_id)
const [ofBank, ofOther] = [await clientOf(bank), await clientOf(other)]

async function userOf(client_id: string, role: string): Promise<Client> {
  const email = `${role}.${client_id}@bank.example`
  await operator.post('/admin/users', { client_id, email, role, password: ADMIN.password })
  return logIn(service.url, email, ADMIN.password)
}
const auditor = await userOf(ofBank, 'auditor')

async function lives(caller: Client): Promise<string> {
  const transaction = transactionOf(20)
  await caller.post('/transactions', transaction)
  const { body } = await caller.requestRefund(refundOf(transaction, 12.5))
  await until(
    () => caller.get(`/refund/${body.refund_id}`),
    answer => answer.body.status === 'completed',
  )
  return body.refund_id
}
const refunds = { bank: await lives(bank), other: await lives(other) }
await bank.post('/webhooks', { url: 'https://127.0.0.1/hook', events: ['*'], metadata: { rate: 0.25 } })

type Line = { stream: string; revision: number; type: string; data: Record<string, unknown> }
const eventsIn = (text: string): Line[] =>
  linesIn(Buffer.from(text))
    .slice(0, -1)
    .map(line => JSON.parse(line))
const manifestIn = (text: string) => JSON.parse(linesIn(Buffer.from(text)).at(-1)!)

async function exported(caller: Client, query = ''): Promise<string> {
  const { status, text, headers } = await caller.get(`/audit/export${query}`)
  assert.is(status, 200, text)
  assert.match(headers.get('content-disposition') ?? '', /^attachment; filename="audit-export\.(ndjson|csv)"$/)
  return text
}
const verify = (caller: Client, file: string, type = 'application/x-ndjson') =>
  caller.send('POST', '/audit/verify', file, { 'content-type': type })

test('an auditor exports the events of the own client, every one of them, and they verify', async () => {
  const text = await exported(auditor)
  const events = eventsIn(text)
  const families = [...new Set(events.map(({ stream }) => stream.slice(0, stream.indexOf('-'))))]
  const own = ['client', 'clientname', 'logindevices', 'refund', 'session', 'transaction', 'user', 'webhook']
  assert.equal(families.sort(), own)
  assert.ok(events.some(({ stream }) => stream === `refund-${refunds.bank}`))
  assert.not.match(text, new RegExp(`${refunds.other}|${ofOther}`))
  const stored = await store.read(`refund-${refunds.bank}`)
  assert.equal(
    events.filter(({ stream }) => stream === `refund-${refunds.bank}`),
    stored.map(({ id, stream, revision, type, data, metadata }) => {
      const { v, at, actor, request_id, correlation_id, causation_id, prev_hash, hash } = metadata
      return {
        ...{ stream, revision, event_id: id, type, v, at, actor, data },
        ...{ request_id, correlation_id, causation_id, prev_hash, hash },
      }
    }),
  )
  const { body: me } = await auditor.get('/api/auth/me')
  const manifest = manifestIn(text)
  assert.equal(manifest.exported_by, { sub: me.id, client_id: ofBank, role: 'auditor' })
  assert.equal([manifest.client_id, manifest.family, manifest.events], [ofBank, null, events.length])
  const { status, body } = await verify(auditor, text)
  assert.is(status, 200)
  assert.equal([body.intact, body.problem, body.signature.problem, body.events], [true, null, null, events.length])
  assert.equal(body.manifest, manifest)
  const jwks = (await operator.get('/.well-known/jwks.json')).body.keys as { kid: string; alg: string }[]
  assert.is(body.signature.key_id, jwks.find(({ alg }) => alg === 'EdDSA')!.kid)
})

test('only the operator of the service exports every client, or another one', async () => {
  const text = await exported(operator)
  const streams = new Set(eventsIn(text).map(({ stream }) => stream))
  for (const id of Object.values(refunds)) assert.ok(streams.has(`refund-${id}`))
  assert.is(manifestIn(text).client_id, null)
  assert.ok((await verify(operator, text)).body.intact)
  const one = await exported(operator, `?client_id=${ofOther}&family=refunds`)
  assert.equal([...new Set(eventsIn(one).map(({ stream }) => stream))], [`refund-${refunds.other}`])
  for (const caller of [auditor, bank]) {
    const { status, body } = await caller.get(`/audit/export?client_id=${ofOther}`)
    assert.equal([status, body.error_code], [404, 'NOT_FOUND'])
  }
  // What is asked for is recorded.
  for (const odd of ['%00', 'a%00b', 'x'.repeat(129), '']) {
    const { status, body } = await operator.get(`/audit/export?client_id=${odd}`)
    assert.equal([status, body.error_code, body.details?.field], [400, 'INVALID_REQUEST', 'client_id'], odd)
  }
})

test('a time, a kind of record and CSV', async () => {
  const [first] = await store.read(`refund-${refunds.bank}`)
  const before = await exported(auditor, `?family=refunds&to=${first!.at}`)
  assert.equal([eventsIn(before), manifestIn(before).to], [[], first!.at])
  const after = await exported(auditor, `?family=refunds&from=${encodeURIComponent('2026-01-01T00:00:00+02:00')}`)
  assert.equal(
    eventsIn(after).map(({ type }) => type),
    ['RefundRequested', 'RefundProcessingStarted', 'RefundCompleted'],
  )
  assert.is(manifestIn(after).from, '2025-12-31T22:00:00.000Z')
  const { text, headers } = await auditor.get('/audit/export?format=csv')
  assert.match(headers.get('content-type') ?? '', /^text\/csv/)
  assert.match(text, /^stream,revision,event_id,.*\r\n/)
  const { body } = await verify(auditor, text, 'text/csv')
  assert.equal([body.intact, body.manifest.encoding], [true, 'csv'])
})

test('what is sealed or secret is not in it', async () => {
  const text = await exported(operator)
  for (const secret of ['Ada Lovelace', '7000440001', 'whsec_', ADMIN.password, '@bank.example'])
    assert.not.ok(text.includes(secret), secret)
})

test('an invalid parameter is refused by name', async () => {
  const wrong: [string, string, string][] = [
    ['from=yesterday', 'from', 'must be a date-time'],
    ['from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z', 'from', 'must be before to'],
    ['from=2026-01-01T00:00:00Z&to=2026-01-01T00:00:00Z', 'from', 'must be before to'],
    ['family=refund', 'family', 'must be one of'],
    ['format=xml', 'format', 'must be one of'],
    ['since=2026-01-01T00:00:00Z', 'since', 'is not a known parameter'],
  ]
  for (const [query, field, reason] of wrong) {
    const { status, body } = await auditor.get(`/audit/export?${query}`)
    assert.equal([status, body.error_code, body.details.field], [400, 'INVALID_REQUEST', field], query)
    assert.ok(body.details.reason.startsWith(reason), `${query}: ${body.details.reason}`)
  }
})

test('every export is recorded before it begins, and the record is not in it', async () => {
  const id = `req-${randomUUID()}`
  const { text } = await auditor.send('GET', '/audit/export?family=reads&format=ndjson', undefined, {
    'x-request-id': id,
  })
  assert.not.ok(text.includes(id))
  const again = eventsIn(await exported(auditor, '?family=reads'))
  const read = again.find(event => JSON.stringify(event).includes(id))!
  assert.equal(
    [read.type, read.data],
    ['EventsExported', { client_id: ofBank, family: 'reads', from: null, to: null, encoding: 'ndjson' }],
  )
})

test('HEAD shows the headers and exports nothing', async () => {
  const before = eventsIn(await exported(auditor, '?family=reads')).length
  const { status, headers, text } = await auditor.send('HEAD', '/audit/export?format=csv')
  assert.equal([status, text], [200, ''])
  assert.match(headers.get('content-type') ?? '', /^text\/csv/)
  assert.is(eventsIn(await exported(auditor, '?family=reads')).length, before + 1)
})

test('a changed file is not intact, and the response names the place', async () => {
  const lines = linesIn(Buffer.from(await exported(auditor)))
  const at = lines.findIndex(line => line.includes('"type":"RefundCompleted"'))
  const changed = lines.with(at, lines[at]!.replace('"attempt":0', '"attempt":1')).join('')
  const { body } = await verify(auditor, changed)
  const { revision, stream } = JSON.parse(lines[at]!)
  assert.equal(body.problem, { line: at + 1, stream, revision, what: 'its hash does not match its contents' })
  assert.equal([body.intact, body.signature.valid], [false, true])
  const without = await verify(auditor, lines.slice(0, -1).join(''))
  assert.equal(
    [without.status, without.body.intact, without.body.problem.what],
    [200, false, 'it has no manifest: it was cut off, or making it failed'],
  )
})

test('what is no export is refused, and nothing without a body or a scope is looked at', async () => {
  for (const type of ['application/json', 'text/plain', 'application/octet-stream']) {
    const { status, body } = await verify(auditor, '{}', type)
    assert.equal(
      [status, body.error_code, body.details.reason],
      [415, 'UNSUPPORTED_MEDIA_TYPE', 'must be application/x-ndjson or text/csv'],
      type,
    )
  }
  const empty = await auditor.send('POST', '/audit/verify')
  assert.equal([empty.status, empty.body.details.reason], [400, 'is required'])
  const integrator = await userOf(ofBank, 'integrator')
  assert.is((await verify(integrator, '{}')).status, 403)
  assert.is((await integrator.get('/audit/export')).status, 403)
  assert.is((await verify(auditor.as(null), '{}')).status, 401)
})

const { hostname, port } = new URL(service.url)
const bearer = await (async () => {
  const answer = await fetch(`${service.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: `auditor.${ofBank}@bank.example`, password: ADMIN.password }),
  })
  return `Bearer ${((await answer.json()) as { access_token: string }).access_token}`
})()

/** Longer than a request and its answer may take elsewhere. */
const LONG_MS = 17_000

test('a file larger than any body, sent for longer than any request, is verified', async () => {
  const lines = linesIn(Buffer.from(await exported(operator)))
  const padding = `${JSON.stringify({ stream: 'x'.repeat(500) })}\n`.repeat(3_000)
  const started = performance.now()
  const response = await fetch(`${service.url}/audit/verify`, {
    method: 'POST',
    headers: { authorization: bearer, 'content-type': 'application/x-ndjson' },
    duplex: 'half',
    body: (async function* () {
      for (const line of lines.slice(0, -1)) yield Buffer.from(line)
      while (performance.now() - started < LONG_MS) {
        await new Promise(resolve => setTimeout(resolve, 500))
        yield Buffer.from(' ')
      }
      yield Buffer.from(padding)
      yield Buffer.from(lines.at(-1)!)
    })() as never,
  })
  const body = JSON.parse(await response.text())
  observe(
    service.url,
    'POST',
    '/audit/verify',
    {},
    { status: response.status, headers: response.headers, body, text: '' },
  )
  assert.equal([response.status, body.signature.valid, body.events], [200, true, lines.length - 1])
  assert.equal([body.problem.line, body.problem.what], [lines.length, 'it has no revision'])
})

test('two exports of a client are under way at most, and who hangs up makes room', async () => {
  const slow = () => {
    const socket = connect(Number(port), hostname)
    socket.write(`GET /audit/export HTTP/1.1\r\nhost: x\r\nauthorization: ${bearer}\r\n\r\n`)
    socket.on('error', () => {})
    return socket
  }
  const held = holdLog(store)
  const sockets = [slow(), slow()]
  await until(
    async () => held.waiting(),
    waiting => waiting === 2,
  )
  const { status, body, headers } = await auditor.get('/audit/export')
  assert.equal([status, body.error_code], [429, 'RATE_LIMIT_EXCEEDED'])
  assert.ok(Number(headers.get('retry-after')) > 0)
  for (const socket of sockets) {
    // The head of the answer came although nothing could be read.
    const [head] = await once(socket, 'data')
    assert.match(String(head), /^HTTP\/1\.1 200 OK\r\n/)
    socket.destroy()
  }
  await until(
    async () => held.waiting(),
    waiting => waiting === 0,
  )
  held.letGo()
  assert.ok((await verify(auditor, await exported(auditor))).body.intact)
})

test('an export that takes longer than any other response may take is complete', async () => {
  const held = holdLog(store)
  const response = await fetch(`${service.url}/audit/export`, { headers: { authorization: bearer } })
  await new Promise(resolve => setTimeout(resolve, ANSWER_MS))
  held.goOn()
  const { body } = await verify(auditor, await response.text())
  assert.equal([response.status, body.intact], [200, true])
})
/** Anything else is given up by then. */
const ANSWER_MS = 9_000

test('an export that fails midway ends without a manifest', async () => {
  const held = holdLog(store)
  const response = await fetch(`${service.url}/audit/export`, { headers: { authorization: bearer } })
  assert.is(response.status, 200)
  await until(
    async () => held.waiting(),
    waiting => waiting === 1,
  )
  held.fail(new Error('the store is gone'))
  await response.text().then(
    () => assert.unreachable('it ended well'),
    () => {},
  )
  held.letGo()
})

/** Makes every reading of the log wait. */
function holdLog(of: EventStore) {
  const { subscribe } = of
  type Waiting = { go(): void; fail(error: Error): void }
  const waiting = new Set<Waiting>()
  of.subscribe = async options => {
    const { promise, resolve: go, reject: fail } = Promise.withResolvers<void>()
    const one = { go, fail }
    waiting.add(one)
    options.signal.addEventListener('abort', () => go())
    await promise.finally(() => waiting.delete(one))
    if (!options.signal.aborted) await subscribe(options)
  }
  const letGo = () => {
    of.subscribe = subscribe
  }
  return {
    waiting: () => waiting.size,
    fail(error: Error) {
      for (const one of [...waiting]) one.fail(error)
    },
    letGo,
    goOn() {
      letGo()
      for (const one of [...waiting]) one.go()
    },
  }
}

test.run()
