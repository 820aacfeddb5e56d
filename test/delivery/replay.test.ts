import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client'
import { sql } from 'slonik'
import * as assert from 'uvu/assert'
import { z } from 'zod'
import { DELIVERY_LIMITS } from '#delivery/limits.ts'
import { connectPostgres } from '#edge/postgres/pool.ts'
import { startEmbeddedPostgres } from '#embedded/postgres.ts'
import { logIn, until } from '../harness/client.ts'
import { depth } from '../harness/depth.ts'
import { type Received, startHttpsSink } from '../harness/https-sink.ts'
import { ACCOUNTS, refundOf, transactionOf } from '../harness/samples.ts'
import { noteSecretsOf } from '../harness/secrets.ts'
import { ADMIN, testEnvironment } from '../harness/service.ts'
import { type SpawnedService, spawnService } from '../harness/spawned-service.ts'
import { suite } from '../harness/suite.ts'

/** A stretch of history that is sent again, through a service in a process of its own that can be killed. */
const test = suite('delivery: replay')
const REFUNDS = 40
/** The service is killed when so many requests have come. */
const KILLED_AFTER = [10, 50].slice(0, depth(1, 2))
const SINCE = '2020-01-01T00:00:00Z'

const sink = await startHttpsSink()
const environment = testEnvironment({ WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8', WEBHOOK_RETRY_BASE_MS: '1' })
const postgres = await startEmbeddedPostgres({ dataDir: environment.DATA_DIR! })
const db = await connectPostgres(postgres.url)
environment.DATABASE_URL = postgres.url
environment.WEBHOOK_CA_FILE = join(environment.DATA_DIR!, 'sink-ca.pem')
writeFileSync(environment.WEBHOOK_CA_FILE, sink.caPem)
let service: SpawnedService = await spawnService(environment)
let admin = await logIn(service.url, ADMIN.email, ADMIN.password)

type Body = {
  id: string
  type: string
  created_at: string
  data: { refund_id: string; webhook_id?: string }
  metadata: { sequence: number; replay?: boolean; delivery_attempt: number }
}
const bodyOf = ({ body }: Received): Body => JSON.parse(body.toString())
const at = (path: string) => sink.received.filter(request => request.path.endsWith(`/${path}`)).map(bodyOf)
/** Paths whose next answers are refusals, for the requests that they say. */
const refuses = new Map<string, (body: Body) => boolean>()
sink.respond((request, response) => {
  const path = request.path.split('/').at(-1) ?? ''
  response.writeHead(refuses.get(path)?.(bodyOf(request)) ? 500 : 200).end()
})

async function endpoint(path: string, events = ['refund.*']): Promise<string> {
  const { body } = await admin.post('/webhooks', { url: `${sink.url}/${path}`, events })
  noteSecretsOf(body)
  return body.webhook_id
}

async function refund(): Promise<string> {
  const transaction = transactionOf(100)
  await admin.post('/transactions', transaction)
  const { body } = await admin.requestRefund(refundOf(transaction, 10, ACCOUNTS.paidAtOnce))
  return body.refund_id
}

/** All events that the client was told or would have been, newest first. */
async function listed(): Promise<Body[]> {
  const events: Body[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const path: string = `/events?type=refund.*&limit=100${cursor === '' ? '' : `&cursor=${cursor}`}`
    // The list is built at the first start.
    const { body } = await until(
      () => admin.get(path),
      ({ status }) => status !== 503,
    )
    events.push(...body.data)
    cursor = body.pagination.next_cursor
  }
  return events
}

async function replay(webhook_id: string, more: object = {}): Promise<string> {
  const { status, body } = await admin.post(`/webhooks/${webhook_id}/recover`, {
    mode: 'replay',
    since: SINCE,
    ...more,
  })
  assert.is(status, 200, JSON.stringify(body))
  assert.equal([body.mode, body.recovers], ['replay', 'all'])
  return `/webhooks/${webhook_id}/recover/${body.recovery_id}`
}
const finished = (path: string) =>
  until(
    () => admin.get(path),
    ({ body }) => body.state === 'finished',
    60_000,
  )

/** Each object's events by the first time they came, in the order in which they came. */
function firstTimes(bodies: Body[]): Map<string, number[]> {
  const seen = new Set<string>()
  const fresh = bodies.filter(({ id }) => !seen.has(id) && seen.add(id))
  const objects = Map.groupBy(fresh, ({ data }) => data.refund_id)
  return new Map([...objects].map(([object, of]) => [object, of.map(({ metadata }) => metadata.sequence)]))
}

function cameInOrder(bodies: Body[]): void {
  for (const sequences of firstTimes(bodies).values())
    assert.equal(
      sequences,
      sequences.toSorted((a, b) => a - b),
    )
}

test('history comes whole, each object in its order, marked, with the ids and data that GET /events shows', async () => {
  for (let made = 0; made < REFUNDS; made += 1) await refund()
  await until(listed, events => events.filter(({ type }) => type === 'refund.completed').length === REFUNDS, 60_000)
  const late = await endpoint('late')
  const { body } = await finished(await replay(late))
  const events = await listed()
  assert.is(body.requeued, events.length)
  const came = at('late')
  const shown = ({ id, type, data, metadata }: Body) => [id, type, data, metadata.sequence]
  const byId = (a: Body, b: Body) => a.id.localeCompare(b.id)
  assert.equal(came.toSorted(byId).map(shown), events.toSorted(byId).map(shown))
  assert.ok(came.every(({ metadata }) => metadata.replay === true))
  cameInOrder(came)
  const { body: page } = await admin.get(`/webhooks/${late}/deliveries?limit=1`)
  assert.is(page.data[0].replay, true)
  const now = await refund()
  await until(
    async () => at('late').filter(({ data }) => data.refund_id === now),
    live => live.length === 3,
  )
  assert.ok(at('late').every(({ data, metadata }) => metadata.replay === (data.refund_id === now ? undefined : true)))
})

test('a refused event delays the later ones of its object and no others', async () => {
  const path = await endpoint('refusing')
  const [held] = (await listed()).map(({ data }) => data.refund_id)
  let refusals = 3
  refuses.set('refusing', ({ data }) => data.refund_id === held && refusals-- > 0)
  await finished(await replay(path))
  const came = at('refusing')
  cameInOrder(came)
  const ofHeld = came.filter(({ data }) => data.refund_id === held)
  assert.equal(
    ofHeld.map(({ metadata }) => [metadata.sequence, metadata.delivery_attempt]),
    [1, 2, 3, 4].map(attempt => [1, attempt]).concat(ofHeld.slice(4).map(({ metadata }) => [metadata.sequence, 1])),
  )
})

const Count = z.object({ count: z.int() })
const waiting = () =>
  db.oneFirst(sql.type(Count)`
    select count(*)::int4 as count from ops.webhook_deliveries where state = 'pending' and replay is not null`)

test('few wait at a time, what is no longer stored is made again, and an endpoint that is off is waited for', async () => {
  const path = await endpoint('off')
  await admin.send('PATCH', `/webhooks/${path}`, { status: 'disabled' })
  await db.query(sql.unsafe`delete from ops.webhook_events`)
  const order = await replay(path)
  await until(
    () =>
      db.oneFirst(sql.type(Count)`select count(*)::int4 as count from ops.webhook_replays where finished_at is null`),
    count => count === 1,
  )
  await new Promise(resolve => setTimeout(resolve, 500))
  assert.is(at('off').length, 0)
  refuses.set('off', () => true)
  await admin.send('PATCH', `/webhooks/${path}`, { status: 'active' })
  await until(
    async () => at('off').length,
    count => count > DELIVERY_LIMITS.replayWaitingMax,
  )
  assert.is(await until(waiting, count => count >= DELIVERY_LIMITS.replayWaitingMax), DELIVERY_LIMITS.replayWaitingMax)
  refuses.delete('off')
  await finished(order)
  const events = await listed()
  assert.is(new Set(at('off').map(({ id }) => id)).size, events.length)
  const [latest] = events
  assert.equal(at('off').find(({ id }) => id === latest!.id)?.data, latest!.data)
  // Stored again for its replay, an event is still one event to who missed it.
  const { body } = await admin.post(`/webhooks/${await endpoint('missing')}/recover`, {
    since: SINCE,
    status: 'missing',
  })
  assert.is(body.mode, 'recover')
  await until(
    async () => at('missing').length,
    count => count === events.length,
  )
  assert.is(new Set(at('missing').map(({ id }) => id)).size, events.length)
})

test('a service that is killed in the middle goes on where it was, in order', async () => {
  const path = await endpoint('killed')
  const order = await replay(path)
  for (const part of KILLED_AFTER) {
    await until(
      async () => at('killed').length,
      count => count > part,
      60_000,
    )
    service.child.kill('SIGKILL')
    await service.gone
    service = await spawnService(environment)
    admin = await logIn(service.url, ADMIN.email, ADMIN.password)
  }
  await finished(order)
  const events = await listed()
  assert.is(new Set(at('killed').map(({ id }) => id)).size, events.length)
  cameInOrder(at('killed'))
  // What was in flight at a kill comes twice, and no more than that: nothing is sent from the beginning again.
  assert.ok(at('killed').length <= events.length + KILLED_AFTER.length * DELIVERY_LIMITS.replayWaitingMax)
})

test('a stretch ends where it says, at the latest now, and is refused when it has no length', async () => {
  const path = await endpoint('stretch')
  const { body: first } = await admin.post(`/webhooks/${path}/recover`, {
    mode: 'replay',
    since: SINCE,
    until: '2100-01-01T00:00:00Z',
  })
  assert.ok(Date.parse(first.until) <= Date.now() + 1_000)
  await finished(`/webhooks/${path}/recover/${first.recovery_id}`)
  const none = { mode: 'replay', since: '2099-01-01T00:00:00Z' }
  const { status, body } = await admin.post(`/webhooks/${path}/recover`, none)
  assert.equal([status, body.error_code], [400, 'INVALID_REQUEST'])
  const wrong = await admin.post(`/webhooks/${path}/recover`, { mode: 'again', since: SINCE })
  assert.equal([wrong.status, wrong.body.error_code], [400, 'INVALID_REQUEST'])
})

test('an endpoint that is turned off in the middle misses nothing of it', async () => {
  const path = await endpoint('turned-off')
  refuses.set('turned-off', () => true)
  const order = await replay(path)
  await until(waiting, count => count === DELIVERY_LIMITS.replayWaitingMax)
  await admin.send('PATCH', `/webhooks/${path}`, { status: 'disabled' })
  await until(waiting, count => count === 0, 60_000)
  refuses.delete('turned-off')
  const before = at('turned-off').length
  await admin.send('PATCH', `/webhooks/${path}`, { status: 'active' })
  await finished(order)
  const taken = at('turned-off').slice(before)
  assert.is(new Set(taken.map(({ id }) => id)).size, (await listed()).length)
  cameInOrder(taken)
})

test('of several replays to one endpoint no more wait at a time than of one', async () => {
  const path = await endpoint('several')
  refuses.set('several', () => true)
  const orders = []
  for (let asked = 0; asked < 5; asked += 1) orders.push(await replay(path))
  const counts = [await until(waiting, count => count >= DELIVERY_LIMITS.replayWaitingMax)]
  for (const begun = Date.now(); Date.now() - begun < 4_000; await new Promise(resolve => setTimeout(resolve, 50)))
    counts.push(await waiting())
  assert.is(Math.max(...counts), DELIVERY_LIMITS.replayWaitingMax)
  refuses.delete('several')
  for (const order of orders) await finished(order)
  assert.is(new Set(at('several').map(({ id }) => id)).size, (await listed()).length)
})

test('of a person who was erased comes what is left to tell', async () => {
  const transaction = transactionOf(100)
  await admin.post('/transactions', transaction)
  const {
    body: { refund_id },
  } = await admin.requestRefund(refundOf(transaction, 10, ACCOUNTS.paidAtOnce))
  await until(listed, events => events.filter(({ data }) => data.refund_id === refund_id).length === 3)
  await admin.post(`/admin/subjects/${transaction.user_id}/erase`, { legal_basis: 'consent_withdrawn' })
  await until(
    () => admin.get(`/admin/subjects/${transaction.user_id}`),
    ({ body }) => body.status === 'shredded',
    90_000,
  )
  await until(listed, events => events.filter(({ data }) => data.refund_id === refund_id).length === 3)
  await finished(await replay(await endpoint('erased')))
  const events = (await listed()).filter(({ data }) => data.refund_id === refund_id)
  const came = at('erased').filter(({ data }) => data.refund_id === refund_id)
  assert.equal(
    came.map(({ data }) => data),
    events.toReversed().map(({ data }) => data),
  )
})

test('takes what is the client’s own, of the endpoint’s types, within the stretch, and nothing about itself', async () => {
  const events = await listed()
  const middle = events[events.length >> 1]!.created_at
  const before = events.filter(({ created_at }) => created_at < middle)
  const path = await endpoint('typed', ['refund.created', 'webhook.*'])
  const { body: cut } = await finished(await replay(path, { until: middle }))
  const created = before.filter(({ type }) => type === 'refund.created')
  const ofRefunds = at('typed').filter(({ data }) => data.refund_id !== undefined)
  assert.equal(ofRefunds.map(({ id }) => id).toSorted(), created.map(({ id }) => id).toSorted())
  assert.is(cut.requeued, at('typed').length)

  // Endpoints that gave up are told of to the others.
  const about = (name: string) => new Set(at(name).flatMap(({ data }) => data.webhook_id ?? []))
  const all = await endpoint('all', ['webhook.*'])
  await finished(await replay(all))
  const [one] = about('all')
  assert.ok(one)
  await admin.send('PATCH', `/webhooks/${one}`, { events: ['webhook.*'], url: `${sink.url}/itself` })
  await finished(await replay(one))
  // One that gives up meanwhile is told of to both.
  await until(
    async () => [about('itself'), about('all')] as const,
    ([itself, others]) => itself.size === others.size - 1,
  )
  assert.equal(about('itself'), new Set([...about('all')].filter(id => id !== one)))

  const email = 'admin@another.example'
  const { body: another } = await admin.post('/admin/clients', { name: 'Another bank' })
  await admin.post('/admin/users', { client_id: another.client_id, email, role: 'admin', password: ADMIN.password })
  const other = await logIn(service.url, email, ADMIN.password)
  const { status } = await other.post(`/webhooks/${path}/recover`, { mode: 'replay', since: SINCE })
  assert.is(status, 404)
  const { body: own } = await other.post('/webhooks', { url: `${sink.url}/other`, events: ['*'] })
  noteSecretsOf(own)
  const { body: order } = await other.post(`/webhooks/${own.webhook_id}/recover`, { mode: 'replay', since: SINCE })
  await until(
    () => other.get(`/webhooks/${own.webhook_id}/recover/${order.recovery_id}`),
    ({ body }) => body.state === 'finished',
  )
  assert.equal(at('other'), [])
})

test('an unreadable stream delays no other', async () => {
  const path = await endpoint('damaged')
  const [some] = await listed()
  const { eventStoreUrl } = JSON.parse(readFileSync(join(environment.DATA_DIR!, 'stores.json'), 'utf8'))
  const foreign = EventStoreDBClient.connectionString(eventStoreUrl)
  await foreign.appendToStream(`refund-${some!.data.refund_id}`, jsonEvent({ type: 'Foreign', data: {} }))
  await foreign.dispose()
  const before = await listed()
  await db.query(sql.unsafe`delete from ops.webhook_events`)
  await finished(await replay(path))
  const others = before.filter(({ data }) => data.refund_id !== some!.data.refund_id)
  const came = new Set(at('damaged').map(({ id }) => id))
  assert.equal(
    others.filter(({ id }) => !came.has(id)),
    [],
  )
})

test.after(async () => {
  service.child.kill('SIGTERM')
  await service.gone
  await db.end()
  await postgres.stop()
  await sink.close()
})
test.run()
