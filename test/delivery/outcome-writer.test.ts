import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'slonik'
import * as assert from 'uvu/assert'
import { z } from 'zod'
import { sendTestEvent } from '#commands/webhooks/send-test-event.ts'
import { claim, renew } from '#delivery/dispatch/claim.ts'
import { createEndpoints } from '#delivery/dispatch/endpoints.ts'
import type { DeliveryOutcome } from '#delivery/dispatch/leased-delivery.ts'
import { createOutcomeWriter } from '#delivery/dispatch/outcome-writer.ts'
import { writeOutcomes } from '#delivery/dispatch/write-outcomes.ts'
import { DELIVERY_LIMITS } from '#delivery/limits.ts'
import { uuidOf } from '#delivery/queue.ts'
import { dayOf } from '#edge/postgres/day-partitions.ts'
import { suite } from '../harness/suite.ts'
import { startEngine, until } from './engine.ts'

const test = suite('delivery: what came of attempts is written together')
const engine = await startEngine()
const { service } = engine
const { webhook_id } = await engine.webhook({ url: 'https://127.0.0.1/hook' })
const endpoint = (await createEndpoints(service).get(uuidOf(webhook_id)))!
const writer = createOutcomeWriter(service, DELIVERY_LIMITS, () => undefined)

/** Deliveries leased here. */
async function leased(count: number) {
  for (let sent = 0; sent < count; sent += 1)
    await sendTestEvent(service, engine.context(), { webhook_id, event_type: 'refund.completed' })
  return claim(service.db, [{ webhook: endpoint.webhook, slots: count }], {
    oldest: dayOf(service.now()),
    leasedIds: [],
    byMs: null,
    leaseMs: 60_000,
  })
}

test('an answer that the database refuses costs that answer, not the outcome, and nothing of the others', async () => {
  const claimed = await leased(3)
  const at = service.now()
  const headers = [{ 'x-odd': 'fine' }, { 'x-odd': '\ud800' }, { 'x-odd': 'a\0b' }]
  for (const [index, delivery] of claimed.entries()) {
    const answer = { status: 200, error: null, durationMs: 1, headers: headers[index]!, body: Buffer.from('ok') }
    const settled = { state: 'succeeded', retryDelayMs: 0, attempts: 1, tries: 1, at, ...answer } as const
    void writer.add({ delivery, ...settled }, endpoint)
  }
  await until('all written', async () => (await engine.deliveries(webhook_id)).every(row => row.status === 'succeeded'))
  const deliveries = await engine.deliveries(webhook_id)
  const answers = claimed.map(({ id }) => {
    const { status, attempt_log } = deliveries.find(({ delivery_id }) => delivery_id === `dlv_${id}`)!
    return [status, attempt_log[0]!.status_code, attempt_log[0]!.response]
  })
  assert.equal(answers, [
    ['succeeded', 200, { headers: { 'x-odd': 'fine' }, body: 'ok', body_encoding: 'utf8' }],
    ['succeeded', 200, { headers: {}, body: '', body_encoding: 'utf8' }],
    ['succeeded', 200, { headers: {}, body: '', body_encoding: 'utf8' }],
  ])
})

test('an outcome is written at once, and those soon after it by one more statement', async () => {
  let statements = 0
  const anyFirst: typeof service.db.anyFirst = query => {
    statements += 1
    return service.db.anyFirst(query)
  }
  const counted = { ...service, db: { ...service.db, anyFirst } }
  const slow = createOutcomeWriter(counted, { ...DELIVERY_LIMITS, outcomeGapMs: 1_000 }, () => undefined)
  const answer = { status: 200, error: null, durationMs: 1, headers: null, body: null }
  const settled = { state: 'succeeded', retryDelayMs: 0, attempts: 1, tries: 1, at: service.now(), ...answer } as const
  const [first, ...later] = (await leased(6)).map(delivery => ({ delivery, ...settled }))
  const started = performance.now()
  await slow.add(first!, endpoint)
  assert.ok(performance.now() - started < 900)
  const written: Promise<void>[] = []
  for (const outcome of later) {
    written.push(slow.add(outcome, endpoint))
    await delay(20)
  }
  await Promise.all(written)
  assert.is(statements, 2)
  await slow.stop()
})

test('an outcome counts only under the lease that the stored row has', async () => {
  await leased(1)
  const today = dayOf(service.now())
  await engine.clock.set(120_000)
  const [delivery] = await claim(service.db, [{ webhook: endpoint.webhook, slots: 1 }], {
    oldest: today,
    leasedIds: [],
    byMs: null,
    leaseMs: 60_000,
  })
  const outcome: DeliveryOutcome = {
    delivery: delivery!,
    state: 'succeeded',
    retryDelayMs: 0,
    attempts: 1,
    tries: 1,
    at: service.now(),
    status: 200,
    error: null,
    durationMs: 1,
    headers: null,
    body: null,
  }
  const late = { ...outcome, delivery: { ...delivery!, lease: randomUUID() } }
  const recorded = async () => {
    const found = (await engine.deliveries(webhook_id)).find(({ delivery_id }) => delivery_id === `dlv_${delivery!.id}`)
    return [found?.status, found?.attempt_log.length]
  }
  assert.equal([...(await writeOutcomes(service.db, [late]))], [])
  assert.equal(await recorded(), ['pending', 0])
  assert.equal([...(await writeOutcomes(service.db, [outcome]))], [delivery!.id])
  assert.equal([...(await writeOutcomes(service.db, [outcome]))], [], 'and only once')
  assert.equal(await recorded(), ['succeeded', 1])
})

/**
 * PostgreSQL breaks a deadlock up after a second, and the pool repeats what failed: it shows as time lost, and here a
 * second later.
 */
async function deadlocks(): Promise<number> {
  await delay(1_100)
  return service.db.oneFirst(
    sql.type(z.object({ deadlocks: z.number() }))`
      select deadlocks from pg_stat_database where datname = current_database()`,
  )
}

test('leases that are renewed and outcomes that are written at the same time do not wait for each other', async () => {
  await sendTestEvent(service, engine.context(), { webhook_id, event_type: 'refund.completed' })
  await service.db.query(sql.unsafe`
    insert into ops.webhook_deliveries (day, delivery, event, webhook, type, state, test, due_at, created_at)
    select day, gen_random_uuid(), event, webhook, type, state, test, due_at, created_at
    from ops.webhook_deliveries, generate_series(1, 400) where state = 'pending'`)
  const rooms = [{ webhook: endpoint.webhook, slots: 400 }]
  let left = [
    ...(await claim(service.db, rooms, { oldest: dayOf(service.now()), leasedIds: [], byMs: null, leaseMs: 60_000 })),
  ]
  assert.is(left.length, 400)
  const answer = { status: 200, error: null, durationMs: 1, headers: null, body: null }
  const renewing = (async () => {
    while (left.length > 0) await renew(service.db, left, 60_000)
  })()
  const at = service.now()
  while (left.length > 0) {
    // Answers come in any order.
    const answered = left.filter((_, index) => index % 7 === 0).reverse()
    const settled = { state: 'succeeded', retryDelayMs: 0, attempts: 1, tries: 1, at, ...answer } as const
    const written = await writeOutcomes(
      service.db,
      answered.map(delivery => ({ delivery, ...settled })),
    )
    assert.is(written.size, answered.length)
    left = left.filter(({ id }) => !written.has(id))
  }
  await renewing
  assert.is(await deadlocks(), 0)
})

test.after(async () => {
  await writer.stop()
  await engine.end()
})
test.run()
