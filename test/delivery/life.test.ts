import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'slonik'
import * as assert from 'uvu/assert'
import { deleteWebhook } from '#commands/webhooks/delete-webhook.ts'
import { recoverDeliveries } from '#commands/webhooks/recover-deliveries.ts'
import { retryDelivery } from '#commands/webhooks/retry-delivery.ts'
import { sendTestEvent } from '#commands/webhooks/send-test-event.ts'
import { updateWebhook } from '#commands/webhooks/update-webhook.ts'
import { uuidOf } from '#delivery/queue.ts'
import { EVENT_TYPES } from '#domain/webhooks/event-types.ts'
import { getRecovery } from '#queries/webhooks/get-recovery.ts'
import { type Received, startHttpsSink } from '../harness/https-sink.ts'
import { suite } from '../harness/suite.ts'
import { startEngine, until } from './engine.ts'

const test = suite('delivery: life of a delivery')
const sink = await startHttpsSink()
const engine = await startEngine({ caPem: sink.caPem, config: { WEBHOOK_RETRY_BASE_MS: 5_274 } })
const { service } = engine
await engine.start({ limits: { pollMs: 20 } })
const production = await startEngine({ caPem: sink.caPem, config: { ENVIRONMENT: 'production' } })
await production.start()
let clients = 0

const json = ({ body }: Received) => JSON.parse(body.toString())
const at = (path: string) => sink.received.filter(request => request.path.endsWith(`/${path}`))
/** Paths that answer 500. */
const broken = new Set<string>()
const answerByPath: Parameters<typeof sink.respond>[0] = ({ path }, response) => {
  const last = path.split('/').at(-1) ?? ''
  response.writeHead(broken.has(last) ? 500 : 200).end()
}
sink.respond(answerByPath)

async function endpoint(path: string, events = ['refund.*'], clientId = `clt_${++clients}`) {
  const created = await engine.webhook({ url: `${sink.url}/${path}`, events }, clientId)
  return { ...created, clientId, context: () => engine.context(clientId) }
}

async function only(webhookId: string) {
  const rows = await engine.deliveries(webhookId)
  assert.is(rows.length, 1)
  return rows[0]!
}

/** As if the next attempt was due in an hour: nothing of the schedule comes before, however slow the machine is. */
const putOff = (webhookId: string) =>
  service.db.query(sql.unsafe`
    update ops.webhook_deliveries set due_at = now() + interval '1 hour'
    where webhook = ${uuidOf(webhookId)} and state = 'pending' and not manual`)

const reached = (webhookId: string, status: string) =>
  engine.skipUntil(`a delivery ${status}`, async () => (await engine.deliveries(webhookId))[0]?.status === status)

test('eight attempts, then failed, recorded once and sent to the other endpoint', async () => {
  broken.add('dead')
  const { webhook_id, clientId } = await endpoint('dead', ['*'])
  await endpoint('watch', ['webhook.*'], clientId)
  await engine.refund(clientId)
  await reached(webhook_id, 'failed')
  const delivery = await only(webhook_id)
  assert.is(delivery.attempts, 8)
  assert.equal(
    delivery.attempt_log.map(({ number }) => number),
    [1, 2, 3, 4, 5, 6, 7, 8],
  )
  const times = delivery.attempt_log.map(attempt => Date.parse(attempt.at))
  const hours = (times.at(-1)! - times[0]!) / 3_600_000
  assert.ok(hours > 7.2 && hours < 8.8, `${hours} hours from first to last`)
  await until('the notice', () => at('watch').length > 0)
  const { data } = json(at('watch')[0]!)
  assert.is(data.object, 'webhook_delivery')
  assert.is(data.delivery_id, delivery.delivery_id)
  assert.is(data.webhook_id, webhook_id)
  assert.is(data.event_type, 'refund.created')
  await delay(400)
  const events = (await service.store.read(`delivery-${delivery.delivery_id}`)).map(({ type }) => type)
  assert.equal(events, ['DeliveryExhausted'])
  assert.is(at('watch').length, 1)
  assert.is(at('dead').length, 8, 'the dead endpoint is not told about itself')
})

test('a lost notice is not announced in turn', async () => {
  for (const path of ['dead-1', 'dead-2']) broken.add(path)
  const first = await endpoint('dead-1', ['*'])
  const second = await endpoint('dead-2', ['webhook.*'], first.clientId)
  await engine.refund(first.clientId)
  await engine.skipUntil(
    'the notice given up',
    async () => (await engine.deliveries(second.webhook_id))[0]?.status === 'failed',
  )
  await delay(400)
  assert.is((await engine.deliveries(first.webhook_id)).length, 1)
})

test('a changed URL is used by the next attempt', async () => {
  broken.add('old')
  const { webhook_id, clientId, context } = await endpoint('old')
  await engine.refund(clientId)
  await until('a first attempt', () => at('old').length > 0)
  await updateWebhook(service, context(), { webhook_id, url: `${sink.url}/new` })
  await reached(webhook_id, 'succeeded')
  assert.is(at('new').length, 1)
})

test('a deleted endpoint gets nothing more and its deliveries are cancelled', async () => {
  broken.add('deleted')
  const { webhook_id, clientId, context } = await endpoint('deleted')
  await engine.refund(clientId)
  await until('a first attempt on record', async () => (await engine.deliveries(webhook_id))[0]?.attempts === 1)
  await putOff(webhook_id)
  const { next_attempt_at } = await only(webhook_id)
  await deleteWebhook(service, context(), { webhook_id })
  await until('cancelled', async () => (await only(webhook_id)).status === 'cancelled')
  const { finished_at } = await only(webhook_id)
  assert.ok(finished_at! < next_attempt_at!, 'at once, not when the next attempt would have been due')
  const before = at('deleted').length
  await engine.refund(clientId)
  await delay(300)
  assert.is(at('deleted').length, before)
  assert.is((await engine.deliveries(webhook_id)).length, 1)
})

test('a disabled endpoint gets no request; its deliveries fail, are listed and can be recovered', async () => {
  const { webhook_id, clientId, context } = await endpoint('off')
  await updateWebhook(service, context(), { webhook_id, status: 'disabled' })
  await engine.refund(clientId)
  await reached(webhook_id, 'failed')
  const failed = await only(webhook_id)
  assert.is(failed.attempts, 8)
  assert.ok(failed.attempt_log.every(({ error_code }) => error_code === 'endpoint_disabled'))
  assert.is(at('off').length, 0)
  await updateWebhook(service, context(), { webhook_id, status: 'active' })
  await recoverDeliveries(service, engine.byService(), { webhook_id, since: '2020-01-01T00:00:00Z', status: 'failed' })
  await reached(webhook_id, 'succeeded')
  assert.is(at('off').length, 1)
  assert.is((await only(webhook_id)).attempts, 9)
})

test('manual retries of one delivery never overlap and number their attempts in order', async () => {
  let open = 0
  let most = 0
  const { webhook_id, clientId } = await endpoint('manual')
  broken.add('manual')
  await engine.refund(clientId)
  await until('a first attempt', () => at('manual').length > 0)
  sink.respond(({ path }, response) => {
    if (!path.endsWith('/manual'))
      return void response.writeHead(broken.has(path.split('/').at(-1) ?? '') ? 500 : 200).end()
    open += 1
    most = Math.max(most, open)
    setTimeout(() => {
      open -= 1
      response.writeHead(500).end()
    }, 15)
  })
  const { delivery_id } = await only(webhook_id)
  for (let turn = 0; turn < 20; turn += 1) {
    await Promise.all([1, 2, 3].map(() => retryDelivery(service, engine.byService(), { webhook_id, delivery_id })))
    await delay(10)
  }
  await reached(webhook_id, 'failed')
  const isUnderWay = sql.unsafe`
    select 1 from ops.webhook_deliveries where webhook = ${uuidOf(webhook_id)} and (manual or lease is not null)`
  await until('the last of them on record', async () => !(await service.db.exists(isUnderWay)))
  const { attempt_log, attempts } = await only(webhook_id)
  assert.is(most, 1)
  assert.ok(attempts > 8, `${attempts} attempts`)
  assert.equal(
    attempt_log.map(({ number }) => number),
    Array.from({ length: attempts }, (_, index) => index + 1),
  )
  assert.is(at('manual').length, attempts)
  sink.respond(answerByPath)
})

test('manual retries do not use up the schedule', async () => {
  broken.add('kept')
  const { webhook_id, clientId } = await endpoint('kept')
  await engine.refund(clientId)
  for (let attempts = 1; attempts <= 3; attempts += 1) {
    await until('an attempt', async () => (await engine.deliveries(webhook_id))[0]?.attempts === attempts)
    await putOff(webhook_id)
    await retryDelivery(service, engine.byService(), { webhook_id, delivery_id: (await only(webhook_id)).delivery_id })
  }
  await reached(webhook_id, 'failed')
  assert.is((await only(webhook_id)).attempts, 11)
})

test('a manual retry that fails puts nothing off: the next attempt is due when it was', async () => {
  broken.add('on-time')
  const { webhook_id, clientId } = await endpoint('on-time')
  await engine.refund(clientId)
  for (const tried of [1, 2]) {
    await until('an attempt', async () => (await engine.deliveries(webhook_id))[0]?.attempts === tried)
    await engine.clock.set(Date.parse((await only(webhook_id)).next_attempt_at!) - Date.now())
  }
  // The third gap is over a minute: no attempt of the schedule comes between the manual ones.
  await until('the third attempt', async () => (await only(webhook_id)).attempts === 3)
  const { delivery_id, next_attempt_at } = await only(webhook_id)
  for (const attempts of [4, 5]) {
    // Until both have asked nobody answers: the second finds the first's attempt due or in flight, never over.
    const asked = Promise.withResolvers<void>()
    sink.respond(async (_request, response) => {
      await asked.promise
      response.writeHead(500).end()
    })
    await retryDelivery(service, engine.byService(), { webhook_id, delivery_id })
    await retryDelivery(service, engine.byService(), { webhook_id, delivery_id })
    asked.resolve()
    await until('the attempt', async () => (await only(webhook_id)).attempts === attempts)
    assert.is((await only(webhook_id)).next_attempt_at, next_attempt_at)
  }
  sink.respond(answerByPath)
  await reached(webhook_id, 'failed')
  assert.is((await only(webhook_id)).attempts, 10)
})

test('a manual retry of an exhausted delivery is one attempt; when it works the delivery succeeded', async () => {
  broken.add('again')
  const { webhook_id, clientId } = await endpoint('again')
  await engine.refund(clientId)
  await reached(webhook_id, 'failed')
  const { delivery_id } = await only(webhook_id)
  assert.ok(await retryDelivery(service, engine.byService(), { webhook_id, delivery_id }))
  await engine.skipUntil('a ninth attempt', async () => (await only(webhook_id)).attempts === 9)
  assert.is((await only(webhook_id)).status, 'failed')
  broken.delete('again')
  await retryDelivery(service, engine.byService(), { webhook_id, delivery_id })
  await reached(webhook_id, 'succeeded')
  assert.is(
    await retryDelivery(service, engine.byService(), {
      webhook_id,
      delivery_id: 'dlv_00000000-0000-4000-8000-000000000000',
    }),
    false,
  )
})

test('a manual retry of a delivered event that fails is one attempt, and the event stays delivered', async () => {
  const { webhook_id, clientId } = await endpoint('sent')
  await engine.refund(clientId)
  await reached(webhook_id, 'succeeded')
  const { delivery_id } = await only(webhook_id)
  broken.add('sent')
  for (const attempts of [2, 3]) {
    await retryDelivery(service, engine.byService(), { webhook_id, delivery_id })
    await until('the attempt', async () => (await only(webhook_id)).attempts === attempts)
    const { status, next_attempt_at, last_attempt } = await only(webhook_id)
    assert.equal([status, next_attempt_at, last_attempt?.error_code], ['succeeded', null, 'http_500'])
  }
  await delay(200)
  assert.is(at('sent').length, 3)
})

test('a recovery of missing events sends no event about the endpoint itself', async () => {
  broken.add('self')
  const { webhook_id, clientId } = await endpoint('self', ['*'])
  await engine.refund(clientId)
  await reached(webhook_id, 'failed')
  const { delivery_id } = await only(webhook_id)
  const stored = () =>
    service.db.exists(sql.unsafe`
      select from ops.webhook_events where client_id = ${clientId} and type = 'webhook.delivery_exhausted'`)
  await until('the notice stored', stored)
  const order = { since: '2020-01-01T00:00:00Z', status: 'missing' as const }
  const { recovery_id } = await recoverDeliveries(service, engine.byService(), { webhook_id, ...order })
  const recovery = () => getRecovery(service.db, uuidOf(webhook_id), uuidOf(recovery_id))
  await until('the recovery', async () => (await recovery())?.state === 'finished')
  assert.is((await recovery())?.requeued, 0)
  assert.is((await only(webhook_id)).delivery_id, delivery_id)
  const other = await endpoint('other', ['webhook.*'], clientId)
  await recoverDeliveries(service, engine.byService(), { webhook_id: other.webhook_id, ...order })
  await until('the notice at the other endpoint', () => at('other').length === 1)
})

test('every event type has a test event, marked as such, for an endpoint of any subscription', async () => {
  const { webhook_id, context } = await endpoint('samples', ['refund.created'])
  for (const type of EVENT_TYPES) await sendTestEvent(service, context(), { webhook_id, event_type: type })
  await until('all samples', () => at('samples').length === EVENT_TYPES.length)
  for (const request of at('samples')) {
    const { type, data, metadata, api_version } = json(request)
    assert.is(metadata.test_mode, true)
    assert.is(metadata.webhook_id, webhook_id)
    assert.match(api_version, /^\d{4}-\d{2}-\d{2}$/)
    assert.type(data.object, 'string', type)
  }
  assert.equal(
    at('samples')
      .map(request => json(request).type)
      .sort(),
    [...EVENT_TYPES].sort(),
  )
})

test('in production only test events are marked as such', async () => {
  const { webhook_id } = await production.webhook({ url: `${sink.url}/production` })
  await production.refund()
  await sendTestEvent(production.service, production.context(), { webhook_id, event_type: 'refund.failed' })
  await until('both', () => at('production').length === 2)
  const marks = at('production').map(request => [json(request).type, json(request).metadata.test_mode])
  assert.equal(Object.fromEntries(marks), { 'refund.created': false, 'refund.failed': true })
})

test('an exhausted test event is no news', async () => {
  broken.add('test-dead')
  const { webhook_id, context } = await endpoint('test-dead')
  await sendTestEvent(service, context(), { webhook_id, event_type: 'refund.completed' })
  await reached(webhook_id, 'failed')
  await delay(300)
  const { delivery_id } = await only(webhook_id)
  assert.is((await service.store.read(`delivery-${delivery_id}`)).length, 0)
})

test('a first endpoint gets nothing of before, unless what is missing is recovered', async () => {
  const clientId = 'clt_late'
  const refund_id = await engine.refund(clientId)
  const late = await endpoint('late', ['refund.*'], clientId)
  await engine.refund(clientId)
  await until('the later event', () => at('late').length === 1)
  const { webhook_id } = late
  await recoverDeliveries(service, engine.byService(), { webhook_id, since: '2020-01-01T00:00:00Z', status: 'missing' })
  await until('the earlier event', () => at('late').length === 2)
  assert.is(json(at('late')[1]!).data.refund_id, refund_id)
  await recoverDeliveries(service, engine.byService(), { webhook_id, since: '2020-01-01T00:00:00Z', status: 'missing' })
  await delay(400)
  assert.is(at('late').length, 2)
})

test('events go to endpoints of their client and type only', async () => {
  const other = await endpoint('other-client')
  const fraud = await endpoint('fraud-only', ['fraud.*'])
  await endpoint('right', ['refund.created'], fraud.clientId)
  await engine.refund(fraud.clientId)
  await until('the right one', () => at('right').length === 1)
  await delay(150)
  assert.is(at('other-client').length + at('fraud-only').length, 0)
  assert.is((await engine.deliveries(other.webhook_id)).length, 0)
})

test.after(async () => {
  await engine.end()
  await production.end()
  await sink.close()
})
test.run()
