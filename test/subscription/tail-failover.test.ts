import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'slonik'
import * as assert from 'uvu/assert'
import { z } from 'zod'
import { connectEventStore } from '#edge/eventstore/client.ts'
import type { EventStore } from '#event-sourcing/event-store.ts'
import { StoreUnavailable } from '#event-sourcing/store-errors.ts'
import { startLogSubscription } from '#subscription/log-subscription.ts'
import { startCluster } from '../edge/eventstore/cluster.ts'
import { newEvent } from '../edge/eventstore/harness.ts'
import { laggingNode } from '../edge/eventstore/lagging-node.ts'
import { depth } from '../harness/depth.ts'
import { suite } from '../harness/suite.ts'
import { readLog } from '../projector/refund-histories.ts'
import { runningStores } from '../projector/running-stores.ts'
import { eventually } from '../projector/table-contents.ts'

/**
 * The tail where a server ends its subscription, a cluster changes its leader, or a follower is behind: each
 * subscription takes each event once and in order, and goes on by itself. DEPTH=full for longer loads.
 */
const test = suite('the tail and a server')
const stores = await runningStores()
const { db } = stores
await db.query(sql.unsafe`
  create table taken (place bigserial, subscription text, stream text, revision int, primary key (subscription, stream, revision))`)

test.after(() => stores.stop())

const CONSUMERS = 12
const WRITERS = 6
/** Of each, however long the machine takes. */
const APPENDS_MIN = 10
const DROPS = depth(5, 100)
const ROUNDS = depth(1, 5)
/** A node that is gone is named as leader for so long, and another leads so long after the kill, as on 23.10. */
const [NAMED_MS, ELECTED_MS] = [1_000, 1_700]

const Taken = z.object({ stream: z.string(), revision: z.int() })
const takenBy = (subscription: string) =>
  db.any(sql.type(Taken)`select stream, revision from taken where subscription = ${subscription} order by place`)

/** Subscriptions on one tail: some take all, some a part, some pause between batches. */
function startConsumers(store: EventStore, name: string, prefixes: readonly [string, string]) {
  const deps = { ...stores.deps(), store }
  const running = Array.from({ length: CONSUMERS }, (_, number) => {
    const consumer = `${name} ${number}`
    return startLogSubscription(deps, {
      name: consumer,
      prefixes: number % 3 === 0 ? [prefixes[0]] : prefixes,
      from: 'start',
      batchDelayMs: number % 2 === 0 ? 0 : 50,
      durability: number % 4 === 0 ? 'durable' : 'lossy',
      restoreAdvice: '',
      async handle({ events, position }, checkpoint) {
        const rows = events.map(({ stream, revision }) => [consumer, stream, revision])
        await checkpoint.commit(events, position, async tx => {
          await tx.query(sql.unsafe`
            insert into taken (subscription, stream, revision) select * from ${sql.unnest(rows, ['text', 'text', 'int4'])}`)
        })
      },
    })
  })
  const states = new Set<string>()
  const watching = setInterval(() => {
    for (const { health } of running) states.add(health().state)
  }, 10)
  return {
    /** In which any of them was since they were live. */
    states,
    async live() {
      await eventually('all are live', () => running.every(({ health }) => health().state === 'live'))
      states.clear()
    },
    /** Waits until each has taken all of `log`, and compares. */
    async assertTaken(log: readonly z.infer<typeof Taken>[]) {
      for (const [number, { name }] of running.entries()) {
        const own = number % 3 === 0 ? log.filter(({ stream }) => stream.startsWith(prefixes[0])) : log
        await eventually(`${name} has taken all`, async () => (await takenBy(name)).length >= own.length)
        assert.equal(await takenBy(name), own, name)
      }
      await eventually('all are live', () => running.every(({ health }) => health().state === 'live'))
    },
    async stop() {
      clearInterval(watching)
      await Promise.all(running.map(({ stop }) => stop()))
    },
  }
}

/** Several append while `work` goes on, each again until it is answered. Returns the log. */
async function appendDuring(store: EventStore, work: () => Promise<void>) {
  let isOver = false
  async function write(writer: number): Promise<void> {
    for (let number = 0; !isOver || number < APPENDS_MIN; number += 1) {
      const stream = `${['a', 'b'][number % 2]}-${writer}-${number}`
      const events = Array.from({ length: 1 + (number % 5) }, () => newEvent())
      const append = (): Promise<void> =>
        store.append(stream, 'no_stream', events).catch(error => {
          assert.instance(error, StoreUnavailable)
          return append()
        })
      await append()
      await delay(5)
    }
  }
  const writing = Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)))
  await delay(200)
  await work()
  isOver = true
  await writing
  const parts = await Promise.all(['a-', 'b-'].map(prefix => readLog(store, prefix)))
  const inOrder = parts.flat().sort((a, b) => Number(a.position.commit - b.position.commit))
  return inOrder.map(({ stream, revision }) => ({ stream, revision }))
}

const warnings = () => stores.logged.filter(({ level }) => level === 'warn' || Number(level) >= 40)

test('a subscription that the server ends as too slow goes on at once, whenever that happens', async () => {
  const cluster = await startCluster()
  const store = connectEventStore(cluster.url)
  let endReads = 0
  const counted: EventStore = {
    ...store,
    end: () => {
      endReads += 1
      return store.end()
    },
  }
  const consumers = startConsumers(counted, 'dropped', ['a-', 'b-'])
  await consumers.live()
  const log = await appendDuring(store, async () => {
    endReads = 0
    for (let times = 0; times < DROPS; times += 1) {
      cluster.dropReaders()
      await delay(20 + 90 * (times % 4))
    }
  })
  await consumers.assertTaken(log)
  assert.equal([...consumers.states].filter(state => state !== 'live').sort(), ['catching_up'])
  assert.equal(warnings(), [])
  // The tail's two, probes, and what a subscription reads that was further than the tail's last event.
  assert.ok(endReads <= DROPS * 4 + CONSUMERS, `${endReads} times for ${DROPS} drops`)
  await consumers.stop()
  await store.close()
  await cluster.dispose()
})

test('the leader of a cluster is killed, frozen, and killed again while nodes elect', async () => {
  const cluster = await startCluster()
  const store = connectEventStore(cluster.url)
  const consumers = startConsumers(store, 'elected', ['a-', 'b-'])
  await consumers.live()
  async function elect(leader: number): Promise<void> {
    cluster.leads = null
    await delay(NAMED_MS)
    cluster.saidToLead = null
    await delay(ELECTED_MS - NAMED_MS)
    cluster.leads = leader
    cluster.saidToLead = leader
  }
  const log = await appendDuring(store, async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      cluster.followers = 'not ready'
      cluster.kill(0)
      await elect(1)
      cluster.followers = 'forwards'
      await delay(300)
      await cluster.revive(0)
      cluster.followers = 'silent'
      cluster.freeze(1)
      await elect(2)
      cluster.kill(2)
      await cluster.revive(1)
      await elect(0)
      cluster.followers = 'forwards'
      await delay(300)
      await cluster.revive(2)
    }
  })
  await consumers.assertTaken(log)
  await consumers.stop()
  await store.close()
  await cluster.dispose()
})

test('a node answers that is behind what was taken: nothing is taken until it is there again, and then all', async () => {
  const node = await laggingNode()
  const consumers = startConsumers(node.store, 'ahead', ['even-', 'odd-'])
  const all = node.streams.flatMap(stream => Array.from({ length: node.each }, (_, revision) => ({ stream, revision })))
  await consumers.assertTaken(all)
  const { isBack } = await node.lag()
  await isBack
  const more = Array.from({ length: 20 }, (_, number) => ({ stream: `even-more-${number}`, revision: 0 }))
  for (const { stream } of more) await node.store.append(stream, 'no_stream', [newEvent()])
  await consumers.assertTaken([...all, ...more])
  await consumers.stop()
  await node.stop()
})

test.run()
