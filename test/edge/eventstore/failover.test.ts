import * as assert from 'uvu/assert'
import { connectEventStore } from '#edge/eventstore/client.ts'
import type { EventStore } from '#event-sourcing/event-store.ts'
import { StoreUnavailable } from '#event-sourcing/store-errors.ts'
import { standstill } from '../../harness/standstill.ts'
import { suite } from '../../harness/suite.ts'
import { startCluster } from './cluster.ts'
import { newEvent, sleep, until } from './harness.ts'

/**
 * A leader is killed, frozen or not yet there: requests are answered again within seconds, and nothing is lost or
 * stored twice.
 */

const test = suite('event store failover')

type Cluster = Awaited<ReturnType<typeof startCluster>>

const ANSWERED_MS_MAX = 6_000
const CALLERS = 16

/**
 * A node that is gone is still named as leader for so long, and another is elected so long after the kill,
 * milliseconds.
 */
const NAMED_MS = 1_000
const ELECTED_MS = 1_700

/** The rest of the cluster finds out, elects, and has another leader. */
async function elect(cluster: Cluster, node: number): Promise<void> {
  cluster.leads = null
  await sleep(NAMED_MS)
  cluster.saidToLead = null
  await sleep(ELECTED_MS - NAMED_MS)
  cluster.leads = node
  cluster.saidToLead = node
}

/**
 * Callers that append one event after the other, each to its own stream, while `happens` goes on and until all were
 * answered again.
 */
async function throughout(url: string, happens: () => Promise<void>) {
  const store = connectEventStore(url)
  const stored = Array.from({ length: CALLERS }, (): string[] => [])
  const refusals: unknown[] = []
  const durations: number[] = []
  const answeredAgain: number[] = []
  let since = Number.POSITIVE_INFINITY
  let over = false
  const stoodStillMs = standstill()
  const caller = async (number: number) => {
    let mine = newEvent()
    while (!over || answeredAgain[number] === undefined) {
      const begun = performance.now()
      try {
        const last = stored[number]!.length - 1
        await store.append(`caller-${number}`, last < 0 ? 'no_stream' : last, [mine])
        stored[number]!.push(mine.id)
        mine = newEvent()
        if (performance.now() > since + 100) answeredAgain[number] ??= performance.now() - since
      } catch (error) {
        // The same append again: it may have been stored.
        refusals.push(error)
      }
      durations.push(performance.now() - begun)
      if (performance.now() > since + 30_000) throw new Error('not answered again in 30 s')
      await sleep(5)
    }
  }
  const callers = Array.from({ length: CALLERS }, (_, number) => caller(number))
  await until('some', () => stored.every(events => events.length > 3))
  since = performance.now()
  await happens()
  over = true
  await Promise.all(callers)
  for (const [number, events] of stored.entries())
    assert.equal(
      (await store.read(`caller-${number}`)).map(({ id }) => id),
      events,
      'each is there once',
    )
  await store.close()
  for (const refusal of refusals) assert.instance(refusal, StoreUnavailable)
  const figures = {
    firstAnswerMs: Math.round(Math.min(...answeredAgain)),
    lastCallerAnsweredMs: Math.round(Math.max(...answeredAgain)),
    longestCallMs: Math.round(Math.max(...durations)),
    refused: refusals.length,
    stoodStillMs: Math.round(stoodStillMs()),
  }
  if (process.env.FIGURES) console.log(JSON.stringify(figures))
  const mostMs = ANSWERED_MS_MAX + figures.stoodStillMs
  assert.ok(figures.lastCallerAnsweredMs < mostMs, JSON.stringify(figures))
  assert.ok(figures.longestCallMs < mostMs + 500, JSON.stringify(figures))
  return figures
}

for (const [end, kind, followers] of [
  ['kill', 'hosts', 'not ready'],
  ['kill', 'hosts', 'silent'],
  ['kill', 'discover', 'forwards'],
  ['freeze', 'hosts', 'not ready'],
  ['freeze', 'hosts', 'not ready, without details'],
  ['freeze', 'discover', 'silent'],
] as const)
  test(`${end} the leader of a cluster named by ${kind}, where the others answer: ${followers}`, async () => {
    const cluster = await startCluster()
    const [, second = ''] = cluster.url.slice('esdb://'.length).split(/[,?]/)
    const url = kind === 'hosts' ? cluster.url : `esdb+discover://${second}?tls=false`
    await throughout(url, async () => {
      cluster[end](0)
      cluster.followers = followers
      await elect(cluster, 2)
      // Who went to the second node meanwhile is answered there.
      cluster.followers = 'forwards'
    })
    await cluster.dispose()
  })

test('a node that leads no more names the leader, and the client goes there', async () => {
  const cluster = await startCluster()
  const figures = await throughout(cluster.url, async () => {
    cluster.followers = 'not leader'
    cluster.leads = 1
    await sleep(500)
  })
  assert.ok(figures.firstAnswerMs < 1_000 + figures.stoodStillMs, JSON.stringify(figures))
  await cluster.dispose()
})

test('a node that leads no more and does not know who does ends no process', async () => {
  const cluster = await startCluster()
  await throughout(cluster.url, async () => {
    cluster.followers = 'not leader, nobody leads'
    cluster.leads = null
    await sleep(1_000)
    cluster.leads = 1
    cluster.saidToLead = 1
    cluster.followers = 'forwards'
  })
  await cluster.dispose()
})

test('what was read of a stream when its connection was left is not taken for the whole stream', async () => {
  const cluster = await startCluster()
  const store = connectEventStore(cluster.url)
  const whole = Array.from({ length: 5 }, () => newEvent())
  await store.append('whole', 'no_stream', whole)
  cluster.leads = null
  cluster.followers = 'silent'
  const appending = store.append('other', 'no_stream', [newEvent()])
  await sleep(200)
  cluster.readsStopAfter = 2
  const reading = store.read('whole')
  const looking = sleep(1_700).then(() => {
    cluster.readsStopAfter = 0
    return store.end().catch((error: unknown) => error)
  })
  await sleep(2_200)
  cluster.leads = 0
  cluster.readsStopAfter = Number.POSITIVE_INFINITY
  assert.equal(
    (await reading).map(({ id }) => id),
    whole.map(({ id }) => id),
  )
  assert.instance(await looking, StoreUnavailable)
  await appending
  await store.close()
  await cluster.dispose()
})

test('a cluster that stays without a leader is an outage, reported within 6 s', async () => {
  for (const followers of ['not ready', 'not ready, without details', 'silent', 'not leader, nobody leads'] as const) {
    const cluster = await startCluster()
    cluster.leads = null
    cluster.followers = followers
    const store = connectEventStore(cluster.url)
    const [since, stoodStillMs] = [performance.now(), standstill()]
    const outcomes = await Promise.all(Array.from({ length: 4 }, (_, i) => refused(store, `never-${i}`)))
    const took = performance.now() - since
    for (const outcome of outcomes) assert.instance(outcome, StoreUnavailable)
    assert.ok(took < ANSWERED_MS_MAX + 200 + stoodStillMs(), `${Math.round(took)} ms where the others are ${followers}`)
    await store.close()
    await cluster.dispose()
  }
})

async function refused(store: EventStore, stream: string): Promise<unknown> {
  return store.append(stream, 'no_stream', [newEvent()]).then(
    () => 'stored',
    (error: unknown) => error,
  )
}

test.run()
