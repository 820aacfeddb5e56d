import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'slonik'
import * as assert from 'uvu/assert'
import { z } from 'zod'
import { uuidOf } from '#delivery/queue.ts'
import { connectEventStore } from '#edge/eventstore/client.ts'
import { startEmbeddedEventStore } from '#embedded/eventstore/spawn.ts'
import { depth } from '../harness/depth.ts'
import { suite } from '../harness/suite.ts'
import type { DelivererArguments } from './deliverer-process.ts'
import { startEngine, until } from './engine.ts'
import { spawnDeliverer } from './spawn-deliverer.ts'
import { spawnSink } from './spawn-sink.ts'

/** Half of them on one deliverer, half on two side by side; DEPTH=full is the whole run. */
const KILLS = depth(6, 60)
const ALIVE_MS = { min: 50, max: 350 }
const LOAD_EVERY_MS = 8
/**
 * No more than that between two kills: a start takes seconds on a busy machine, and what piles up there has to be
 * delivered.
 */
const EVENTS_PER_KILL_MAX = 100
const LEASE_MS = 1_500

const test = suite('delivery: kill -9 under load')
const dataDir = mkdtempSync(join(tmpdir(), 'kill-'))
const [node, sink] = await Promise.all([startEmbeddedEventStore({ dataDir }), spawnSink({ answerMsMax: 20 })])
const masterKey = randomBytes(32)
const engine = await startEngine({ caPem: sink.caPem, masterKey, store: connectEventStore(node.url) })
const given: DelivererArguments = {
  databaseUrl: engine.databaseUrl,
  eventStoreUrl: node.url,
  masterKey: masterKey.toString('hex'),
  caPem: sink.caPem,
  retryBaseMs: 200,
  limits: { leaseMs: LEASE_MS, heartbeatMs: LEASE_MS / 3, pollMs: 250, pauseMs: 100 },
}

/** Events (UUID) whose delivery is leased now: what was, or could have been, in flight. */
async function leased(): Promise<readonly string[]> {
  return engine.service.db.anyFirst(sql.type(z.object({ event: z.string() }))`
    select event from ops.webhook_deliveries where state = 'pending' and lease is not null`)
}

/** Whether there is anything that has not come to its end. */
const isAnyPending = () =>
  engine.service.db.exists(sql.unsafe`select 1 from ops.webhook_deliveries where state = 'pending'`)

/** Load, kills and restarts; then everything has to come to an end by itself. */
async function rounds(kills: number, processes: number) {
  const clientId = `clt_${processes}`
  await engine.webhook({ url: sink.url, events: ['refund.*'] }, clientId)
  let loading = true
  let killed = 0
  const accepted: string[] = []
  const load = (async () => {
    while (loading) {
      if (accepted.length < (killed + 1) * EVENTS_PER_KILL_MAX) accepted.push(await engine.refund(clientId))
      await delay(LOAD_EVERY_MS)
    }
  })()
  /** How often each event was in flight at a kill. */
  const atRisk = new Map<string, number>()
  const children = await Promise.all(Array.from({ length: processes }, () => spawnDeliverer(given)))
  try {
    for (; killed < kills; killed += 1) {
      await delay(ALIVE_MS.min + Math.random() * (ALIVE_MS.max - ALIVE_MS.min))
      const index = Math.floor(Math.random() * processes)
      await children[index]!.kill()
      for (const event of await leased()) atRisk.set(event, (atRisk.get(event) ?? 0) + 1)
      children[index] = await spawnDeliverer(given)
    }
  } finally {
    loading = false
    await load
  }
  const received = new Map<string, number>()
  await until(
    'every accepted event received, and on record',
    async () => {
      for (const id of (await sink.report()).ids) received.set(uuidOf(id), (received.get(uuidOf(id)) ?? 0) + 1)
      return received.size >= accepted.length && !(await isAnyPending())
    },
    60_000,
  )
  await delay(300)
  for (const id of (await sink.report()).ids) received.set(uuidOf(id), (received.get(uuidOf(id)) ?? 0) + 1)
  for (const child of children) await child.kill()
  return { clientId, accepted, received, atRisk }
}

const Count = z.object({ state: z.string(), count: z.number() })

for (const processes of [1, 2])
  test(`${processes === 1 ? 'one deliverer' : 'two deliverers'}: every event arrives, and twice only if it was in flight at a kill`, async () => {
    const { clientId, accepted, received, atRisk } = await rounds(Math.ceil(KILLS / 2), processes)
    assert.ok(accepted.length > 50, `only ${accepted.length} events`)
    assert.is(received.size, accepted.length)
    const unexplained = [...received].filter(([event, times]) => times > 1 + (atRisk.get(event) ?? 0))
    assert.equal(unexplained, [], 'duplicates that no kill explains')
    const rows = await engine.service.db.any(sql.type(Count)`
      select d.state, count(*)::int4 as count from ops.webhook_deliveries d join ops.webhook_events e using (event, day)
      where e.client_id = ${clientId} group by 1`)
    assert.equal(rows, [{ state: 'succeeded', count: accepted.length }], 'one record per event')
    const duplicates = [...received.values()].reduce((sum, times) => sum + times - 1, 0)
    console.log(
      `\n${processes} deliverer(s): ${accepted.length} events, ${duplicates} duplicates, ${atRisk.size} in flight at kills`,
    )
  })

test.after(async () => {
  await engine.end()
  await node.stop()
  await sink.close()
  rmSync(dataDir, { recursive: true, force: true })
})
test.run()
