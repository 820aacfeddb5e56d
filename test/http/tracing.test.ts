import { registerHooks } from 'node:module'
import { setTimeout as delay } from 'node:timers/promises'
import * as assert from 'uvu/assert'
import { startCollector } from '../harness/collector.ts'
import { startHttpsSink } from '../harness/https-sink.ts'
import { testLog } from '../harness/log.ts'
import { suite } from '../harness/suite.ts'

/** Everything that was imported from here on: without a collector nothing of OpenTelemetry may be. */
const imported: string[] = []
registerHooks({
  resolve(specifier, context, next) {
    imported.push(specifier)
    return next(specifier, context)
  },
})
const { until } = await import('../harness/client.ts')
const { ACCOUNTS, refundOf, transactionOf } = await import('../harness/samples.ts')
const { ADMIN, startTestService } = await import('../harness/service.ts')
const { developmentCaOf } = await import('#embedded/development-ca.ts')
/** The API alone does nothing; slonik brings it. */
const isTelemetry = (specifier: string) => /^@opentelemetry\/(?!api$)/.test(specifier)

const test = suite('traces')
const TRACE = '0af7651916cd43dd8448eb211c80319c'
const CALLER = 'b7ad6b7169203331'
const SERVER = 2
const CLIENT = 3
const FAILED = 2
/** Far more than any answer here takes, and less than a collector is waited for. */
const ANSWER_MS_MAX = 4_000

const collector = await startCollector()
const lines: { [field: string]: unknown; msg: string }[] = []
const log = testLog(line => lines.push(JSON.parse(line)))

test('without a collector nothing of OpenTelemetry is loaded, and a traceparent means nothing', async () => {
  const plain = await startTestService({}, { log })
  const headers = { traceparent: `00-${TRACE}-${CALLER}-01` }
  assert.is((await plain.admin.send('GET', '/api/auth/me', undefined, headers)).status, 200)
  await plain.end()
  assert.ok(imported.includes('fastify'))
  assert.equal(imported.filter(isTelemetry), [])
  assert.not.ok(lines.some(line => 'trace_id' in line))
})

const environment = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_SERVICE_NAME: 'refunds of a test' }
let service: Awaited<ReturnType<typeof startTestService>>
const sinks: Awaited<ReturnType<typeof startHttpsSink>>[] = []

const spansOf = (trace: string, count: number) =>
  until(
    async () => collector.spans.filter(({ traceId }) => traceId === trace),
    spans => spans.length >= count,
  )
const traceOf = (headers: Headers) =>
  String(lines.find(line => line.request_id === headers.get('x-request-id'))?.trace_id)

test("a request's spans and log lines belong to the caller's trace, and its appends to the request", async () => {
  service = await startTestService({ ...environment, WEBHOOK_RETRY_BASE_MS: '50' }, { log })
  assert.ok(imported.some(isTelemetry))
  const transaction = transactionOf(10)
  await service.admin.post('/transactions', transaction)
  const { status, headers, body } = await service.admin.send(
    'POST',
    '/v1/refund/request?',
    refundOf(transaction, 10, ACCOUNTS.ordinary),
    {
      'idempotency-key': 'traced-refund',
      traceparent: `00-${TRACE}-${CALLER}-01`,
      tracestate: 'vendor=tracestate-text',
    },
  )
  assert.is(status, 201)
  const spans = await spansOf(TRACE, 3)
  const [server] = spans.filter(({ kind }) => kind === SERVER)
  assert.equal([server?.name, server?.parentSpanId], ['POST /v1/refund/request', CALLER])
  assert.equal(server?.attributes, {
    'http.request.method': 'POST',
    'http.route': '/v1/refund/request',
    'http.response.status_code': 201,
    request_id: headers.get('x-request-id') ?? undefined,
  })
  const appends = spans.filter(({ kind }) => kind === CLIENT)
  assert.equal(appends.map(({ name }) => name).sort(), ['append refund', 'append transaction'])
  for (const append of appends) assert.is(append.parentSpanId, server?.spanId)
  assert.is(traceOf(headers), TRACE)
  const audit = await until(
    () => service.admin.get(`/audit/refunds/${body.refund_id}`),
    answer => answer.body.history?.length > 0,
  )
  assert.is(audit.body.chain.intact, true)
})

test('every attempt of a webhook has a span', async () => {
  const authority = await developmentCaOf(service.environment.DATA_DIR!)
  const sink = await startHttpsSink({ authority })
  sinks.push(sink)
  sink.respond((_, response) => void response.writeHead(sink.received.length === 1 ? 500 : 200).end())
  const { body } = await service.admin.post('/webhooks', {
    url: `${sink.url}?sink=private`,
    events: ['fraud.detected'],
  })
  // None that the refunds of other tests may still cause.
  const sent = await service.admin.post(`/webhooks/${body.webhook_id}/test`, { event_type: 'fraud.detected' })
  assert.ok(sent.status < 300, JSON.stringify(sent.body))
  const attempts = await until(
    async () => collector.spans.filter(({ attributes }) => attributes.webhook_id === body.webhook_id),
    spans => spans.length >= 2,
  )
  const told = attempts.map(({ name, kind, status, attributes }) => [
    name,
    kind,
    status.code ?? 0,
    attributes['webhook.attempt'],
    attributes['webhook.state'],
    attributes['http.response.status_code'],
    attributes['error.type'],
  ])
  assert.equal(told, [
    ['webhook fraud.detected', CLIENT, FAILED, 1, 'pending', 500, 'http_500'],
    ['webhook fraud.detected', CLIENT, 0, 2, 'succeeded', 200, undefined],
  ])
})

test('without a traceparent, or with one that is none, a request begins a trace of its own', async () => {
  const given = [
    '',
    'nonsense',
    `00-${'0'.repeat(32)}-${CALLER}-01`,
    `ff-${TRACE}-${CALLER}-01`,
    `00-${TRACE}-${CALLER}`,
  ]
  const begun = await Promise.all(
    given.map(async traceparent => {
      const { status, headers } = await service.admin.send('GET', '/refund/list?page=1', undefined, { traceparent })
      assert.is(status, 200)
      return traceOf(headers)
    }),
  )
  assert.is(new Set([...begun, TRACE]).size, given.length + 1)
  for (const trace of begun) {
    assert.match(trace, /^[\da-f]{32}$/)
    const [span] = await spansOf(trace, 1)
    assert.is(span?.parentSpanId ?? '', '')
  }
})

test('a refusal names its code, a caller who does not sample is not exported, probes have no span', async () => {
  const unsampled = 'deadbeef'.repeat(4)
  const quiet = await service.admin.send('GET', '/api/auth/me', undefined, {
    traceparent: `00-${unsampled}-${CALLER}-00`,
  })
  assert.is(traceOf(quiet.headers), unsampled)
  await service.admin.get('/health/live')
  const { headers } = await service.admin.get('/refund/rf_none')
  const [refused] = await spansOf(traceOf(headers), 1)
  assert.equal([refused?.attributes['error.type'], refused?.status.code ?? 0], ['REFUND_003', 0])
  assert.not.ok(collector.spans.some(({ traceId }) => traceId === unsampled))
  assert.not.ok(collector.spans.some(({ name }) => name.includes('/health')))
})

test('nothing that was exported holds a secret, a person, a query or a header', () => {
  const all = collector.bodies.join('')
  assert.match(all, 'refunds of a test')
  const { account_number, name } = refundOf(transactionOf(1), 1, ACCOUNTS.ordinary).beneficiary
  const texts = [account_number, name, ADMIN.email, ADMIN.password, 'eyJ', 'page=1', 'private', 'rf_none', 'user_']
  for (const text of [...texts, 'traced-refund', 'tracestate-text', '127.0.0.1'])
    assert.not.ok(all.includes(text), `${text} was exported`)
})

test('a collector that hangs or is gone neither slows nor fails a request, and is logged once', async () => {
  const ask = async () => {
    for (let n = 0; n < 20; n += 1) {
      const started = performance.now()
      assert.is((await service.admin.get('/api/auth/me')).status, 200)
      assert.ok(performance.now() - started < ANSWER_MS_MAX)
    }
  }
  collector.hang(true)
  await ask()
  await delay(1_500)
  await ask()
  await collector.close()
  await ask()
  const told = () => lines.filter(({ msg }) => msg.startsWith('the collector '))
  await until(
    async () => told().length,
    count => count > 0,
  )
  await ask()
  collector.hang(false)
  await collector.open()
  await until(
    () => ask().then(() => told().length),
    count => count > 1,
  )
  assert.equal(
    told().map(({ msg }) => msg),
    ['the collector refuses traces', 'the collector accepts traces again'],
  )
})

test('an end sends what is left', async () => {
  const { headers } = await service.admin.get('/api/auth/me')
  const id = headers.get('x-request-id')
  await service.end()
  assert.ok(collector.spans.some(({ attributes }) => attributes.request_id === id))
})

test('an end gives up on a collector that hangs before the sending itself does', async () => {
  const { exportTraces } = await import('#edge/tracing/otlp.ts')
  const tracing = exportTraces(`${collector.url}/v1/traces`, 'ending', log)
  collector.hang(true)
  tracing.start('client', 'last').end({}, 'ok')
  await tracing.stop()
  await delay(500)
  assert.is(collector.waiting(), 1, 'the sending had ended by itself')
})

test.after(() => Promise.all([collector.close(), ...sinks.map(sink => sink.close())]).then(() => undefined))
test.run()
