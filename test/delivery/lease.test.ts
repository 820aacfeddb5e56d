import { setTimeout as delay } from 'node:timers/promises'
import * as assert from 'uvu/assert'
import { startEmbeddedPostgres } from '#embedded/postgres.ts'
import { startHttpsSink } from '../harness/https-sink.ts'
import { suite } from '../harness/suite.ts'
import { startEngine, until } from './engine.ts'

const LEASE_MS = 1_000

const test = suite('delivery: leases')
const sink = await startHttpsSink()
const engine = await startEngine({ caPem: sink.caPem })
await engine.start({ limits: { leaseMs: LEASE_MS, heartbeatMs: 900, pollMs: 20, laneStart: 16 } })
let { postgres } = engine

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

test.after(async () => {
  await engine.end()
  await postgres.stop()
  await sink.close()
})
test.run()
