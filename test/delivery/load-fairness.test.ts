import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'slonik'
import { v7 as uuidv7 } from 'uuid'
import * as assert from 'uvu/assert'
import { z } from 'zod'
import { uuidOf } from '#delivery/queue.ts'
import { temporaryCa } from '#embedded/development-ca.ts'
import { startHttpsSink } from '../harness/https-sink.ts'
import { suite } from '../harness/suite.ts'
import { startEngine, until } from './engine.ts'
import { startTlsPeer } from './peers.ts'

const HANGING_EVENTS = 9_700
const HEALTHY_EVENTS = 300
/** Of the hanging one's, those that come in while the healthy one is measured. */
const BESIDE = 600

const test = suite('delivery: one endpoint is no reason for another')
const authority = await temporaryCa()
const sink = await startHttpsSink({ authority })
const hanging = await startTlsPeer(authority, () => undefined)
const engine = await startEngine({ caPem: authority.caPem, config: { WEBHOOK_RETRY_BASE_MS: 5_274 } })
const delivery = await engine.start({ limits: { stopMs: 200 } })

const Count = z.object({ count: z.number() })

const waiting = () =>
  engine.service.db.oneFirst(sql.type(Count)`
    select count(*)::int4 as count from ops.webhook_deliveries where state = 'pending'`)

/** Issue 4: p99 below a second; on a machine so busy that an endpoint alone is slow, eight times its own lag. */
const LAG_MS_MAX = 1_000
const p99Of = (lags: number[]) => lags.sort((a, b) => a - b)[Math.ceil(lags.length * 0.99) - 1] ?? Number.NaN
let bound = LAG_MS_MAX

test('an endpoint alone, to know how busy this machine is', async () => {
  await engine.webhook({ url: `${sink.url}/alone` }, 'clt_alone')
  const lags: number[] = []
  sink.respond(({ body, at }, response) => {
    lags.push(at - Date.parse(JSON.parse(body.toString()).created_at))
    response.end()
  })
  for (let sent = 0; sent < 100; sent += 1) {
    await engine.refund('clt_alone')
    await delay(15)
  }
  await until('all', () => lags.length === 100)
  bound = Math.max(LAG_MS_MAX, 8 * p99Of(lags))
  console.log(`\nalone: p99 ${p99Of(lags)} ms, so the bound is ${bound} ms`)
})

test('10,000 events, most to an endpoint that hangs: the healthy one keeps its p99 below a second', async () => {
  await engine.webhook({ url: hanging.url }, 'clt_hanging')
  await engine.webhook({ url: `${sink.url}/healthy` }, 'clt_healthy')
  const flood = async (events: number) => {
    for (let sent = 0; sent < events; sent += 20)
      await Promise.all(Array.from({ length: 20 }, () => engine.refund('clt_hanging')))
  }
  await flood(HANGING_EVENTS - BESIDE)
  await until('a backlog', async () => (await waiting()) >= HANGING_EVENTS - BESIDE, 60_000)
  const lags: number[] = []
  sink.respond(({ body, at }, response) => {
    lags.push(at - Date.parse(JSON.parse(body.toString()).created_at))
    response.end()
  })
  for (let sent = 0; sent < HEALTHY_EVENTS; sent += 1) {
    await engine.refund('clt_healthy')
    for (let beside = 0; beside < BESIDE / HEALTHY_EVENTS; beside += 1) await engine.refund('clt_hanging')
    await delay(10)
  }
  await until('all of the healthy one', () => lags.length === HEALTHY_EVENTS)
  const p99 = p99Of(lags)
  console.log(`\nhealthy lag: p50 ${lags[lags.length >> 1]} ms, p99 ${p99} ms; ${hanging.connections} connections hang`)
  assert.ok(p99 < bound, `p99 is ${p99} ms`)
  assert.ok(delivery.health().ok, 'a hanging customer is no fault of ours')
})

/** Events of the endpoints that become slow. */
const slowQueued = () =>
  engine.service.db.oneFirst(sql.type(Count)`
    select count(*)::int4 as count from ops.webhook_events where starts_with(client_id, 'clt_slow_')`)

test('forty endpoints that were quick and become slow leave a quick one alone', async () => {
  const before = await waiting()
  let slowly = false
  const lags: number[] = []
  sink.respond(({ body, path, at }, response) => {
    if (path.endsWith('/quick')) lags.push(at - Date.parse(JSON.parse(body.toString()).created_at))
    setTimeout(() => response.end(), slowly && !path.endsWith('/quick') ? 2_000 : 0)
  })
  await engine.webhook({ url: `${sink.url}/quick` }, 'clt_quick')
  for (let index = 0; index < 40; index += 1)
    await engine.webhook({ url: `${sink.url}/slow/${index}` }, `clt_slow_${index}`)
  const flood = (each: number) =>
    Promise.all(
      Array.from({ length: 40 }, async (_, index) => {
        for (let sent = 0; sent < each; sent += 1) await engine.refund(`clt_slow_${index}`)
      }),
    )
  await flood(10)
  await engine.refund('clt_quick')
  await until('a first of the quick one', () => lags.length === 1)
  slowly = true
  await flood(50)
  // What is being queued at the same time is another matter: all of it is queued before the quick one is measured.
  await until('a backlog', async () => (await slowQueued()) === 40 * 60, 60_000)
  assert.ok((await waiting()) - before > 1_000, 'they are slow')
  lags.length = 0
  for (let sent = 0; sent < 100; sent += 1) {
    await engine.refund('clt_quick')
    await delay(20)
  }
  await until('all of the quick one', () => lags.length === 100)
  const p99 = p99Of(lags)
  console.log(`\nquick beside 40 slow: p50 ${lags[50]} ms, p99 ${p99} ms`)
  assert.ok(p99 < bound, `p99 is ${p99} ms`)
  slowly = false
  await until('all of the slow ones', async () => (await waiting()) <= before, 60_000)
})

test('a claim reads only due deliveries, however many wait', async () => {
  const { service } = engine
  const { webhook_id } = await engine.webhook({ url: `${sink.url}/waiting` }, 'clt_waiting')
  const day = service.now().toISOString().slice(0, 10)
  await service.db.query(sql.unsafe`
    insert into ops.webhook_deliveries (day, delivery, event, webhook, type, state, test, due_at, created_at)
    select ${day}, gen_random_uuid(), ${uuidv7()}, ${uuidOf(webhook_id)}, 'refund.created', 'pending', false,
      now() + interval '1 hour', now() from generate_series(1, 100000)`)
  const lags: number[] = []
  sink.respond(({ body, at, path }, response) => {
    if (path.endsWith('/waiting')) lags.push(at - Date.parse(JSON.parse(body.toString()).created_at))
    response.end()
  })
  for (let sent = 0; sent < 40; sent += 1) {
    await engine.refund('clt_waiting')
    await delay(10)
  }
  await until('all', () => lags.length === 40)
  const p95 = lags.sort((a, b) => a - b)[37]!
  assert.ok(p95 < bound, `p95 is ${p95} ms`)
})

test.after(async () => {
  await engine.end()
  await hanging.close()
  await sink.close()
})
test.run()
