import { fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import diagnostics from 'node:diagnostics_channel'
import { mkdtempSync, readFileSync } from 'node:fs'
import type { ClientHttp2Stream } from 'node:http2'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { END, START, streamNameFilter } from '@eventstore/db-client'
import * as assert from 'uvu/assert'
import { connectEventStore } from '#edge/eventstore/client.ts'
import { LIVE_LAG_MAX } from '#embedded/eventstore/protocol/read-call.ts'
import { openStore } from '#embedded/eventstore/store/store.ts'
import { isReadable } from '#event-sourcing/event-store.ts'
import { openFiles } from '../../harness/process-figures.ts'
import { suite } from '../../harness/suite.ts'
import { connect, event, events, newEvent, sleep, startTestNode, until } from './harness.ts'

/** Readers that are slow, many or gone: the node's memory is bounded and nobody misses anything. */

const test = suite('event store flow')

const EVENTS = 30_000
const STREAMS = 10

/** `CYCLES=10000` for the long run. */
const CYCLES = Number(process.env.CYCLES ?? 2000)
const AT_A_TIME = 20
const READERS_KILLED = 3
/** As many as follow the log in one process, and questions that are asked beside them. */
const FOLLOWERS = 30
const QUESTIONS = 20

/** 30,000 events of 2 KiB, some 60 MB, put there without the detour over the network. */
const dataDir = mkdtempSync(join(tmpdir(), 'eventstore-flow-'))
const store = await openStore(dataDir, error => {
  throw error
})
const data = Buffer.from(JSON.stringify({ padding: 'x'.repeat(2000) }))
for (let i = 0; i < EVENTS; i += 1000) {
  const appends = Array.from({ length: 1000 }, (_, n) => {
    const proposed = {
      id: randomUUID(),
      type: 'Flowed',
      contentType: 'application/json',
      metadata: new Uint8Array(),
      data,
    }
    return store.writer.write({
      kind: 'append',
      stream: `flow-${n % STREAMS}`,
      expected: 'any',
      events: [proposed],
      deadline: Number.POSITIVE_INFINITY,
    })
  })
  await Promise.all(appends)
}
store.close()

const node = await startTestNode(dataDir)
const client = connect(node.url)

test.after(async () => {
  await client.dispose()
  await node.dispose()
})

/** Resident memory of the node, MB; 0 where the system does not tell. */
function memory(): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${node.pid()}/status`, 'utf8'))?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}

const flow = { filter: streamNameFilter({ prefixes: ['flow-'] }) }

test('two catch-ups at a time get every event once and in order, in bounded memory', async () => {
  const before = memory()
  let most = 0
  const follow = (): Promise<bigint[]> =>
    new Promise(resolve => {
      const seen: bigint[] = []
      const subscription = client.subscribeToAll({ fromPosition: START, ...flow })
      subscription.on('error', () => {})
      subscription.on('data', ({ event }) => seen.push(event?.position.commit ?? -1n))
      subscription.on('caughtUp', async () => {
        await subscription.unsubscribe()
        resolve(seen)
      })
    })
  const watch = setInterval(() => {
    most = Math.max(most, memory())
  }, 50)
  const both = await Promise.all([follow(), follow()])
  clearInterval(watch)
  for (const seen of both) {
    assert.is(seen.length, EVENTS)
    assert.ok(seen.every((position, i) => i === 0 || position > seen[i - 1]!))
  }
  assert.ok(most - before < 100, `${Math.round(most - before)} MB above idle`)
})

test('readers that do not read cost no memory and get everything once they do', async () => {
  const before = memory()
  const counts = [0, 0, 0, 0]
  const subscriptions = counts.map((_, i) => {
    const subscription = client.subscribeToAll({ fromPosition: START, ...flow })
    subscription.on('error', () => {})
    subscription.on('data', () => counts[i]!++)
    subscription.pause()
    return subscription
  })
  await sleep(1500)
  assert.ok(memory() - before < 60, `${Math.round(memory() - before)} MB for four readers that wait`)
  for (const subscription of subscriptions) subscription.resume()
  await until('everything', () => counts.every(count => count === EVENTS), 60_000)
  for (const subscription of subscriptions) await subscription.unsubscribe()
})

test('a slow reader of a stream that is not yet at its end misses nothing', async () => {
  for (let i = 0; i < 40; i++) await client.appendToStream('busy', events(50))
  const seen: number[] = []
  const subscription = client.subscribeToStream('busy', { fromRevision: START })
  subscription.on('error', () => {})
  for await (const { event } of subscription) {
    seen.push(Number(event?.revision))
    if (seen.length % 100 === 0) await sleep(5)
    if (seen.length === 2000) break
  }
  assert.equal(
    seen,
    Array.from({ length: 2000 }, (_, i) => i),
  )
})

test('a live reader that takes nothing gets the error that it is too slow, on a stream and on the log', async () => {
  const told: string[] = []
  const subscriptions = [
    client.subscribeToStream('flooded', { fromRevision: START }),
    client.subscribeToAll({ fromPosition: END, filter: streamNameFilter({ prefixes: ['flooded'] }) }),
  ]
  for (const subscription of subscriptions) {
    subscription.on('data', () => {})
    subscription.on('error', (error: Error & { code?: number }) => told.push(`${error.code} ${error.message}`))
    await new Promise(resolve => subscription.once('caughtUp', resolve))
    subscription.pause()
  }
  const padding = 'x'.repeat(2000)
  for (let i = 0; i < 2 * LIVE_LAG_MAX; i += 128)
    await client.appendToStream(
      'flooded',
      Array.from({ length: 128 }, () => event({ padding })),
    )
  for (const subscription of subscriptions) subscription.resume()
  await until('both', () => told.length === 2)
  for (const words of told) assert.match(words, /^10 .*Consumer too slow .*Client resubscription required/)
})

test('a follower that lags behind what is written handles every event once and in order, in bounded memory', async () => {
  const WRITTEN = 20_000
  const STREAMS = 8
  const store = connectEventStore(node.url)
  const before = memory()
  const ownBefore = process.memoryUsage().rss
  const ending = new AbortController()
  const seen: number[] = []
  let resubscribed = 0
  let most = 0
  let ownMost = 0
  const { promise: live, resolve: isLive } = Promise.withResolvers<void>()
  const following = store.subscribe({
    prefixes: ['lagging-'],
    from: null,
    signal: ending.signal,
    onCaughtUp: isLive,
    onState: state => {
      if (state === 'reconnecting') resubscribed++
    },
    handle: async ({ events }) => {
      for (const one of events) if (isReadable(one)) seen.push((one.data as { number: number }).number)
      most = Math.max(most, memory())
      ownMost = Math.max(ownMost, process.memoryUsage().rss)
      // Slow while it is written, slower until it was too slow once, then not.
      while (events.length > 0 && written < WRITTEN) {
        await sleep(150)
        if (resubscribed > 0) break
      }
    },
  })
  await live
  let written = 0
  const padding = 'x'.repeat(2000)
  const revisions = new Map<string, number>()
  // One after the other, so that the order is known.
  while (written < WRITTEN) {
    const stream = `lagging-${written % STREAMS}`
    const batch = Array.from({ length: 100 }, (_, i) => newEvent({ number: written + i, padding }))
    const last = revisions.get(stream)
    await store.append(stream, last ?? 'no_stream', batch)
    revisions.set(stream, (last ?? -1) + batch.length)
    written += batch.length
  }
  await until('everything', () => seen.length >= WRITTEN, 60_000)
  await sleep(100)
  ending.abort()
  await following
  await store.close()
  assert.equal(
    seen,
    Array.from({ length: WRITTEN }, (_, i) => i),
  )
  assert.ok(resubscribed > 0, 'it was never too slow')
  assert.ok(most - before < 80, `${Math.round(most - before)} MB more in the node`)
  const own = Math.round((ownMost - ownBefore) / 2 ** 20)
  assert.ok(own < 150, `${own} MB more in the follower`)
})

test('a client that is killed while it reads leaves nothing behind', async () => {
  const sockets = () => openFiles(node.pid()).files
  const before = sockets()
  for (let kills = 0; kills < READERS_KILLED; kills += 1) {
    const reader = fork(new URL('reader.ts', import.meta.url), [node.url])
    await new Promise<void>(resolve => reader.on('message', read => read === 100 && resolve()))
    assert.ok(sockets() > before)
    reader.kill('SIGKILL')
    await until('the sockets to be gone', () => sockets() <= before)
  }
})

test(`${CYCLES} subscriptions that come and go leave the connection as it was and nothing behind`, async () => {
  const cycle = async (): Promise<void> => {
    const subscription = client.subscribeToAll({ fromPosition: END, ...flow })
    subscription.on('error', () => {})
    subscription.on('data', () => {})
    await new Promise(resolve => subscription.once('confirmation', resolve))
    await subscription.unsubscribe()
  }
  const cycles = async (count: number): Promise<void> => {
    for (let i = 0; i < count; i += AT_A_TIME) await Promise.all(Array.from({ length: AT_A_TIME }, cycle))
  }
  // The first half brings the heap to its working size.
  await cycles(CYCLES / 2)
  const before = memory()
  const started = Date.now()
  await cycles(CYCLES / 2)
  const grown = Math.round(memory() - before)
  if (process.env.CYCLES)
    console.log(
      `${CYCLES / 2} of ${CYCLES} cycles: ${Date.now() - started} ms, ${grown} MB on ${Math.round(before)} MB`,
    )
  await client.appendToStream('after', event())
  assert.ok(grown < 40, `${grown} MB more afterwards`)
})

test('requests are answered while many read the whole log on the same connection', async () => {
  const sessions = new Set<unknown>()
  const seen = (message: unknown) => sessions.add((message as { stream: ClientHttp2Stream }).stream.session)
  diagnostics.subscribe('http2.client.stream.created', seen)
  const store = connectEventStore(node.url)
  const ending = new AbortController()
  let handled = 0
  const reading = Array.from({ length: FOLLOWERS }, () =>
    store.subscribe({
      prefixes: ['flow-'],
      from: null,
      signal: ending.signal,
      async handle({ events }) {
        handled += events.length
      },
    }),
  )
  await until('all of them read', () => handled > 0)
  for (let question = 0; question < QUESTIONS; question += 1) {
    assert.ok(await store.end())
    await sleep(50)
  }
  ending.abort()
  await Promise.all(reading)
  diagnostics.unsubscribe('http2.client.stream.created', seen)
  assert.is(sessions.size, 1, 'the connection was left')
  await store.close()
})

test.run()
