import { rmSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import * as assert from 'uvu/assert'
import { migrate } from '#edge/postgres/schema.ts'
import { vaultMigrations } from '#edge/vault/vault.ts'
import { startEmbeddedPostgres } from '#embedded/postgres.ts'
import { reactionMigrations } from '#reactions/start.ts'
import { sandboxNetworkMigrations } from '#services/refunds/payments/sandbox-network.ts'
import { subscriptionMigrations } from '#subscription/migrations.ts'
import { newEvent, startTestNode } from '../edge/eventstore/harness.ts'
import { dataFolder } from '../harness/data-folder.ts'
import { depth } from '../harness/depth.ts'
import { suite } from '../harness/suite.ts'
import {
  connectService,
  eventually,
  historyOf,
  paidFor,
  reaches,
  requested,
  startRefundReactions,
} from './reaction-service.ts'

/** The event store node ends and comes back, in good order or not. */
const test = suite('reactions while the event store node is killed')

const KILLS = depth(5, 80)
const OTHER_EVENTS = 5_000
const PAID = ['RefundRequested', 'RefundProcessingStarted', 'RefundCompleted']

const dataDir = dataFolder('node-kills-')
const [node, postgres] = await Promise.all([startTestNode(), startEmbeddedPostgres({ dataDir })])
const urls = { eventStore: node.url, postgres: postgres.url }
const { service, close } = await connectService(urls)
await migrate(service.db, [
  ...vaultMigrations,
  ...subscriptionMigrations,
  ...sandboxNetworkMigrations,
  ...reactionMigrations,
])
const start = async () => {
  const reactor = await connectService(urls)
  const reactions = startRefundReactions(reactor.service)
  await eventually(
    async () => Object.values(reactions.health().subscriptions),
    states => states.every(state => state === 'live'),
  )
  return {
    async stop() {
      await reactions.stop()
      await reactor.close()
    },
  }
}
async function mustBePaidOnce(ids: string[]) {
  for (const id of ids) {
    await reaches(service, id, 'completed')
    assert.equal(await historyOf(service, id), PAID)
    const paid = await paidFor(service, id)
    assert.equal(
      paid.map(({ key, payments }) => [key, payments]),
      [[`${id}:0`, 1]],
    )
  }
}

test('refunds requested while no process subscribed are paid, whatever came after them and however the node ended', async () => {
  await (await start()).stop()
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    const ids = await Promise.all(Array.from({ length: 50 }, () => requested(service, '0001')))
    const batches = Array.from({ length: OTHER_EVENTS / 100 }, (_, n) => n)
    for (const n of batches)
      await service.store.append(
        `other-${signal}-${n}`,
        'no_stream',
        Array.from({ length: 100 }, () => newEvent()),
      )
    await node.restart(signal)
    const reactor = await start()
    await mustBePaidOnce(ids)
    await reactor.stop()
  }
})

test(`with the node killed ${KILLS} times under load every refund that was accepted is paid once`, async () => {
  const reactor = await start()
  const ids: string[] = []
  let isOver = false
  const load = Promise.all(
    Array.from({ length: 4 }, async () => {
      while (!isOver) {
        // What was asked for while the node was away was refused, and is not asked for again.
        const id = await requested(service, ids.length % 3 === 0 ? '4711' : '0001').catch(() => null)
        if (id !== null) ids.push(id)
        await delay(50)
      }
    }),
  )
  try {
    for (let kill = 0; kill < KILLS; kill += 1) {
      await delay(300 + Math.random() * 900)
      await node.restart('SIGKILL')
    }
  } finally {
    isOver = true
    await load
  }
  await mustBePaidOnce(ids)
  assert.ok(ids.length > KILLS, 'there was load')
  process.stdout.write(`(${ids.length} refunds) `)
  await reactor.stop()
})

test.after(async () => {
  await close()
  await Promise.all([node.dispose(), postgres.stop()])
  rmSync(dataDir, { recursive: true, force: true })
})
test.run()
