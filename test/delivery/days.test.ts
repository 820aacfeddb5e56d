import { sql } from 'slonik'
import * as assert from 'uvu/assert'
import { z } from 'zod'
import { retryDelivery } from '#commands/webhooks/retry-delivery.ts'
import { sendTestEvent } from '#commands/webhooks/send-test-event.ts'
import { updateWebhook } from '#commands/webhooks/update-webhook.ts'
import { createEndpoints } from '#delivery/dispatch/endpoints.ts'
import { writeEndpointRow } from '#delivery/endpoint-row.ts'
import { uuidOf } from '#delivery/queue.ts'
import { type WebhookCommand, webhooks } from '#domain/webhooks/decider.ts'
import { startHttpsSink } from '../harness/https-sink.ts'
import { suite } from '../harness/suite.ts'
import { startEngine, until } from './engine.ts'

const DAY_MS = 86_400_000

const test = suite('delivery: failures on seven days')
const sink = await startHttpsSink()
let answer = 500
sink.respond(({ path }, response) => void response.writeHead(path.endsWith('/watch') ? 200 : answer).end())
/** The first gap is longer than any test: each event is attempted once. */
const engine = await startEngine({ caPem: sink.caPem, config: { WEBHOOK_RETRY_BASE_MS: 3_600_000 * 900 } })
await engine.start({ limits: { pollMs: 20, maintenanceMs: 20 } })
let clients = 0

async function endpoint() {
  const clientId = `clt_${++clients}`
  const { webhook_id } = await engine.webhook({ url: `${sink.url}/${clientId}`, events: ['refund.*'] }, clientId)
  const requests = () => sink.received.filter(({ path }) => path.endsWith(`/${clientId}`)).length
  const outcomes = async () => (await engine.deliveries(webhook_id)).filter(row => row.attempts > 0).length
  return {
    webhook_id,
    clientId,
    context: () => engine.context(clientId),
    /** One event whose only attempt ends with this status. */
    async attempt(status: number) {
      answer = status
      const before = await outcomes()
      await engine.refund(clientId)
      await until('an attempt', async () => requests() > 0 && (await outcomes()) > before)
    },
    events: async () => (await engine.service.store.read(`webhook-${webhook_id}`)).map(event => event.type),
  }
}

/** The next UTC day, a second after midnight plus `hours`. */
async function nextDay(hours = 1) {
  const now = engine.service.now().getTime()
  const midnight = (Math.floor(now / DAY_MS) + 1) * DAY_MS
  await engine.clock.set(engine.clock.offsetMs + midnight + hours * 3_600_000 - now)
}

const settle = () => new Promise(resolve => setTimeout(resolve, 120))

test('a process that starts trusts an endpoint whose newest outcomes are successes, and no other', async () => {
  const { attempt, webhook_id } = await endpoint()
  const isTrusted = async () => (await createEndpoints(engine.service).get(uuidOf(webhook_id)))?.healthy
  assert.is(await isTrusted(), false, 'nothing is known of it')
  await attempt(200)
  await until('trusted', async () => (await isTrusted()) === true)
  await nextDay()
  await attempt(500)
  await until('not trusted', async () => !(await isTrusted()))
  await nextDay()
  await attempt(200)
  await until('trusted again', async () => (await isTrusted()) === true)
})

test('an endpoint that failed on seven days is disabled after the seventh, once, and its owner is notified', async () => {
  const { attempt, events, clientId } = await endpoint()
  await engine.webhook({ url: `${sink.url}/watch`, events: ['webhook.disabled'] }, clientId)
  for (let day = 1; day <= 7; day += 1) {
    await attempt(500)
    await settle()
    assert.equal(await events(), ['WebhookCreated'], `day ${day}`)
    await nextDay()
  }
  await until('disabled', async () => (await events()).includes('WebhookDisabled'))
  await until('the notice', () => sink.received.some(({ path }) => path.endsWith('/watch')))
  const notice = JSON.parse(sink.received.find(({ path }) => path.endsWith('/watch'))!.body.toString())
  assert.is(notice.type, 'webhook.disabled')
  assert.is(notice.data.reason, 'failing')
  assert.is(notice.data.failed_days.length, 7)
  await nextDay()
  await settle()
  assert.equal(await events(), ['WebhookCreated', 'WebhookDisabled'])
})

test('a success on the fourth day starts the count anew', async () => {
  const { attempt, events } = await endpoint()
  for (let day = 1; day <= 10; day += 1) {
    await attempt(500)
    if (day === 4) await attempt(200)
    await nextDay()
  }
  await settle()
  assert.equal(await events(), ['WebhookCreated'])
  await attempt(500)
  await nextDay()
  await until('disabled', async () => (await events()).includes('WebhookDisabled'))
})

test('a day without attempts neither counts nor resets', async () => {
  const { attempt, events } = await endpoint()
  for (let day = 1; day <= 7; day += 1) {
    await attempt(500)
    await nextDay()
    if (day === 3) await nextDay()
    if (day === 6) await settle()
    if (day === 6) assert.equal(await events(), ['WebhookCreated'])
  }
  await until('disabled', async () => (await events()).includes('WebhookDisabled'))
})

test('many failures on one day are one day', async () => {
  const { events, clientId, webhook_id } = await endpoint()
  answer = 500
  await Promise.all(Array.from({ length: 300 }, () => engine.refund(clientId)))
  const isAttempted = sql.type(z.object({ count: z.number() }))`
    select count(*)::int4 as count from ops.webhook_deliveries where webhook = ${uuidOf(webhook_id)} and attempts > 0`
  await until('all attempted', async () => (await engine.service.db.oneFirst(isAttempted)) === 300)
  await nextDay()
  await settle()
  assert.equal(await events(), ['WebhookCreated'])
})

test('test events and manual retries count for nothing', async () => {
  const { attempt, events, webhook_id, context } = await endpoint()
  for (let day = 1; day <= 6; day += 1) {
    await attempt(500)
    await nextDay()
  }
  await sendTestEvent(engine.service, context(), { webhook_id, event_type: 'refund.created' })
  const [last] = await engine.deliveries(webhook_id)
  await retryDelivery(engine.service, engine.byService(), { webhook_id, delivery_id: last!.delivery_id })
  await settle()
  answer = 200
  const [first] = (await engine.deliveries(webhook_id)).toReversed()
  await retryDelivery(engine.service, engine.byService(), { webhook_id, delivery_id: first!.delivery_id })
  await settle()
  await nextDay()
  await settle()
  assert.equal(await events(), ['WebhookCreated'], 'six days, whatever was tried by hand on the seventh')
  await attempt(500)
  await nextDay()
  await until('disabled', async () => (await events()).includes('WebhookDisabled'))
})

test('switched on again, the count starts at zero', async () => {
  const { attempt, events, webhook_id, context } = await endpoint()
  for (let day = 1; day <= 7; day += 1) {
    await attempt(500)
    await nextDay()
  }
  await until('disabled', async () => (await events()).includes('WebhookDisabled'))
  await updateWebhook(engine.service, context(), { webhook_id, status: 'active' })
  for (let day = 1; day <= 6; day += 1) {
    await attempt(500)
    await nextDay()
  }
  await settle()
  assert.equal(await events(), ['WebhookCreated', 'WebhookDisabled', 'WebhookEnabled'])
})

test('switched on again before its row has heard that it was off, the count starts at zero as well', async () => {
  const { attempt, events, webhook_id, context } = await endpoint()
  for (let day = 1; day <= 6; day += 1) {
    await attempt(500)
    await nextDay()
  }
  const { execute, db } = engine.service
  const off: WebhookCommand = {
    type: 'disable',
    client_id: null,
    reason: 'requested',
    failed_days: [],
    failed_revision: null,
  }
  await execute.run(webhooks, webhook_id, off, context())
  const { state, revision } = await execute.run(webhooks, webhook_id, { type: 'enable', client_id: null }, context())
  await writeEndpointRow(db, webhook_id, { state, revision })
  await attempt(500)
  await nextDay()
  await settle()
  assert.equal(await events(), ['WebhookCreated', 'WebhookDisabled', 'WebhookEnabled'])
})

test.after(async () => {
  await engine.end()
  await sink.close()
})
test.run()
