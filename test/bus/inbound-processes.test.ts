import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import * as assert from 'uvu/assert'
import { transactions } from '#domain/transactions/decider.ts'
import { connectEventStore } from '#edge/eventstore/client.ts'
import { readLog } from '#edge/eventstore/read-log.ts'
import { isReadable } from '#event-sourcing/event-store.ts'
import { connectBus } from '../harness/bus.ts'
import { until } from '../harness/client.ts'
import { depth } from '../harness/depth.ts'
import { startNatsServer } from '../harness/nats-server.ts'
import { whileFrozen } from '../harness/processes.ts'
import { transactionOf } from '../harness/samples.ts'
import { logInUnlimited, sharedKeys, testEnvironment } from '../harness/service.ts'
import { spawnService } from '../harness/spawned-service.ts'
import { suite } from '../harness/suite.ts'
import { runningStores } from '../projector/running-stores.ts'

/** Two processes share the messages of a client. DEPTH=full freezes longer and sends ten times as many. */
/** An acknowledgement may take 15 s: what a frozen process has in hand then goes to the other. */
const FROZEN_MS = depth(18_000, 40_000)
const EACH = depth(1_000, 10_000)
const PARALLEL = 64
const TAKEN_MS_MAX = depth(120_000, 600_000)

const test = suite('messages on the bus, with two processes')
const folder = mkdtempSync(join(tmpdir(), 'bus-processes-'))
const nats = await startNatsServer({ jetStreamIn: folder })
const stores = await runningStores()
const environment = testEnvironment({ ...stores.urls, ...sharedKeys(), NATS_URL: nats.url, BUS: 'in' })
const running = await Promise.all([spawnService(environment), spawnService(environment)])
const bus = await connectBus(nats.url)
const { client_id } = (await (await logInUnlimited(running[0].url)).get('/api/auth/me')).body
const store = connectEventStore(stores.urls.EVENTSTORE_URL)
let sent = 0

test.after(async () => {
  for (const { child } of running) child.kill('SIGKILL')
  await Promise.all(running.map(({ gone }) => gone))
  await store.close()
  await bus.close()
  await stores.stop()
  await nats.stop()
  rmSync(folder, { recursive: true, force: true })
})

async function publish(count = EACH): Promise<void> {
  const time = new Date().toISOString()
  let left = count
  const one = async () => {
    while (left > 0) {
      left -= 1
      sent += 1
      await bus.publish(client_id, 'transaction', { id: `m${sent}`, time, data: transactionOf(10) })
    }
  }
  await Promise.all(Array.from({ length: PARALLEL }, one))
}

/** Events of each transaction. */
async function recorded(): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  const [to, signal] = [(await store.end())!, AbortSignal.timeout(TAKEN_MS_MAX)]
  for await (const { events } of readLog(store, { prefixes: [transactions.prefix], to, signal }))
    for (const event of events) if (isReadable(event)) counts.set(event.stream, (counts.get(event.stream) ?? 0) + 1)
  return counts
}

async function assertAllOnce(): Promise<void> {
  await bus.untilTaken(TAKEN_MS_MAX)
  const counts = await until(recorded, ({ size }) => size >= sent, TAKEN_MS_MAX)
  assert.is(counts.size, sent)
  assert.ok([...counts.values()].every(count => count === 1))
  assert.equal(await bus.dead(), [])
}

for (const index of [0, 1])
  test(`process ${index + 1} of 2 is frozen with messages in hand`, async () => {
    const publishing = publish()
    await until(recorded, ({ size }) => size > sent - EACH / 2, TAKEN_MS_MAX)
    await whileFrozen([running[index]!.child.pid!], async () => {
      const before = (await recorded()).size
      await publish(EACH / 2)
      await until(recorded, ({ size }) => size > before, TAKEN_MS_MAX)
      await delay(FROZEN_MS)
    })
    await publishing
    await assertAllOnce()
  })

test('a process that ends under load gives back what it has in hand', async () => {
  const publishing = publish()
  await until(recorded, ({ size }) => size > sent - EACH / 2, TAKEN_MS_MAX)
  const { child, gone } = running[0]!
  child.kill('SIGTERM')
  assert.is(await gone, 0)
  await publishing
  await assertAllOnce()
  running[0] = await spawnService(environment)
})

test('thousands of messages that wait make a process no larger, and it keeps no timer for each', async () => {
  for (const { child } of running) child.kill('SIGTERM')
  await Promise.all(running.map(({ gone }) => gone))
  await publish(4 * EACH)
  running[0] = await spawnService(environment)
  const { url } = running[0]
  const metric = async (name: string) => {
    const text = await (await fetch(`${url}/metrics`)).text()
    return Number(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'm').exec(text)?.[1])
  }
  let timers = 0
  while ((await bus.waiting()) > 0) {
    timers = Math.max(timers, await metric('nodejs_active_resources\\{type="Timeout"\\}'))
    await delay(100)
  }
  console.log(`at most ${timers} timers`)
  // What is at hand at once has some each; what waits has none.
  assert.ok(timers < sent / 4, `${timers} timers`)
  await assertAllOnce()
})

test.run()
