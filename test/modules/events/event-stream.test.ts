import { setTimeout as delay } from 'node:timers/promises'
import * as assert from 'uvu/assert'
import { type Client, until } from '../../harness/client.ts'
import { idsIn, type OpenStream, openStream } from '../../harness/event-stream.ts'
import { ACCOUNTS, refundOf, transactionOf } from '../../harness/samples.ts'
import { ADMIN, startTestService } from '../../harness/service.ts'
import { suite } from '../../harness/suite.ts'

const test = suite('the stream of events')
const service = await startTestService()
const { admin, url } = service
const one = await service.newClient()
const other = await service.newClient()

const opened: OpenStream[] = []
async function open(caller: Client, lastEventId?: string, at = url): Promise<OpenStream> {
  const stream = await openStream(at, tokenOf(caller), lastEventId)
  opened.push(stream)
  return stream
}
test.after(async () => {
  for (const stream of opened) stream.close()
  await service.end()
})

const tokens = new Map<Client, string>()
async function loggedIn(email: string): Promise<Client> {
  const { body } = await admin.as(null).post('/api/auth/login', { email, password: ADMIN.password })
  const caller = admin.as(body.access_token)
  tokens.set(caller, body.access_token)
  return caller
}
const tokenOf = (caller: Client) => tokens.get(caller)!

async function refunded(caller: Client): Promise<string> {
  const transaction = transactionOf(50)
  assert.is((await caller.post('/transactions', transaction)).status, 201)
  const { status, body } = await caller.requestRefund(refundOf(transaction, 10, ACCOUNTS.paidAtOnce))
  assert.is(status, 201, JSON.stringify(body))
  return body.refund_id
}

/** Until a refund's three events are there. */
const untilPaid = (streams: OpenStream[], refundId: string) =>
  until(
    async () => streams.flatMap(stream => stream.records()).filter(({ data }) => data.refund_id === refundId),
    records => records.some(({ type }) => type === 'refund.completed'),
  )

const emailOf = async (caller: Client) => (await caller.get('/api/auth/me')).body.email
const reader = await loggedIn(await emailOf(one))
const otherReader = await loggedIn(await emailOf(other))

test('a reader gets its own events as they are in the list, once and in order', async () => {
  const [stream, second, foreign] = await Promise.all([open(reader), open(reader), open(otherReader)])
  assert.is(stream.headers.get('content-type'), 'text/event-stream')
  assert.is(stream.headers.get('cache-control'), 'no-store, no-transform')
  assert.is(stream.headers.get('x-accel-buffering'), 'no')
  const id = await refunded(one)
  await untilPaid([stream], id)
  await untilPaid([second], id)
  const { body } = await one.get(`/events?object=${id}`)
  assert.equal(stream.records(), body.data.toReversed())
  assert.equal(second.records(), stream.records())
  const foreignId = await refunded(other)
  await untilPaid([foreign], foreignId)
  assert.ok(foreign.records().every(({ data }) => data.refund_id === foreignId))
})

test('after a lost connection nothing is missing and nothing comes twice', async () => {
  const first = await open(reader)
  const before = await refunded(one)
  await untilPaid([first], before)
  first.close()
  const [missed, alsoMissed] = [await refunded(one), await refunded(one)]
  await refunded(other)
  await until(
    () => one.get(`/refund/${alsoMissed}`),
    ({ body }) => body.status === 'completed',
  )
  const again = await open(reader, first.id())
  await untilPaid([again], missed)
  await untilPaid([again], alsoMissed)
  const after = await refunded(one)
  await untilPaid([again], after)
  const ids = idsIn([first, again])
  assert.is(new Set(ids).size, ids.length)
  const refunds = new Set([before, missed, alsoMissed, after])
  assert.is(ids.length, refunds.size * 3)
  // From the middle of what it got.
  const middle = first.messages[0]!.id
  const repeated = await open(reader, middle)
  await untilPaid([repeated], after)
  assert.equal(idsIn([repeated]), ids.slice(1))
})

test('a stream without events moves on, so that its reader is not behind', async () => {
  const stream = await open(reader)
  assert.ok(stream.id().length > 0)
  const start = stream.id()
  await until(
    async () => stream.comments,
    comments => comments.includes('heartbeat'),
    60_000,
  )
  assert.is.not(stream.id(), start)
  assert.equal(stream.records(), [])
})

const decoded = (id: string) => Buffer.from(id, 'base64url').toString().split(' ')
const encoded = (parts: readonly string[]) => Buffer.from(parts.join(' ')).toString('base64url')

test('an id that cannot be continued gives a reset, and the stream goes on from there', async () => {
  const sample = await open(reader)
  await untilPaid([sample], await refunded(one))
  const id = sample.id()
  const [scope, position, event, at] = decoded(id) as [string, string, string, string]
  const foreignStream = await open(otherReader)
  const hourAgo = String(Number(at) - 3_601_000)
  const cases: [string, string][] = [
    ['nonsense', 'unknown'],
    [foreignStream.id(), 'unknown'],
    [encoded([scope, '9999999999999/9999999999999', event, at]), 'unknown'],
    [encoded([scope, '9999999999999999999/9999999999999999999', event, at]), 'unknown'],
    [encoded([scope, position, '00000000-0000-4000-8000-000000000000', at]), 'unknown'],
    [encoded([scope, '1/1', event, at]), 'unknown'],
    [encoded([scope, position, event, hourAgo]), 'behind'],
    [encoded([scope, position, event, '-1']), 'unknown'],
  ]
  for (const [forged, reason] of cases) {
    const stream = await open(reader, forged)
    await until(
      async () => stream.messages.length,
      count => count > 0,
    )
    const [{ event: name, data, id: next }] = stream.messages as [(typeof stream.messages)[number]]
    assert.equal([name, JSON.parse(data!)], ['reset', { reason }], forged)
    assert.is.not(next, forged)
    const refund = await refunded(one)
    await untilPaid([stream], refund)
    assert.ok(stream.records().every(record => record.data.refund_id === refund))
    stream.close()
  }
})

test('a reader without a token, or without the scope, is refused', async () => {
  const password = ADMIN.password
  await one.post('/admin/users', { email: 'consumer@stream.example', role: 'consumer', password })
  const consumer = await open(await loggedIn('consumer@stream.example'))
  assert.equal([consumer.status, consumer.refusal?.error_code], [403, 'AUTH_003'])
  assert.is((await openStream(url, 'none')).status, 401)
})

test('a stream ends within 5 s of its session, and of the right to read events', async () => {
  const password = ADMIN.password
  const make = async (email: string) => {
    const { body } = await one.post('/admin/users', { email, role: 'auditor', password })
    const caller = await loggedIn(email)
    return { id: body.user_id, caller, stream: await open(caller) }
  }
  const [out, disabled, demoted, kept] = [
    await make('out@stream.example'),
    await make('disabled@stream.example'),
    await make('demoted@stream.example'),
    await make('kept@stream.example'),
  ]
  const refreshed = await out.caller.as(null).post('/api/auth/login', { email: 'out@stream.example', password })
  assert.is(refreshed.status, 200)
  const since = performance.now()
  const answers = await Promise.all([
    one.send('PATCH', `/admin/users/${disabled.id}`, { status: 'disabled' }),
    one.send('PATCH', `/admin/users/${demoted.id}`, { role: 'consumer' }),
    one.send('PATCH', `/admin/users/${out.id}`, { revoke_sessions: true }),
  ])
  assert.equal(
    answers.map(({ status }) => status),
    [200, 200, 200],
  )
  const ended = await Promise.all(
    [out, disabled, demoted].map(async ({ stream }) => {
      await stream.closed
      return performance.now() - since
    }),
  )
  // A busy machine stands still for seconds.
  assert.ok(Math.max(...ended) < 15_000, ended.join(' '))
  assert.not(kept.stream.isClosed())
})

test('the streams of a suspended client end, and those of others go on', async () => {
  const third = await service.newClient()
  const { client_id, email } = (await third.get('/api/auth/me')).body
  const stream = await open(await loggedIn(email))
  const unaffected = await open(reader)
  assert.is((await admin.send('PATCH', `/admin/clients/${client_id}`, { status: 'disabled' })).status, 200)
  await stream.closed
  assert.not(unaffected.isClosed())
})

test('the 101st stream of a client is refused, and there is room when one has ended', async () => {
  for (const stream of opened.splice(0)) stream.close()
  await delay(1_000)
  const streams = await Promise.all(Array.from({ length: 100 }, () => open(reader)))
  assert.ok(streams.every(({ status }) => status === 200))
  const refused = await open(reader)
  assert.equal([refused.status, refused.refusal?.error_code], [429, 'RATE_LIMIT_EXCEEDED'])
  assert.is(refused.headers.get('retry-after'), '60')
  assert.is((await open(otherReader)).status, 200)
  streams[0]!.close()
  await until(
    () => open(reader),
    ({ status }) => status === 200,
  )
  const id = await refunded(one)
  await Promise.all(streams.slice(1).map(stream => untilPaid([stream], id)))
})

test('streams are not in the request times', async () => {
  const stream = await open(reader)
  stream.close()
  await stream.closed
  await delay(500)
  const metrics = await service.service.metrics.getSingleMetricAsString('http_request_duration_seconds')
  assert.ok(metrics.includes('/events"') && !/events\/stream",status="200"/.test(metrics))
})

test.run()
