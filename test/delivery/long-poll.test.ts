import { setTimeout as delay } from 'node:timers/promises'
import * as assert from 'uvu/assert'
import { startHttpsSink } from '../harness/https-sink.ts'
import { suite } from '../harness/suite.ts'
import { startEngine, until } from './engine.ts'

const test = suite('delivery: polls that take long')

const ENDPOINTS = 40
/** Of these a poll asks as many as there are endpoints, which takes many times what a lease of a second lets a database be silent. */
const ANSWER_MS = 50
/** A third of a lease: a database that is silent for a quarter of it may be frozen. */
const LATE_MS = 330

test('where many endpoints wait, the first ones do not wait for the last', async () => {
  const sink = await startHttpsSink()
  const engine = await startEngine({ caPem: sink.caPem })
  sink.respond((_, response) => void response.writeHead(500).end())
  for (let n = 0; n < ENDPOINTS; n += 1) await engine.webhook({ url: sink.url, events: ['refund.created'] })
  const before = await engine.start()
  await engine.refund()
  await until('the first attempts', () => sink.received.length >= ENDPOINTS)
  await before.stop()
  sink.respond((_, response) => void response.end())

  const { maybeOne } = engine.service.db
  let asked = 0
  engine.service.db = {
    ...engine.service.db,
    async maybeOne(query) {
      if (query.sql.includes('from ops.webhook_endpoints where webhook')) {
        asked += 1
        await delay(ANSWER_MS)
      }
      return maybeOne(query)
    },
  }
  const sent = sink.received.length
  await engine.start({ limits: { leaseMs: 1_000, heartbeatMs: 250, pollMs: 20 } })
  await until('three quarters to be asked', () => asked > ENDPOINTS * 0.75)
  const sentMeanwhile = sink.received.length - sent
  assert.ok(sentMeanwhile > ENDPOINTS / 2, `${sentMeanwhile} of ${asked}`)
  await engine.end()
  await sink.close()
})

test('a database whose every answer is late is asked on, and gives what is due', async () => {
  const sink = await startHttpsSink()
  const engine = await startEngine({ caPem: sink.caPem })
  sink.respond((_, response) => void response.writeHead(sink.received.length === 1 ? 500 : 200).end())
  const { any, one } = engine.service.db
  const late = <T>(answer: T) => delay(LATE_MS, answer)
  engine.service.db = {
    ...engine.service.db,
    any: query => any(query).then(late),
    one: query => one(query).then(late),
  }
  await engine.webhook({ url: sink.url, events: ['refund.created'] })
  await engine.start({ limits: { leaseMs: 1_000, heartbeatMs: 250, pollMs: 20 } })
  await engine.refund()
  await until('the second attempt', () => sink.received.length === 2, 15_000)
  await engine.end()
  await sink.close()
})

test.run()
