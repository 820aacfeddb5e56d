import { createHmac } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import * as assert from 'uvu/assert'
import { type Answer, until } from '../harness/client.ts'
import { startHttpsSink } from '../harness/https-sink.ts'
import { testLog } from '../harness/log.ts'
import { refundOf, transactionOf } from '../harness/samples.ts'
import { startTestService, testEnvironment } from '../harness/service.ts'
import { suite } from '../harness/suite.ts'

/** The webhook module over HTTP, on the whole service. */
const test = suite('webhooks over HTTP')
const sink = await startHttpsSink()
const { DATA_DIR } = testEnvironment() as { DATA_DIR: string }
const WEBHOOK_CA_FILE = join(DATA_DIR, 'ca.pem')
writeFileSync(WEBHOOK_CA_FILE, sink.caPem)
const lines: string[] = []
const log = testLog(line => lines.push(line))
const service = await startTestService(
  { DATA_DIR, WEBHOOK_CA_FILE, WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8', WEBHOOK_RETRY_BASE_MS: '50' },
  { log },
)
const { admin } = service
const stranger = await service.newClient()
const secrets: string[] = []
/** Paths that answer with another status than 200. */
const statuses = new Map<string, number>()
sink.respond(({ path }, response) => void response.writeHead(statuses.get(path) ?? 200).end('thanks'))

async function create(path: string, more: object = {}) {
  const answer = await admin.post('/webhooks', { url: sink.url.replace('/hook', path), events: ['refund.*'], ...more })
  assert.is(answer.status, 201, JSON.stringify(answer.body))
  secrets.push(answer.body.secret)
  return answer.body
}

function isRefusal(answer: Answer, status: number, code: string, field?: string) {
  assert.equal([answer.status, answer.body.error_code], [status, code], JSON.stringify(answer.body))
  if (field !== undefined) assert.is(answer.body.details.field, field)
}

const at = (path: string) => sink.received.filter(request => request.path === path)

test('creation answers with the record and its secret, as the spec lists them', async () => {
  const body = await create('/created', { secret: null, description: 'the first', metadata: { team: 'fraud' } })
  assert.match(`${body.webhook_id} ${body.secret}`, /^wh_\S+ whsec_/)
  const { webhook_id, created_at, updated_at, secret, url, ...rest } = body
  assert.equal(rest, {
    events: ['refund.*'],
    description: 'the first',
    metadata: { team: 'fraud' },
    rate_per_second: null,
    status: 'active',
    disabled_reason: null,
  })
  const { body: read } = await admin.get(`/webhooks/${webhook_id}`)
  assert.equal(read, { webhook_id, created_at, updated_at, url, ...rest })
  const { body: list } = await admin.get('/webhooks')
  assert.equal(
    list.data.find((row: { webhook_id: string }) => row.webhook_id === webhook_id),
    read,
  )
})

for (const [field, body] of [
  ['url', { events: ['*'] }],
  ['url', { url: 42, events: ['*'] }],
  ['url', { url: 'http://example.com/', events: ['*'] }],
  ['url', { url: 'https://10.0.0.1/', events: ['*'] }],
  ['url', { url: 'https://example\t.com/\n', events: ['*'] }],
  ['url', { url: 'https:///example.com/', events: ['*'] }],
  ['url', { url: 'https://intranet/', events: ['*'] }],
  ['url', { url: `https://example.com/${'a'.repeat(10_240)}`, events: ['*'] }],
  ['events', { url: 'https://example.com/' }],
  ['events', { url: 'https://example.com/', events: [] }],
  ['events', { url: 'https://example.com/', events: ['refund.paid'] }],
  ['events', { url: 'https://example.com/', events: 'refund.created' }],
  ['secret', { url: 'https://example.com/', events: ['*'], secret: 'short' }],
  ['secret', { url: 'https://example.com/', events: ['*'], secret: 'x'.repeat(257) }],
  ['secret', { url: 'https://example.com/', events: ['*'], secret: 'sécret-with-an-accent' }],
  ['description', { url: 'https://example.com/', events: ['*'], description: 'x'.repeat(501) }],
  ['metadata', { url: 'https://example.com/', events: ['*'], metadata: 'text' }],
  ['metadata', { url: 'https://example.com/', events: ['*'], metadata: { a: 'x'.repeat(5_000) } }],
  ['rate_per_second', { url: 'https://example.com/', events: ['*'], rate_per_second: 0 }],
] as const)
  test(`creation with ${JSON.stringify(body).slice(0, 70)} names ${field} and stores nothing`, async () => {
    const before = (await admin.get('/webhooks')).body.data.length
    isRefusal(await admin.post('/webhooks', body), 400, 'INVALID_REQUEST', field)
    assert.is((await admin.get('/webhooks')).body.data.length, before)
  })

test('a change is seen at once, bad changes name their field, unknown query parameters are refused', async () => {
  const { webhook_id } = await create('/changed')
  const path = `/webhooks/${webhook_id}`
  const changed = await admin.send('PATCH', path, {
    events: ['refund.failed', '*'],
    status: 'disabled',
    description: null,
  })
  assert.equal([changed.status, changed.body.status, changed.body.disabled_reason], [200, 'disabled', 'requested'])
  assert.equal((await admin.get(path)).body, changed.body)
  assert.is((await admin.send('PATCH', path, { status: 'active' })).body.status, 'active')
  isRefusal(await admin.send('PATCH', path, { url: 'http://example.com' }), 400, 'INVALID_REQUEST', 'url')
  isRefusal(await admin.send('PATCH', path, { status: 'deleted' }), 400, 'INVALID_REQUEST', 'status')
  isRefusal(await admin.get('/webhooks?status=disabled'), 400, 'INVALID_REQUEST', 'status')
  isRefusal(await admin.get(`${path}/deliveries?statsu=failed`), 400, 'INVALID_REQUEST')
  isRefusal(await admin.get(`${path}/deliveries?status=lost`), 400, 'INVALID_REQUEST', 'status')
  const backwards = 'since=2026-01-02T00:00:00Z&until=2026-01-01T00:00:00Z'
  isRefusal(await admin.get(`${path}/deliveries?${backwards}`), 400, 'INVALID_REQUEST', 'since')
  isRefusal(await admin.get(`${path}/deliveries?limit=101`), 400, 'INVALID_REQUEST', 'limit')
  isRefusal(await admin.get(`${path}/deliveries?cursor=nonsense`), 400, 'INVALID_REQUEST', 'cursor')
  isRefusal(await admin.post(`${path}/recover`, { since: 'yesterday' }), 400, 'INVALID_REQUEST', 'since')
  isRefusal(await admin.post(`${path}/recover`, { since: '2999-01-01T00:00:00Z' }), 400, 'INVALID_REQUEST', 'since')
  isRefusal(await admin.post(`${path}/test`, { event_type: 'refund.paid' }), 400, 'INVALID_REQUEST', 'event_type')
})

test('text that PostgreSQL cannot store is refused, and the events beside it are delivered', async () => {
  const { webhook_id } = await create('/beside')
  const refused = [
    ['description', { description: 'a\u0000b' }],
    ['description', { description: 'half \ud83d' }],
    ['metadata', { metadata: { team: ['a\u0000b'] } }],
    ['metadata', { metadata: { 'a\\\u0000b': 1 } }],
    ['metadata', { metadata: { team: '\udc00' } }],
  ] as const
  for (const [field, more] of refused) {
    const body = { url: sink.url, events: ['*'], ...more }
    isRefusal(await stranger.post('/webhooks', body), 400, 'INVALID_REQUEST', field)
    isRefusal(await admin.send('PATCH', `/webhooks/${webhook_id}`, more), 400, 'INVALID_REQUEST', field)
  }
  const deep = `{"url":"${sink.url}","events":["*"],"metadata":{"a":${'['.repeat(30_000)}${']'.repeat(30_000)}}}`
  isRefusal(await stranger.post('/webhooks', deep), 400, 'INVALID_REQUEST', 'body')
  const wide = { url: sink.url, events: ['*'], metadata: { a: Array(30_000).fill({}) } }
  isRefusal(await stranger.post('/webhooks', wide), 413, 'PAYLOAD_TOO_LARGE')
  isRefusal(await admin.send('PATCH', `/webhooks/${webhook_id}`, wide), 413, 'PAYLOAD_TOO_LARGE')
  const odd = { description: 'two\nlines', metadata: { 'a\\u0000': '\\ud83d 💣 \u0001' } }
  const { body } = await admin.send('PATCH', `/webhooks/${webhook_id}`, odd)
  assert.equal({ description: body.description, metadata: body.metadata }, odd)
  const transaction = transactionOf(1)
  await admin.post('/transactions', transaction)
  assert.is((await admin.requestRefund(refundOf(transaction, 1))).status, 201)
  await until(
    async () => at('/beside').length,
    count => count > 0,
  )
})

test("another client's endpoint, an unknown one and a path as id are not found, before the body is looked at", async () => {
  const { webhook_id } = await create('/mine')
  const own = `/webhooks/${webhook_id}`
  for (const path of [
    own,
    '/webhooks/wh_00000000-0000-7000-8000-000000000000',
    '/webhooks/..%2f..%2fetc',
    '/webhooks/x',
  ])
    for (const [method, rest, body] of [
      ['GET', '', undefined],
      ['PATCH', '', { url: 42 }],
      ['DELETE', '', undefined],
      ['POST', '/rotate-secret', {}],
      ['POST', '/test', { event_type: 42 }],
      ['GET', '/deliveries', undefined],
      ['POST', '/recover', {}],
    ] as const)
      isRefusal(await stranger.send(method, path + rest, body), 404, 'NOT_FOUND')
  assert.is((await admin.get(own)).status, 200)
  isRefusal(await admin.as(null).get(own), 401, 'AUTH_001')
})

test('each step of a refund is delivered, signed, and listed with its attempts', async () => {
  const { webhook_id, secret } = await create('/walk', { events: ['refund.*'] })
  const transaction = transactionOf(100)
  await admin.post('/transactions', transaction)
  const { body: refund } = await admin.requestRefund(refundOf(transaction, 10.5))
  await until(
    async () => at('/walk').map(({ body }) => JSON.parse(body.toString())),
    events => events.length === 3,
  )
  const events = at('/walk').map(({ body }) => JSON.parse(body.toString()))
  assert.equal(events.map(({ type }) => type).sort(), ['refund.completed', 'refund.created', 'refund.processing'])
  const { data, metadata } = events.find(({ type }) => type === 'refund.completed')!
  assert.equal([data.object, data.refund_id, data.amount, data.status], ['refund', refund.refund_id, 10.5, 'completed'])
  assert.equal(
    [typeof data.completed_at, typeof data.reference, Number.isInteger(data.processing_time_seconds)],
    ['string', 'string', true],
  )
  assert.equal(data.beneficiary, refund.beneficiary)
  assert.is(metadata.test_mode, true)
  for (const { headers, body } of at('/walk')) {
    const signed = createHmac('sha256', secret).update(`${headers['x-service-timestamp']}.`).update(body)
    assert.is(headers['x-service-signature'], signed.digest('hex'))
  }
  const { body: page } = await until(
    () => admin.get(`/webhooks/${webhook_id}/deliveries?status=succeeded&limit=2`),
    // An outcome is on record a moment after the endpoint has answered.
    answer => answer.body.data.length === 2 && answer.body.pagination.has_more,
  )
  const { body: rest } = await admin.get(
    `/webhooks/${webhook_id}/deliveries?status=succeeded&limit=2&cursor=${page.pagination.next_cursor}`,
  )
  assert.equal([rest.data.length, rest.pagination], [1, { next_cursor: null, has_more: false }])
  const { body: one } = await admin.get(`/webhooks/${webhook_id}/deliveries/${page.data[0].delivery_id}`)
  const [attempt] = one.attempt_log
  assert.equal([attempt.number, attempt.status_code, attempt.error_code], [1, 200, null])
  assert.equal([attempt.response.body, attempt.response.body_encoding], ['thanks', 'utf8'])
})

test('pages of deliveries are complete, however many were queued in one moment', async () => {
  const { webhook_id } = await create('/moment', { events: ['refund.*'] })
  const transactions = Array.from({ length: 12 }, () => transactionOf(100))
  await admin.post('/transactions', transactions)
  await Promise.all(transactions.map(transaction => admin.requestRefund(refundOf(transaction, 10))))
  const path = `/webhooks/${webhook_id}/deliveries`
  const { body: whole } = await until(
    () => admin.get(`${path}?limit=100`),
    ({ body }) => body.data.length === 36,
  )
  const walked: unknown[] = []
  let cursor = ''
  for (let pages = 0; pages < 36; pages += 1) {
    const { data, pagination } = (await admin.get(`${path}?limit=1${cursor}`)).body
    walked.push(...data.map(({ delivery_id }: { delivery_id: string }) => delivery_id))
    cursor = `&cursor=${pagination.next_cursor}`
    if (!pagination.has_more) break
  }
  assert.equal(
    walked,
    whole.data.map(({ delivery_id }: { delivery_id: string }) => delivery_id),
  )
})

/**
 * A list waits two seconds for what is being queued: one that was given up on a busy machine took as long, and is
 * asked for again.
 */
async function isListed(path: string, length: number): Promise<void> {
  for (let asked = 0; asked < 10; asked += 1) {
    const since = performance.now()
    const { body } = await admin.get(path)
    const ms = performance.now() - since
    if (ms < 2_000 || body.data.length === length)
      return assert.is(body.data.length, length, `deliveries after ${ms} ms`)
  }
  assert.unreachable('it was given up again and again')
}

test('once a request is answered, what it sends is listed: 50 times in a row', async () => {
  const { webhook_id } = await create('/at-once', { events: ['refund.created'] })
  const path = `/webhooks/${webhook_id}/deliveries?limit=100`
  const transaction = transactionOf(100)
  await admin.post('/transactions', transaction)
  for (let requested = 1; requested <= 50; requested += 1) {
    assert.is((await admin.requestRefund(refundOf(transaction, 1))).status, 201)
    await isListed(path, requested)
  }
  const { body: sent } = await admin.post(`/webhooks/${webhook_id}/test`, { event_type: 'fraud.detected' })
  assert.is((await admin.get(path)).body.data[0].delivery_id, sent.delivery_id)
})

test('rotation shows the new secret once', async () => {
  const { webhook_id, secret } = await create('/rotated', { events: ['fraud.*'] })
  const { status, body, headers } = await admin.post(`/webhooks/${webhook_id}/rotate-secret`)
  assert.equal([status, headers.get('cache-control')], [200, 'no-store'])
  assert.is.not(body.secret, secret)
  secrets.push(body.secret)
  const { body: queued } = await admin.post(`/webhooks/${webhook_id}/test`, { event_type: 'fraud.detected' })
  await until(
    async () => at('/rotated'),
    requests => requests.length === 1,
  )
  const [request] = at('/rotated')
  assert.is(request!.headers['x-service-event-id'], queued.event_id)
  const sign = (key: string) =>
    createHmac('sha256', key).update(`${request!.headers['x-service-timestamp']}.`).update(request!.body).digest('hex')
  assert.is(request!.headers['x-service-signature'], sign(body.secret))
  assert.is(request!.headers['x-service-signature-previous'], sign(secret))
})

test('a sixth secret within 24 hours is refused, and the answer says until when', async () => {
  const { webhook_id } = await create('/five', { events: ['fraud.*'] })
  const rotate = () => admin.post(`/webhooks/${webhook_id}/rotate-secret`)
  const first = await rotate()
  for (let turn = 2; turn <= 4; turn += 1) assert.is((await rotate()).status, 200)
  const refused = await rotate()
  isRefusal(refused, 409, 'CONFLICT')
  assert.is(refused.body.details.until, first.body.previous_expires_at)
})

test('a failed delivery is retried by hand and recovered', async () => {
  const { webhook_id } = await create('/failing', { events: ['fraud.*'] })
  statuses.set('/failing', 503)
  const { body: queued } = await admin.post(`/webhooks/${webhook_id}/test`, { event_type: 'fraud.detected' })
  const path = `/webhooks/${webhook_id}/deliveries/${queued.delivery_id}`
  const failing = await until(
    () => admin.get(path),
    answer => answer.body.attempts > 0,
  )
  assert.equal([failing.body.status, failing.body.last_attempt.error_code], ['pending', 'http_503'])
  statuses.delete('/failing')
  assert.is((await admin.post(`${path}/retry`)).status, 200)
  await until(
    () => admin.get(path),
    answer => answer.body.status === 'succeeded',
  )
  isRefusal(await admin.post(`/webhooks/${webhook_id}/deliveries/dlv_x/retry`), 404, 'NOT_FOUND')
  const ordered = await admin.post(`/webhooks/${webhook_id}/recover`, { since: '2026-01-01T00:00:00+02:00' })
  assert.equal([ordered.status, ordered.body.since], [200, '2025-12-31T22:00:00.000Z'])
  const done = await until(
    () => admin.get(`/webhooks/${webhook_id}/recover/${ordered.body.recovery_id}`),
    answer => answer.body.state === 'finished',
  )
  assert.is(done.body.requeued, 0)
})

test('a client that an administrator suspends gets nothing until it is reinstated', async () => {
  const suspended = await service.newClient('Suspended')
  const body = { url: sink.url.replace('/hook', '/suspended'), events: ['fraud.*'] }
  const { body: created } = await suspended.post('/webhooks', body)
  secrets.push(created.secret)
  const { body: me } = await suspended.get('/api/auth/me')
  statuses.set('/suspended', 503)
  await suspended.post(`/webhooks/${created.webhook_id}/test`, { event_type: 'fraud.detected' })
  await until(
    async () => at('/suspended').length,
    count => count >= 2,
  )
  assert.is((await admin.send('PATCH', `/admin/clients/${me.client_id}`, { status: 'disabled' })).status, 200)
  await delay(2_500)
  const before = at('/suspended').length
  statuses.delete('/suspended')
  // The longest gap before the fifth attempt.
  await delay(4_000)
  assert.is(at('/suspended').length, before)
  assert.is((await admin.send('PATCH', `/admin/clients/${me.client_id}`, { status: 'active' })).status, 200)
  await until(
    async () => at('/suspended').length,
    count => count === before + 1,
  )
})

test('of 300 endpoints that one client requests at once, 100 are created; a deleted one frees its slot', async () => {
  const crowd = await service.newClient('A crowd')
  const body = { url: `${sink.url}/crowd`, events: ['fraud.*'] }
  // A request that finds no turn in time is repeated, as 503 says.
  const asking = () =>
    until(
      () => crowd.post('/webhooks', body),
      ({ status }) => status !== 503,
      90_000,
    )
  const answers = await Promise.all(Array.from({ length: 300 }, asking))
  const created = answers.filter(({ status }) => status === 201)
  assert.is(created.length + answers.filter(({ status }) => status === 409).length, 300)
  // One that was answered with 503 may have been created.
  assert.ok(created.length > 50 && created.length <= 100, `${created.length} were answered with 201`)
  for (const answer of created) secrets.push(answer.body.secret)
  assert.is((await crowd.get('/webhooks')).body.data.length, 100)
  assert.is((await crowd.send('DELETE', `/webhooks/${created[0]!.body.webhook_id}`)).status, 200)
  const again = await Promise.all(Array.from({ length: 10 }, () => crowd.post('/webhooks', body)))
  assert.is(again.filter(({ status }) => status === 201).length, 1)
})

test('a deleted endpoint is gone', async () => {
  const { webhook_id } = await create('/gone')
  const deleted = await admin.send('DELETE', `/webhooks/${webhook_id}`)
  assert.equal([deleted.status, deleted.body], [200, { webhook_id, status: 'deleted' }])
  isRefusal(await admin.get(`/webhooks/${webhook_id}`), 404, 'NOT_FOUND')
  isRefusal(await admin.send('DELETE', `/webhooks/${webhook_id}`), 404, 'NOT_FOUND')
  assert.not.ok(
    (await admin.get('/webhooks')).body.data.some((row: { webhook_id: string }) => row.webhook_id === webhook_id),
  )
})

test('health and metrics know of delivery, and no secret is in the log or the metrics', async () => {
  const health = await until(
    () => admin.as(null).get('/health/ready'),
    ({ status }) => status === 200,
  )
  for (const role of ['projector', 'reactor', 'deliverer']) {
    const { state, lag_ms } = health.body.parts[role]
    assert.ok(state === 'up' && Number.isInteger(lag_ms) && lag_ms >= 0, `${role}: ${state}, ${lag_ms} ms behind`)
  }
  const { status, text: metrics, headers } = await admin.as(null).get('/metrics')
  assert.is(status, 200)
  assert.match(headers.get('content-type') ?? '', /^text\/plain/)
  for (const name of [
    'webhook_attempts_total',
    'webhook_oldest_due_seconds',
    'webhook_queue_depth',
    'webhook_attempt_duration_seconds',
  ])
    assert.ok(metrics.includes(name), name)
  assert.ok(lines.some(line => line.includes('webhook attempt')))
  for (const secret of secrets) assert.not.ok(lines.some(line => line.includes(secret)) || metrics.includes(secret))
})

test.after(async () => {
  await service.end()
  await sink.close()
})
test.run()
