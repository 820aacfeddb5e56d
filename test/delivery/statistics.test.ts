import { sql } from 'slonik'
import * as assert from 'uvu/assert'
import { sendTestEvent } from '#commands/webhooks/send-test-event.ts'
import { claim } from '#delivery/dispatch/claim.ts'
import type { DeliveryOutcome } from '#delivery/dispatch/leased-delivery.ts'
import { writeOutcomes } from '#delivery/dispatch/write-outcomes.ts'
import { uuidOf } from '#delivery/queue.ts'
import { deleteStatisticsBefore, statisticsEntry } from '#delivery/statistics.ts'
import { addDays, dayOf } from '#edge/postgres/day-partitions.ts'
import { getWebhookStatistics, WebhookStatisticsQuery } from '#queries/webhooks/get-webhook-statistics.ts'
import { Rejection } from '#values/errors.ts'
import { startHttpsSink } from '../harness/https-sink.ts'
import { suite } from '../harness/suite.ts'
import { CLIENT, startEngine, until } from './engine.ts'

const test = suite('delivery: statistics of outcomes')
const sink = await startHttpsSink()
const engine = await startEngine({ caPem: sink.caPem })
const { db, now } = engine.service
test.after(async () => {
  await engine.end()
  await sink.close()
})

const DAY_MS = 86_400_000
const urlOf = (path: string) => new URL(path, sink.url).href
const queryOf = (more: object = {}) => {
  const [since, end] = [now().getTime() - DAY_MS, now().getTime() + DAY_MS].map(ms => new Date(ms).toISOString())
  return WebhookStatisticsQuery.parse({ since, until: end, step: 'hour', ...more })
}
const statistics = (more: object = {}, client = CLIENT) => getWebhookStatistics(db, client, queryOf(more))
const countsOf = ({ first_try, after_retries, given_up, waiting }: Record<string, unknown>) => ({
  ...{ first_try, after_retries, given_up, waiting },
})
const NONE = { first_try: 0, after_retries: 0, given_up: 0, waiting: 0 }

test('count first attempts, retries, what is given up and what waits, each delivery once, by endpoint', async () => {
  const [good, late, dead] = [
    await engine.webhook({ url: urlOf('good') }),
    await engine.webhook({ url: urlOf('late') }),
    await engine.webhook({ url: urlOf('dead') }),
  ]
  let lateAttempts = 0
  sink.respond(({ path }, response) => {
    if (path === '/late') lateAttempts += 1
    const isRefused = path === '/dead' || (path === '/late' && lateAttempts <= 3)
    response.writeHead(isRefused ? 503 : 200).end()
  })
  const delivery = await engine.start()
  await engine.refund()
  await engine.skipUntil('every delivery has ended', async () => {
    const all = await Promise.all([good, late, dead].map(({ webhook_id }) => engine.deliveries(webhook_id)))
    return all.flat().length === 3 && all.flat().every(({ status }) => status !== 'pending')
  })
  const { endpoints, total } = await statistics()
  const byId = new Map(endpoints.map(endpoint => [endpoint.webhook_id, countsOf(endpoint)]))
  assert.equal(byId.get(good.webhook_id), { ...NONE, first_try: 1 })
  assert.equal(byId.get(late.webhook_id), { ...NONE, after_retries: 1, waiting: 1 })
  assert.equal(byId.get(dead.webhook_id), { ...NONE, given_up: 1, waiting: 1 })
  assert.equal(countsOf(total), { first_try: 1, after_retries: 1, given_up: 1, waiting: 2 })
  assert.is(total.time_to_delivery.count, 2)
  const hours = await statistics()
  for (const step of ['day', 'month']) {
    const { total, endpoints } = await statistics({ step })
    assert.equal([total, endpoints], [hours.total, hours.endpoints], `steps of a ${step}`)
  }
  const { total: one, steps } = await statistics({ webhook_id: late.webhook_id })
  assert.equal(countsOf(one), { ...NONE, after_retries: 1, waiting: 1 })
  assert.is(
    steps.reduce((sum, { after_retries }) => sum + after_retries, 0),
    1,
  )
  await delivery.stop()
})

test('count neither test events nor outcomes whose lease was lost, and a repeated batch once', async () => {
  const client = 'clt_repeated'
  const { webhook_id } = await engine.webhook({ url: urlOf('good') }, client)
  const delivery = await engine.start()
  await engine.refund(client)
  await sendTestEvent(engine.service, engine.context(client), { webhook_id, event_type: 'refund.completed' })
  await until('both are delivered', async () => {
    const deliveries = await engine.deliveries(webhook_id)
    return deliveries.length === 2 && deliveries.every(({ status }) => status === 'succeeded')
  })
  await delivery.stop()
  assert.equal(countsOf((await statistics({}, client)).total), { ...NONE, first_try: 1 })
  // The same delivery is pending again, as after an outage in which its outcome was not written.
  await db.query(sql.unsafe`
    update ops.webhook_deliveries set state = 'pending', due_at = now() where webhook = ${uuidOf(webhook_id)} and not test`)
  const claimed = await claim(db, [{ webhook: uuidOf(webhook_id), slots: 5 }], {
    ...{ oldest: dayOf(now()), leasedIds: [], byMs: null, leaseMs: 60_000 },
  })
  const outcomes = claimed.map(
    (delivery): DeliveryOutcome => ({
      ...{ delivery, state: 'succeeded', retryDelayMs: 0, attempts: 2, tries: 1, at: now(), status: 200 },
      ...{ error: null, durationMs: 5, headers: null, body: null },
    }),
  )
  assert.is(outcomes.length, 1)
  const lost = outcomes.map(outcome => ({
    ...outcome,
    delivery: { ...outcome.delivery, lease: '00000000-0000-4000-8000-000000000000' },
  }))
  await writeOutcomes(db, lost)
  assert.equal(countsOf((await statistics({}, client)).total), { ...NONE, first_try: 1 })
  for (let times = 0; times < 3; times += 1) await writeOutcomes(db, outcomes)
  assert.equal(countsOf((await statistics({}, client)).total), { ...NONE, first_try: 1, after_retries: 1 })
})

test('what waits for a disabled endpoint is not counted: no request was made', () => {
  const delivery = { attempts: 0, test: false, manual: false, replay: false, delivered: false }
  const entryOf = (error: string) =>
    statisticsEntry({ delivery, state: 'pending', attempts: 1, error, at: now(), durationMs: 0 } as DeliveryOutcome)[0]
  assert.is(entryOf('http_status'), 'waiting')
  assert.is(entryOf('endpoint_disabled'), null)
})

test('belong to their client, and end after 400 days', async () => {
  const { endpoints } = await statistics()
  assert.equal(countsOf((await statistics({}, 'clt_other')).total), NONE)
  await statistics({ webhook_id: endpoints[0]!.webhook_id }, 'clt_other').then(
    () => assert.unreachable('another client read them'),
    error => assert.is(error instanceof Rejection && error.code, 'NOT_FOUND'),
  )
  const today = dayOf(now())
  const kept = await statistics()
  await deleteStatisticsBefore(db, addDays(today, -1))
  assert.equal(await statistics(), kept)
  await deleteStatisticsBefore(db, addDays(today, 2))
  assert.equal(countsOf((await statistics()).total), NONE)
})

test.run()
