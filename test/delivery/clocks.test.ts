import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import * as assert from 'uvu/assert'
import { retryDelivery } from '#commands/webhooks/retry-delivery.ts'
import { sendTestEvent } from '#commands/webhooks/send-test-event.ts'
import { connectEventStore } from '#edge/eventstore/client.ts'
import { startEmbeddedEventStore } from '#embedded/eventstore/spawn.ts'
import { startHttpsSink } from '../harness/https-sink.ts'
import { suite } from '../harness/suite.ts'
import type { DelivererArguments } from './deliverer-process.ts'
import { startEngine, until } from './engine.ts'
import { spawnDeliverer } from './spawn-deliverer.ts'

const AHEAD_MS = 60_000
const EVENTS = 180
/** Longer than a poll, so that every process looks at rows that another one has leased. */
const ANSWER_MS = 400
/** Of every third event the first attempt fails: the retry has to come when it is due, not a minute later. */
const FAILS_EVERY = 3

const test = suite('delivery: processes whose clocks differ')
const dataDir = mkdtempSync(join(tmpdir(), 'clocks-'))
const [node, sink] = await Promise.all([startEmbeddedEventStore({ dataDir }), startHttpsSink()])
const masterKey = randomBytes(32)
const engine = await startEngine({ caPem: sink.caPem, masterKey, store: connectEventStore(node.url) })
const given: DelivererArguments = {
  databaseUrl: engine.databaseUrl,
  eventStoreUrl: node.url,
  masterKey: masterKey.toString('hex'),
  caPem: sink.caPem,
  retryBaseMs: 200,
  limits: { pollMs: 100 },
}
const idOf = (headers: Record<string, unknown>) => String(headers['x-service-event-id'])

for (const leader of ['ahead', 'right'] as const)
  test(`two deliverers, one a minute ahead, send each event once; the leader's clock is ${leader}`, async () => {
    const clientId = `clt_${leader}`
    const { webhook_id } = await engine.webhook({ url: `${sink.url}/${leader}` }, clientId)
    const seen = new Map<string, number>()
    const failing = new Set<string>()
    sink.respond(({ headers }, response) => {
      const id = idOf(headers)
      if (!seen.has(id) && seen.size % FAILS_EVERY === 0) failing.add(id)
      seen.set(id, (seen.get(id) ?? 0) + 1)
      const status = failing.has(id) && seen.get(id) === 1 ? 500 : 200
      setTimeout(() => response.writeHead(status).end(), ANSWER_MS)
    })
    const ahead = leader === 'ahead' ? AHEAD_MS : 0
    const deliverers = [await spawnDeliverer({ ...given, clockAheadMs: ahead })]
    deliverers.push(await spawnDeliverer({ ...given, clockAheadMs: AHEAD_MS - ahead }))
    for (let sent = 0; sent < EVENTS; sent += 1) {
      await engine.refund(clientId)
      await delay(5)
    }
    // Asked for by a process that is a minute ahead, too.
    engine.clock.offsetMs = AHEAD_MS
    const context = engine.context(clientId)
    const { delivery_id, event_id } = await sendTestEvent(engine.service, context, {
      webhook_id,
      event_type: 'refund.created',
    })
    await until('the test event', () => seen.has(event_id))
    const testEvent = async () => (await engine.deliveries(webhook_id)).find(row => row.delivery_id === delivery_id)
    await until('on record', async () => (await testEvent())?.status === 'succeeded')
    const before = seen.get(event_id)!
    await retryDelivery(engine.service, engine.byService(), { webhook_id, delivery_id })
    await until('sent by hand', () => seen.get(event_id)! > before)
    engine.clock.offsetMs = 0
    const isOver = () => [...seen].every(([id, times]) => times >= (failing.has(id) ? 2 : 1))
    await until('everything', () => seen.size === EVENTS + 1 && isOver(), 60_000)
    await delay(2_000)
    for (const deliverer of deliverers) await deliverer.stop()
    seen.delete(event_id)
    const unexpected = [...seen].filter(([id, times]) => times !== (failing.has(id) ? 2 : 1))
    assert.equal(unexpected, [], 'sent more often than it had to be')
    assert.is(seen.size, EVENTS)
  })

test.after(async () => {
  await engine.end()
  await node.stop()
  await sink.close()
  rmSync(dataDir, { recursive: true, force: true })
})
test.run()
