import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'slonik'
import * as assert from 'uvu/assert'
import { z } from 'zod'
import { sendTestEvent } from '#commands/webhooks/send-test-event.ts'
import { DELIVERY_LIMITS } from '#delivery/limits.ts'
import { createClockSetBackHandler } from '#delivery/maintenance/clock-set-back.ts'
import { uuidOf } from '#delivery/queue.ts'
import { startHttpsSink } from '../harness/https-sink.ts'
import { suite } from '../harness/suite.ts'
import { startEngine, until } from './engine.ts'

/** The clock jumps ahead by an hour and is set right again: what was to be sent soon is sent soon, not in an hour. */
const test = suite("delivery: the database's clock is set back")
const HOUR_MS = 3_600_000
const LEASE_MS = 1_000
const RETRY_MS = 3_000
const HOUSEKEEPING_MS = 100
const SOON_MS = 60_000

const sink = await startHttpsSink()
const engine = await startEngine({ caPem: sink.caPem, config: { WEBHOOK_RETRY_BASE_MS: RETRY_MS } })
const start = () =>
  engine.start({ limits: { leaseMs: LEASE_MS, heartbeatMs: LEASE_MS / 4, maintenanceMs: HOUSEKEEPING_MS } })
const sentTo = (id: string) =>
  sink.received.filter(({ headers }) => headers['x-service-webhook-id'] === id).map(({ headers }) => headers)
const newestOf = async (id: string) => (await engine.deliveries(id))[0]

test.after(async () => {
  await engine.end()
  await sink.close()
})

test('before a process begins: what was queued in that hour, and what a process held that died', async () => {
  await engine.clock.set(HOUR_MS)
  const { webhook_id } = await engine.webhook({ url: sink.url })
  await sendTestEvent(engine.service, engine.context(), { webhook_id, event_type: 'refund.completed' })
  const { delivery_id } = await sendTestEvent(engine.service, engine.context(), {
    webhook_id,
    event_type: 'refund.completed',
  })
  await engine.service.db.query(sql.unsafe`
    update ops.webhook_deliveries set lease = gen_random_uuid(), due_at = now() + ${LEASE_MS} * interval '1 millisecond'
    where delivery = ${uuidOf(delivery_id)}`)
  await engine.clock.set(0)
  await start()
  await until('both are sent', () => sentTo(webhook_id).length === 2, SOON_MS)
})

test('while processes deliver: what failed in that hour is tried again', async () => {
  const { webhook_id } = await engine.webhook({ url: sink.url, events: ['refund.created'] })
  await engine.clock.set(HOUR_MS)
  sink.respond((_, response) => void response.writeHead(500).end())
  await engine.refund()
  await until('it failed', async () => (await newestOf(webhook_id))?.attempts === 1)
  // So long that who keeps house has seen it.
  await delay(10 * HOUSEKEEPING_MS)
  await engine.clock.set(0)
  sink.respond((_, response) => void response.end())
  await until('it is delivered', async () => (await newestOf(webhook_id))?.status === 'succeeded', SOON_MS)
  assert.is(sentTo(webhook_id).length, 2)
})

/**
 * A delivery that waits, with such columns, and what there is to it then: when it is due, and resumes, in seconds
 * from now.
 */
async function waiting(columns: ReturnType<typeof sql.fragment>) {
  const { webhook_id } = await engine.webhook({ url: sink.url, events: ['refund.created'] })
  const { delivery_id } = await sendTestEvent(engine.service, engine.context(), {
    webhook_id,
    event_type: 'refund.completed',
  })
  await until('sent', async () => (await newestOf(webhook_id))?.status === 'succeeded')
  const isIt = sql.fragment`delivery = ${uuidOf(delivery_id)}`
  await engine.service.db.query(sql.unsafe`
    update ops.webhook_deliveries set state = 'pending', lease = null, ${columns} where ${isIt}`)
  const InS = z.object({ due: z.number(), resume: z.number().nullable() })
  return () =>
    engine.service.db.one(sql.type(InS)`
      select round(extract(epoch from due_at - now()))::float8 as due, round(extract(epoch from resume_at - now()))::float8 as resume
      from ops.webhook_deliveries where ${isIt}`)
}
const near = (value: number | null, expected: number) => value !== null && Math.abs(value - expected) < 10

test('what was put on record after the clock was set back, and tried before, waits as long as it was to', async () => {
  const times = await waiting(sql.fragment`
    tries = 1, last_at = now() + interval '1 hour', due_at = now() + interval '10 minutes'`)
  assert.is(await createClockSetBackHandler(engine.service.db, DELIVERY_LIMITS)(), 1)
  assert.ok(near((await times()).due, 600), JSON.stringify(await times()))
})

test('a manual retry is due at once, and the schedule continues as before', async () => {
  const times = await waiting(sql.fragment`
    tries = 1, manual = true, last_at = now() + interval '55 minutes', due_at = now() + interval '1 hour', resume_at = now() + interval '85 minutes'`)
  assert.is(await createClockSetBackHandler(engine.service.db, DELIVERY_LIMITS)(), 1)
  const { due, resume } = await times()
  assert.ok(near(due, 0) && near(resume, 1_800), `${due}, ${resume}`)
})

test('what could not be looked for is looked for again', async () => {
  const { db } = engine.service
  let isAway = true
  const query: typeof db.query = asked => (isAway ? Promise.reject(new Error('away')) : db.query(asked))
  const follow = createClockSetBackHandler({ ...db, query }, DELIVERY_LIMITS)
  await waiting(sql.fragment`tries = 1, last_at = now() + interval '1 hour', due_at = now() + interval '2 hours'`)
  assert.is(await follow().catch(({ message }) => message), 'away')
  isAway = false
  assert.equal([await follow(), await follow()], [1, 0])
})

test('a clock that was ahead only between two polls delays no delivery for long', async () => {
  const follow = createClockSetBackHandler(engine.service.db, { ...DELIVERY_LIMITS, clockCheckMs: 200 })
  await follow()
  const times = await waiting(
    sql.fragment`tries = 1, last_at = now() + interval '1 hour', due_at = now() + interval '2 hours'`,
  )
  await delay(250)
  assert.is(await follow(), 1)
  assert.ok(near((await times()).due, 3_600), JSON.stringify(await times()))
})

test('what waits for longer than the clock was ahead waits as long as it was to, and is put off once', async () => {
  const { webhook_id } = await engine.webhook({ url: sink.url, events: ['refund.created'] })
  const { delivery_id } = await sendTestEvent(engine.service, engine.context(), {
    webhook_id,
    event_type: 'refund.completed',
  })
  await until('sent', async () => (await newestOf(webhook_id))?.status === 'succeeded')
  const isIt = sql.fragment`delivery = ${uuidOf(delivery_id)}`
  await engine.service.db.query(sql.unsafe`
    update ops.webhook_deliveries set state = 'pending', tries = 1, last_at = now() + interval '10 s', due_at = now() + interval '3610 s'
    where ${isIt}`)
  const follow = () => createClockSetBackHandler(engine.service.db, DELIVERY_LIMITS)()
  assert.equal([await follow(), await follow()], [1, 0])
  const waitsS = await engine.service.db.oneFirst(sql.type(z.object({ s: z.number() }))`
    select extract(epoch from due_at - now())::float8 as s from ops.webhook_deliveries where ${isIt}`)
  assert.ok(waitsS > 3_500 && waitsS <= 3_600, `${waitsS} s`)
})

test('what is under way then is not sent twice', async () => {
  const { webhook_id } = await engine.webhook({ url: sink.url, events: ['refund.created'] })
  await engine.clock.set(HOUR_MS)
  const answers: (() => void)[] = []
  sink.respond((_, response) => void answers.push(() => response.end()))
  await engine.refund()
  await until('under way', () => sentTo(webhook_id).length === 1)
  await engine.clock.set(0)
  await delay(5 * LEASE_MS)
  for (const answer of answers) answer()
  await until('on record', async () => (await newestOf(webhook_id))?.status === 'succeeded')
  assert.is(sentTo(webhook_id).length, 1)
})

test.run()
