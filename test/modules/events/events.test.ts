import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'slonik'
import * as assert from 'uvu/assert'
import { z } from 'zod'
import { EVENT_TYPES, subscribes } from '#domain/webhooks/event-types.ts'
import { beneficiarySubject } from '#services/refunds/sealed-fields.ts'
import { type Client, until } from '../../harness/client.ts'
import { startHttpsSink } from '../../harness/https-sink.ts'
import { ACCOUNTS, refundOf, transactionOf } from '../../harness/samples.ts'
import { startTestService, testEnvironment } from '../../harness/service.ts'
import { suite } from '../../harness/suite.ts'

const test = suite('events over HTTP')
const sink = await startHttpsSink()
const { DATA_DIR } = testEnvironment() as { DATA_DIR: string }
const WEBHOOK_CA_FILE = join(DATA_DIR, 'ca.pem')
writeFileSync(WEBHOOK_CA_FILE, sink.caPem)
const service = await startTestService({ DATA_DIR, WEBHOOK_CA_FILE, WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8' })
const { admin } = service
/** A client that never had an endpoint. */
const silent = await service.newClient()
sink.respond(({ path }, response) => void response.writeHead(path === '/gone' ? 410 : 200).end())

test.after(async () => {
  await service.end()
  await sink.close()
})

type Event = { id: string; type: string; created_at: string; data: Record<string, unknown>; metadata: object }

async function refunded(caller: Client, account = ACCOUNTS.paidAtOnce): Promise<string> {
  const transaction = transactionOf(50)
  assert.is((await caller.post('/transactions', transaction)).status, 201)
  const { status, body } = await caller.requestRefund(refundOf(transaction, 10, account))
  assert.is(status, 201, JSON.stringify(body))
  return body.refund_id
}

const settled = (caller: Client, id: string, status: string) =>
  until(
    () => caller.get(`/refund/${id}`),
    ({ body }) => body.status === status,
  )

/** All events that fit, page by page; `between` runs after each page. */
async function everyPage(caller: Client, query = '', limit = 100, between = async () => {}): Promise<Event[]> {
  const events: Event[] = []
  let cursor = ''
  for (let pages = 0; pages < 200; pages += 1) {
    const { status, body } = await caller.get(`/events?limit=${limit}${query}${cursor}`)
    assert.is(status, 200, JSON.stringify(body))
    const { next_cursor, has_more } = body.pagination
    assert.ok(body.data.length <= limit && has_more === (next_cursor !== null))
    assert.ok(body.data.length > 0 || cursor === '', 'the page before said that there is more')
    events.push(...body.data)
    if (!has_more) return events
    assert.is(body.data.length, limit)
    cursor = `&cursor=${next_cursor}`
    await between()
  }
  throw new Error('the pages do not end')
}

const idsOf = (events: Event[]) => events.map(({ id }) => id)

/** Every path of a refund, so that every type of a refund's events is told. */
const hook = (await admin.post('/webhooks', { url: sink.url, events: ['*'] })).body.webhook_id
const completed = await refunded(admin)
const failed = await refunded(admin, ACCOUNTS.closed)
const cancel = { reason: 'a mistake', cancelled_by: 'agent' }
const { id: cancelled } = await until(
  async () => {
    const id = await refunded(admin, ACCOUNTS.slow)
    const { status } = await admin.post(`/refund/${id}/cancel`, cancel)
    // A machine that stands still may let the window pass: that refund goes its way, and another one is cancelled.
    if (status === 409) await settled(admin, id, 'completed')
    return { id, status }
  },
  ({ status }) => status === 200,
)
const silentRefund = await refunded(silent)
await settled(admin, completed, 'completed')
await settled(admin, failed, 'failed')
assert.is((await admin.post(`/refund/${completed}/void`, { reason: 'duplicate_refund' })).status, 200)
const retry = {
  update_beneficiary: { account_number: ACCOUNTS.paidAtOnce, bank_code: 'COBADEFF' },
  retry_reason: 'new',
}
assert.is((await admin.post(`/refund/${failed}/retry`, retry)).status, 200)
await settled(admin, failed, 'completed')
await settled(silent, silentRefund, 'completed')
// An endpoint that is gone is switched off by the service, which is an event as well.
const gone = (await admin.post('/webhooks', { url: sink.url.replace('/hook', '/gone'), events: ['refund.created'] }))
  .body
const last = await refunded(admin)
await until(
  () => admin.get(`/webhooks/${gone.webhook_id}`),
  ({ body }) => body.status === 'disabled',
)
await settled(admin, last, 'completed')
const reversed = await until(
  () => admin.get(`/refund/${completed}`),
  ({ body }) => body.reversal_status === 'completed',
)
assert.is(reversed.status, 200)

test('an event is what was delivered: the same data byte for byte, id, type, time and sequence', async () => {
  const delivered = () => sink.received.filter(({ path }) => path === '/hook')
  const listed = await everyPage(admin)
  await until(
    async () => delivered().length,
    count => count >= listed.length,
  )
  const types = new Set<string>()
  for (const { body: sent } of delivered()) {
    const { id, type, api_version, created_at, data, metadata } = JSON.parse(sent.toString())
    const { status, text, body } = await admin.get(`/events/${id}`)
    assert.is(status, 200, text)
    const raw = (json: string) => json.slice(json.indexOf('"data":'), json.lastIndexOf(',"metadata":'))
    assert.is(raw(text), raw(sent.toString()))
    const { sequence, test_mode } = metadata
    assert.equal(body, { id, type, api_version, created_at, data, metadata: { sequence, test_mode } })
    assert.equal(
      body,
      listed.find(event => event.id === id),
    )
    types.add(type)
  }
  assert.equal(
    [...types].sort(),
    EVENT_TYPES.filter(type => type.startsWith('refund.') || type === 'webhook.disabled').sort(),
  )
})

test('the list is all public events and nothing else, newest first', async () => {
  const listed = await everyPage(admin)
  const { client_id } = (await admin.get('/api/auth/me')).body
  const told = await service.service.db.anyFirst(sql.type(z.object({ id: z.string() }))`
    select 'evt_' || event as id from ops.webhook_events where client_id = ${client_id} and not test`)
  assert.equal(idsOf(listed).sort(), [...told].sort())
  const times = listed.map(({ created_at }) => created_at)
  assert.equal(times, times.toSorted().reverse())
})

test('an object has its events in order, the last one with the object’s present state', async () => {
  const events = (await everyPage(admin, `&object=${failed}`)).reverse()
  assert.equal(
    events.map(({ type, data }) => [type, data.status]),
    ['created', 'processing', 'failed', 'processing', 'completed'].map(word => [
      `refund.${word}`,
      word === 'created' ? 'pending' : word,
    ]),
  )
  assert.equal(
    events.map(({ metadata }) => (metadata as { sequence: number }).sequence),
    [1, 2, 3, 5, 6],
  )
  const { completion, idempotency_key, estimated_completion, tracking, requested_by, ...record } = (
    await admin.get(`/refund/${failed}`)
  ).body
  assert.equal(events.at(-1)?.data, { object: 'refund', ...record, ...completion })
})

test('a client without endpoints has its events, and no client has those of another', async () => {
  const own = await everyPage(silent)
  assert.equal(
    own.map(({ type, data }) => [type, data.refund_id]),
    ['refund.completed', 'refund.processing', 'refund.created'].map(type => [type, silentRefund]),
  )
  const [event] = own
  assert.is((await silent.get(`/events/${event!.id}`)).status, 200)
  const { status, body } = await admin.get(`/events/${event!.id}`)
  assert.equal([status, body.error_code], [404, 'NOT_FOUND'])
  assert.equal(await everyPage(admin, `&object=${silentRefund}`), [])
  assert.equal(await everyPage(silent, `&object=${completed}`), [])
  const ids = new Set(idsOf(await everyPage(admin)))
  assert.not(own.some(({ id }) => ids.has(id)))
})

test('filters give what picking by hand from all events gives, alone and together, on pages of any length', async () => {
  const all = await everyPage(admin)
  const object = (event: Event) => event.data[`${event.data.object}_id`]
  const middle = all[Math.floor(all.length / 2)]!.created_at
  const late = all[3]!.created_at
  const of = (name: string, value: string) => `&${name}=${encodeURIComponent(value)}`
  type Filter = [query: string, fits: (event: Event) => boolean]
  const none: Filter = ['', () => true]
  const types = ['*', 'refund.*', 'webhook.*', 'url.*', 'refund.created', 'refund.voided'].map(
    (type): Filter => [of('type', type), event => subscribes([type], event.type)],
  )
  const objects = [completed, gone.webhook_id, 'rf_none'].map(
    (id): Filter => [of('object', id), event => object(event) === id],
  )
  const windows: Filter[] = [
    [of('since', middle), event => event.created_at >= middle],
    [of('until', middle), event => event.created_at < middle],
    [of('since', middle) + of('until', late), event => event.created_at >= middle && event.created_at < late],
  ]
  let found = 0
  for (const type of [none, ...types])
    for (const one of [none, ...objects])
      for (const window of [none, ...windows]) {
        const chosen = [type, one, window]
        const query = chosen.map(([part]) => part).join('')
        const expected = all.filter(event => chosen.every(([, fits]) => fits(event)))
        assert.equal(idsOf(await everyPage(admin, query, 3)), idsOf(expected), query)
        found += expected.length
      }
  assert.ok(found > 150, `${found} events in all`)
})

test('pages are complete and do not move while new events come', async () => {
  const before = idsOf(await everyPage(admin))
  let came = 0
  const walked = await everyPage(admin, '', 3, async () => {
    if (came < 5) await refunded(admin)
    came += 1
  })
  assert.equal(idsOf(walked), before)
  assert.ok(came >= 5)
  const after = await everyPage(admin)
  assert.ok(after.length >= before.length + 5)
  assert.equal(idsOf(after).slice(-before.length), before)
})

test('an event is listed when the request that caused it is answered', async () => {
  for (let round = 0; round < 5; round += 1) {
    const id = await refunded(admin, ACCOUNTS.slow)
    // By the time that it is listed the refund may be under way.
    const created = (await admin.get(`/events?object=${id}`)).body.data.at(-1)
    assert.is(created?.type, 'refund.created')
    assert.is((await admin.get(`/events/${created.id}`)).status, 200)
  }
})

test('an event is found by the id of its delivery, however far behind the list is', async () => {
  for (let round = 0; round < 5; round += 1) {
    const id = await refunded(admin, ACCOUNTS.slow)
    const [requested] = await service.service.store.read(`refund-${id}`)
    const { status, body } = await admin.get(`/events/evt_${requested!.id}`)
    assert.equal([status, body.data?.refund_id], [200, id])
  }
})

const uuid = '00000000-0000-4000-8000-000000000000'
const cursor = (text: string) => Buffer.from(text).toString('base64url')
for (const [field, query] of [
  ['type', 'type=refund.paid'],
  ['type', 'type=refund'],
  ['type', 'type=refund.created&type=refund.failed'],
  ['object', 'object='],
  ['object', `object=${'x'.repeat(129)}`],
  ['object', 'object=rf%00'],
  ['since', 'since=yesterday'],
  ['since', 'since=2026-01-01'],
  ['since', 'since=2026-01-02T00:00:00Z&until=2026-01-01T00:00:00Z'],
  ['until', 'until=10000-01-01T00:00:00Z'],
  ['limit', 'limit=0'],
  ['limit', 'limit=101'],
  ['limit', 'limit=all'],
  ['cursor', 'cursor='],
  ['cursor', 'cursor=none'],
  ['cursor', `cursor=${'a'.repeat(201)}`],
  ['cursor', `cursor=${cursor(`2026-01-01T00:00:00.000Z 1 ${uuid}`)}!`],
  ['cursor', `cursor=${cursor(`2026-01-01T00:00:00.000Z 1 ${uuid} 2`)}`],
  ['cursor', `cursor=${cursor(`2026-01-01T00:00:00.000Z 0 ${uuid}`)}`],
  ['cursor', `cursor=${cursor(`2026-01-01T00:00:00.000Z 9999999999 ${uuid}`)}`],
  ['cursor', `cursor=${cursor(`2026-13-01T00:00:00.000Z 1 ${uuid}`)}`],
  ['cursor', `cursor=${cursor("2026-01-01T00:00:00.000Z 1 '; drop table read.events")}`],
  ['cursor', `cursor=${cursor(`2026-01-01T00:00:00.000Z ${uuid}`)}`],
  ['tpye', 'tpye=refund.created'],
] as const)
  test(`a list with ${query.length > 150 ? `a ${field} of ${query.length} characters` : query} is refused by the name of ${field}`, async () => {
    const { status, body } = await admin.get(`/events?${query}`)
    assert.equal([status, body.error_code, body.details?.field], [400, 'INVALID_REQUEST', field], JSON.stringify(body))
    assert.ok(body.details.reason.length > 5)
    assert.equal(body.details.fields[0], { field, reason: body.details.reason })
  })

test('a forged cursor is only a position and gives access to nothing', async () => {
  const made = cursor(`2999-01-01T00:00:00.000Z 7 ${uuid}`)
  assert.equal(await everyPage(silent, `&cursor=${made}`), await everyPage(silent))
})

test('an invalid event id is not found', async () => {
  for (const id of ['none', `evt_${uuid}`, `rf_${uuid}`, uuid, `evt_${uuid.toUpperCase()}x`, 'evt_']) {
    const { status, body } = await admin.get(`/events/${id}`)
    assert.equal([status, body.error_code], [404, 'NOT_FOUND'], id)
  }
})

test('a test event is delivered and is in no list', async () => {
  const { event_id } = (await admin.post(`/webhooks/${hook}/test`, { event_type: 'refund.completed' })).body
  await until(
    async () => sink.received.some(({ headers }) => headers['x-service-event-id'] === event_id),
    arrived => arrived,
  )
  assert.is((await admin.get(`/events/${event_id}`)).status, 404)
  assert.not(idsOf(await everyPage(admin)).includes(event_id))
})

test('deliveries of one event are found by its id, at the endpoints that had it', async () => {
  const [created] = await everyPage(admin, `&object=${last}&type=refund.created`)
  const of = async (webhook: string, query: string) =>
    (await admin.get(`/webhooks/${webhook}/deliveries?${query}`)).body.data.map(
      ({ event_id, event_type }: Record<string, string>) => [event_id, event_type],
    )
  assert.equal(await of(hook, `event_id=${created!.id}`), [[created!.id, 'refund.created']])
  assert.equal(await of(gone.webhook_id, `event_id=${created!.id}`), [[created!.id, 'refund.created']])
  assert.equal(await of(hook, `event_id=${created!.id}&event_type=refund.failed`), [])
  assert.equal(await of(hook, `event_id=evt_${uuid}`), [])
  for (const id of [uuid, 'evt_', created!.id.toUpperCase(), `${created!.id}0`]) {
    const { status, body } = await admin.get(`/webhooks/${hook}/deliveries?event_id=${id}`)
    assert.equal([status, body.error_code, body.details.field], [400, 'INVALID_REQUEST', 'event_id'])
  }
})

test('an event that is no longer stored for deliveries is built again, byte for byte', async () => {
  const { db } = service.service
  const page = async () => (await admin.get('/events?limit=100')).text
  const kept = await page()
  const { client_id } = (await admin.get('/api/auth/me')).body
  const own = sql.fragment`client_id = ${client_id} and not test`
  await db.query(sql.unsafe`create table ops.aside as select * from ops.webhook_events where ${own}`)
  await db.query(sql.unsafe`delete from ops.webhook_events where ${own}`)
  assert.is(await page(), kept)
  const some = JSON.parse(kept).data[2]
  assert.equal((await admin.get(`/events/${some.id}`)).body, some)
  await db.query(sql.unsafe`insert into ops.webhook_events select * from ops.aside where event <> ${some.id.slice(4)}`)
  assert.is(await page(), kept)
  await db.query(sql.unsafe`insert into ops.webhook_events select * from ops.aside where event = ${some.id.slice(4)}`)
  await db.query(sql.unsafe`drop table ops.aside`)
})

test('an event that an earlier version delivered in other words is shown in those', async () => {
  const [disabled] = await everyPage(admin, '&type=webhook.disabled')
  const uuid = disabled!.id.slice('evt_'.length)
  const before = sql.fragment`convert_from(body, 'UTF8')`
  const after = sql.fragment`replace(${before}, '"reason":"gone"', '"cause":"gone for ever"')`
  await service.service.db.query(sql.unsafe`
    update ops.webhook_events set body = convert_to(${after}, 'UTF8') where event = ${uuid}`)
  const { reason, ...data } = disabled!.data
  const { body } = await admin.get(`/events/${disabled!.id}`)
  assert.equal([reason, body], ['gone', { ...disabled, data: { ...data, cause: 'gone for ever' } }])
})

test('the name of an erased person is gone from public events', async () => {
  const { client_id } = (await admin.get('/api/auth/me')).body
  const own = await everyPage(admin, `&object=${cancelled}`)
  assert.match(JSON.stringify(own), /Ada Lovelace/)
  const { transaction_id } = (await admin.get(`/refund/${cancelled}`)).body
  const user = await service.service.db.oneFirst(sql.type(z.object({ user_id: z.string() }))`
    select user_id from read.refunds where transaction_id = ${transaction_id}`)
  await service.service.vault.erase(beneficiarySubject(client_id, user))
  const after = await everyPage(admin, `&object=${cancelled}`)
  assert.equal(idsOf(after), idsOf(own))
  for (const { id, data } of after) {
    assert.is((data.beneficiary as { name: string }).name, '[erased]')
    assert.not.match((await admin.get(`/events/${id}`)).text, /Ada Lovelace/)
  }
})

test.run()
