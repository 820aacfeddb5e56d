import { setTimeout as delay } from 'node:timers/promises'
import * as assert from 'uvu/assert'
import { startHttpsSink } from '../harness/https-sink.ts'
import { suite } from '../harness/suite.ts'
import { startEngine, until } from './engine.ts'

/** What decides how long a silence may be, and so these tests. */
const limits = { leaseMs: 1_000, heartbeatMs: 250, pollMs: 20 }

const test = suite('delivery: polls that take long')

const ENDPOINTS = 40
/** Forty answers one after another would take many times what a lease of a second lets a database be silent. */
const ANSWER_MS = 500
/** A third of a lease: a database that is silent for a quarter of it may be frozen. */
const LATE_MS = 330

test('where many endpoints wait, few questions read all of them', async () => {
  const sink = await startHttpsSink()
  const engine = await startEngine({ caPem: sink.caPem })
  sink.respond((_, response) => void response.writeHead(500).end())
  for (let n = 0; n < ENDPOINTS; n += 1) await engine.webhook({ url: sink.url, events: ['refund.created'] })
  const before = await engine.start()
  await engine.refund()
  await until('the first attempts', () => sink.received.length >= ENDPOINTS)
  await before.stop()
  sink.respond((_, response) => void response.end())

  const { any } = engine.service.db
  let asked = 0
  engine.service.db = {
    ...engine.service.db,
    async any(query) {
      if (query.sql.includes('from ops.webhook_endpoints where webhook')) {
        asked += 1
        await delay(ANSWER_MS)
      }
      return any(query)
    },
  }
  await engine.start({ limits })
  await until('all second attempts', () => sink.received.length >= 2 * ENDPOINTS)
  assert.ok(asked >= 1 && asked <= ENDPOINTS / 4, `${asked}`)
  await engine.end()
  await sink.close()
})

test('a database whose every response is late is still queried, and returns what is due', async () => {
  const sink = await startHttpsSink()
  const engine = await startEngine({ caPem: sink.caPem })
  sink.respond((_, response) => void response.writeHead(sink.received.length === 1 ? 500 : 200).end())
  const { any, oneFirst } = engine.service.db
  const late = <T>(answer: T) => delay(LATE_MS, answer)
  engine.service.db = {
    ...engine.service.db,
    any: query => any(query).then(late),
    oneFirst: query => oneFirst(query).then(late),
  }
  await engine.webhook({ url: sink.url, events: ['refund.created'] })
  await engine.start({ limits })
  await engine.refund()
  await until('the second attempt', () => sink.received.length === 2, 60_000)
  await engine.end()
  await sink.close()
})

const isClaim = ({ sql }: { sql: string }) => sql.includes('picked as materialized')
const isClock = ({ sql }: { sql: string }) => sql.trim().startsWith('select (extract(epoch from clock_timestamp())')

test('a database that is slow only for polls returns what is due', async () => {
  const sink = await startHttpsSink()
  const engine = await startEngine({ caPem: sink.caPem })
  sink.respond((_, response) => void response.writeHead(sink.received.length === 1 ? 500 : 200).end())
  const { any } = engine.service.db
  engine.service.db = {
    ...engine.service.db,
    async any(query) {
      if (query.sql.includes('from ops.webhook_endpoints e cross join lateral')) await delay(limits.leaseMs * 0.7)
      return any(query)
    },
  }
  await engine.webhook({ url: sink.url, events: ['refund.created'] })
  await engine.start({ limits })
  await engine.refund()
  await until('the second attempt', () => sink.received.length === 2, 15_000)
  await engine.end()
  await sink.close()
})

/** An engine whose claims are counted, and whose database says its clock as the test lets it. */
async function counting() {
  const engine = await startEngine()
  const { any, oneFirst } = engine.service.db
  const counted = { engine, claims: 0, beforeClock: async () => {} }
  engine.service.db = {
    ...engine.service.db,
    any(query) {
      if (isClaim(query)) counted.claims += 1
      return any(query)
    },
    async oneFirst(query) {
      if (isClock(query)) await counted.beforeClock()
      return oneFirst(query)
    },
  }
  return counted
}

test('nothing is claimed before the clock of the database was heard: it may be frozen', async () => {
  const counted = await counting()
  const { engine } = counted
  const heard = Promise.withResolvers<void>()
  counted.beforeClock = () => heard.promise
  await engine.webhook({ url: 'https://127.0.0.1:9/hook', events: ['refund.created'] })
  await engine.start({ limits: { ...limits, leaseMs: 60_000 } })
  await engine.refund()
  await delay(500)
  assert.is(counted.claims, 0)
  heard.resolve()
  await until('a claim', () => counted.claims > 0)
  await engine.end()
})

test('a database that was silent for long is left alone for a while, however many questions were given up meanwhile', async () => {
  const counted = await counting()
  const { engine } = counted
  const slower = { leaseMs: 4_000, heartbeatMs: 1_000, pollMs: 20 }
  await engine.webhook({ url: 'https://127.0.0.1:9/hook', events: ['refund.created'] })
  await engine.start({ limits: slower })
  await engine.refund()
  await until('a claim', () => counted.claims > 0)
  const answered = Promise.withResolvers<void>()
  let asked = 0
  counted.beforeClock = async () => {
    asked += 1
    // One is given up, as the connection is; the next is answered in less than half a lease.
    if (asked === 1) {
      await delay(slower.leaseMs * 0.65)
      throw new Error('given up')
    }
    if (asked === 2) await delay(slower.leaseMs * 0.45).then(answered.resolve)
  }
  await answered.promise
  const { claims } = counted
  await engine.refund()
  await delay(slower.heartbeatMs)
  assert.is(counted.claims, claims)
  await until('a claim', () => counted.claims > claims)
  await engine.end()
})

test.run()
