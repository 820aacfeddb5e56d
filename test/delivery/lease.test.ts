import { setTimeout as delay } from 'node:timers/promises'
import * as assert from 'uvu/assert'
import { startEmbeddedPostgres } from '#embedded/postgres.ts'
import { startHttpsSink } from '../harness/https-sink.ts'
import { processesIn, whileFrozen } from '../harness/processes.ts'
import { suite } from '../harness/suite.ts'
import { startEngine, until } from './engine.ts'

const LEASE_MS = 1_000

const test = suite('delivery: leases')
const sink = await startHttpsSink()
const engine = await startEngine({ caPem: sink.caPem })
// Leases lapse while the database is away, and are kept again afterwards: one that lapses as its answer comes is
// another matter.
await engine.start({ limits: { leaseMs: LEASE_MS, heartbeatMs: LEASE_MS / 4, pollMs: 20, windowStart: 16 } })
let { postgres } = engine

const slow = await startHttpsSink()
const two = await startEngine({ caPem: slow.caPem })
let postgresOfTwo = two.postgres
/** One request each: the process that is sending has no room to lease the row again, the other one has. */
const limits = { leaseMs: LEASE_MS, heartbeatMs: LEASE_MS / 4, pollMs: 20, windowStart: 1, windowMax: 1 }
await Promise.all([two.start({ limits }), two.start({ limits })])

/**
 * A lease that nobody lengthens, and claims whose answers come when the test lets them. It is long enough for a busy
 * machine to be no silence.
 */
const LAPSED_MS = 3_000
const quick = await startHttpsSink()
const lapsed = await startEngine({ caPem: quick.caPem })
const { any } = lapsed.service.db
let claimed: Promise<void> | undefined
lapsed.service.db = {
  ...lapsed.service.db,
  async any(query) {
    const rows = await any(query)
    if (rows.length > 0 && query.sql.includes('picked as materialized')) await claimed
    return rows
  },
}

test('a request that outlasts its lease while PostgreSQL is away is not sent again by the process that is sending it', async () => {
  const { webhook_id } = await engine.webhook({ url: sink.url })
  const answers: (() => void)[] = []
  sink.respond((_, response) => void answers.push(() => response.end()))
  for (let sent = 0; sent < 5; sent += 1) await engine.refund()
  await until('all in flight', () => answers.length === 5)
  await postgres.stop()
  await delay(LEASE_MS * 2)
  postgres = await startEmbeddedPostgres({ dataDir: engine.dataDir, port: postgres.port })
  await until('back', async () => (await engine.deliveries(webhook_id)).length === 5)
  await delay(LEASE_MS * 2)
  sink.respond((_, response) => void response.end())
  for (const answer of answers) answer()
  await until('all on record', async () =>
    (await engine.deliveries(webhook_id)).every(({ status, attempts }) => status === 'succeeded' && attempts === 1),
  )
  await delay(200)
  const ids = sink.received.map(({ headers }) => headers['x-service-event-id'])
  assert.is(ids.length, new Set(ids).size, 'nothing was sent twice')
})

test('a request that outlasts its lease keeps it by the heartbeat: another process does not send it', async () => {
  let answer: () => void = () => undefined
  slow.respond((_, response) => {
    answer = () => void response.end()
  })
  const { webhook_id } = await two.webhook({ url: slow.url })
  await two.refund()
  await until('in flight', () => slow.received.length === 1)
  await delay(LEASE_MS * 2.5)
  answer()
  await until('on record', async () => (await two.deliveries(webhook_id))[0]?.status === 'succeeded')
  assert.is(slow.received.length, 1)
})

test('a request that outlasts its lease while PostgreSQL is away is not sent again by another process', async () => {
  const answers: (() => void)[] = []
  slow.respond((_, response) => void answers.push(() => response.end()))
  // A request each: who comes first is a matter of milliseconds.
  const ids: string[] = []
  for (let endpoint = 0; endpoint < 8; endpoint += 1) ids.push((await two.webhook({ url: slow.url })).webhook_id)
  const told = () => slow.received.filter(({ headers }) => ids.includes(String(headers['x-service-webhook-id']))).length
  await two.refund()
  await until('in flight', () => told() === ids.length)
  await two.postgres.stop()
  await delay(LEASE_MS * 2)
  postgresOfTwo = await startEmbeddedPostgres({ dataDir: two.dataDir, port: two.postgres.port })
  await delay(LEASE_MS * 2)
  for (const answer of answers) answer()
  for (const id of ids) await until('on record', async () => (await two.deliveries(id))[0]?.status === 'succeeded')
  assert.is(told(), ids.length)
})

test('a request that outlasts its lease while PostgreSQL is frozen is not sent again by another process', async () => {
  const answers: (() => void)[] = []
  slow.respond((_, response) => void answers.push(() => response.end()))
  const ids: string[] = []
  for (let endpoint = 0; endpoint < 16; endpoint += 1)
    ids.push((await two.webhook({ url: slow.url, events: ['refund.created'] })).webhook_id)
  const told = () => slow.received.filter(({ headers }) => ids.includes(String(headers['x-service-webhook-id']))).length
  for (const round of [1, 2, 3]) {
    await two.refund()
    await until('in flight', () => told() === ids.length * round)
    await whileFrozen(processesIn(two.dataDir, 'postgres'), () => delay(LEASE_MS * 3))
    await delay(LEASE_MS)
    for (const answer of answers.splice(0)) answer()
    const isOnRecord = async (id: string) =>
      (await two.deliveries(id)).filter(({ status }) => status === 'succeeded').length === round
    for (const id of ids) await until('on record', () => isOnRecord(id))
    assert.is(told(), ids.length * round)
  }
})

test('a response after the end of its lease is recorded, also while the process polls', async () => {
  let answer: () => void = () => undefined
  quick.respond((_, response) => {
    answer = () => void response.end()
  })
  await lapsed.start({ limits: { leaseMs: LAPSED_MS, heartbeatMs: LAPSED_MS * 60, pollMs: 20 } })
  const { webhook_id } = await lapsed.webhook({ url: quick.url })
  await lapsed.refund()
  await until('in flight', () => quick.received.length === 1)
  const letThrough = Promise.withResolvers<void>()
  claimed = letThrough.promise
  await delay(LAPSED_MS * 1.5)
  answer()
  await delay(LAPSED_MS / 2)
  letThrough.resolve()
  await until('on record', async () => (await lapsed.deliveries(webhook_id))[0]?.status === 'succeeded')
  await delay(LAPSED_MS / 2)
  assert.is(quick.received.length, 1)
})

test.after(async () => {
  await lapsed.end()
  await quick.close()
  await two.end()
  await postgresOfTwo.stop()
  await slow.close()
  await engine.end()
  await postgres.stop()
  await sink.close()
})
test.run()
