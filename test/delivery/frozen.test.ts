import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'slonik'
import * as assert from 'uvu/assert'
import { z } from 'zod'
import { connectEventStore } from '#edge/eventstore/client.ts'
import { startEmbeddedEventStore } from '#embedded/eventstore/spawn.ts'
import { startHttpsSink } from '../harness/https-sink.ts'
import { whileFrozen } from '../harness/processes.ts'
import { suite } from '../harness/suite.ts'
import { startEngine, until } from './engine.ts'
import { spawnDeliverer } from './spawn-deliverer.ts'

const LEASE_MS = 2_000
/** One request at a time, and three deliveries that wait for it to end. */
const TOGETHER = 4

const test = suite('delivery: a process that is frozen')
const dataDir = mkdtempSync(join(tmpdir(), 'frozen-'))
const [node, sink] = await Promise.all([startEmbeddedEventStore({ dataDir }), startHttpsSink()])
const masterKey = randomBytes(32)
const engine = await startEngine({ caPem: sink.caPem, masterKey, store: connectEventStore(node.url) })
const deliverer = () =>
  spawnDeliverer({
    databaseUrl: engine.databaseUrl,
    eventStoreUrl: node.url,
    masterKey: masterKey.toString('hex'),
    caPem: sink.caPem,
    retryBaseMs: 60_000,
    limits: { leaseMs: LEASE_MS, heartbeatMs: LEASE_MS / 4, pollMs: 50, slowMs: 60_000, windowStart: 1, windowMax: 1 },
  })

test('what waited in it and was sent by another one meanwhile is not sent again when it wakes', async () => {
  const frozen = await deliverer()
  await engine.webhook({ url: sink.url, events: ['refund.created'] })
  await engine.refund()
  const left = (where: ReturnType<typeof sql.fragment>) =>
    engine.service.db.oneFirst(sql.type(z.object({ count: z.number() }))`
      select count(*)::int4 as count from ops.webhook_deliveries where state = 'pending' and ${where}`)
  await until('one is delivered', async () => sink.received.length === 1 && (await left(sql.fragment`true`)) === 0)

  let answer = () => {}
  sink.respond((_, response) => {
    answer = () => void response.end()
  })
  for (let sent = 0; sent < TOGETHER; sent += 1) await engine.refund()
  await until('all are held', async () => (await left(sql.fragment`lease is not null`)) === TOGETHER)
  await until('one is under way', () => sink.received.length === 2)
  const other = await deliverer()
  await whileFrozen([frozen.pid], async () => {
    answer()
    sink.respond((_, response) => void response.end())
    await until('the other one has sent them', async () => (await left(sql.fragment`true`)) === 0, 30_000)
  })
  await delay(LEASE_MS)
  // The one that was under way when it was frozen is sent twice: nobody can know.
  assert.is(sink.received.length, 1 + TOGETHER + 1)
  await Promise.all([frozen.stop(), other.stop()])
})

test.after(async () => {
  await engine.end()
  await node.stop()
  await sink.close()
  rmSync(dataDir, { recursive: true, force: true })
})
test.run()
