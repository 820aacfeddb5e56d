import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import * as assert from 'uvu/assert'
import { connectEventStore } from '#edge/eventstore/client.ts'
import type { EventStore, Position, SubscribeOptions, UnreadableLogEvent } from '#event-sourcing/event-store.ts'
import { StoreUnavailable } from '#event-sourcing/store-errors.ts'
import { createBloomFilter } from '#subscription/bloom-filter.ts'
import { createNegativeCache } from '#subscription/negative-cache.ts'
import { startTestNode } from '../edge/eventstore/harness.ts'
import { eventsOf } from '../edge/eventstore/lagging-node.ts'
import { until } from '../harness/client.ts'
import { silentLine } from '../harness/silent-line.ts'
import { suite } from '../harness/suite.ts'

/**
 * Which streams are said to be absent, and how late that may be: on a real node, and on a log whose every answer the
 * test gives.
 */
const test = suite('the cache of absent streams')
const PREFIX = 'rare-'
const LATE_MS_MAX = 400
/** Nobody waits for so long where the machine is quiet. */
const BUSY_MS = 30_000

const node = await startTestNode()
const store = connectEventStore(node.url)
test.after(async () => {
  await store.close()
  await node.dispose()
})

const newStream = () => PREFIX + randomUUID()
const write = (stream: string, by: Pick<EventStore, 'append'> = store) =>
  by.append(stream, 'no_stream', eventsOf(stream, 1))
type Cache = ReturnType<typeof createNegativeCache>
const isAbsent = (cache: Cache, stream: string) => cache.isAbsent(PREFIX, stream, LATE_MS_MAX)
/** Uses the cache until it is sure of a stream that does not exist. */
const isSure = (cache: Cache) => until(async () => isAbsent(cache, newStream()), Boolean, BUSY_MS)

test('knows nothing before it has read the log, then which streams there are', async () => {
  const [present, absent] = [newStream(), newStream()]
  await write(present)
  const cache = createNegativeCache(store)
  assert.is(isAbsent(cache, absent), false)
  await isSure(cache)
  assert.is(isAbsent(cache, present), false)
  await until(async () => isAbsent(cache, absent), Boolean, BUSY_MS)
  await cache.stop()
})

test('misses no event that was acknowledged longer ago than it may be late', async () => {
  const rival = connectEventStore(node.url)
  const cache = createNegativeCache(store)
  await isSure(cache)
  for (let round = 0; round < 20; round += 1) {
    const stream = newStream()
    await write(stream, rival)
    const acknowledgedAt = performance.now()
    await write(`common-${randomUUID()}`, rival)
    for (let age = 0; age < 2 * LATE_MS_MAX; age = performance.now() - acknowledgedAt) {
      if (isAbsent(cache, stream)) assert.ok(age <= LATE_MS_MAX, `${age} ms after it was acknowledged`)
      await delay(5)
    }
  }
  await Promise.all([cache.stop(), rival.close()])
})

test('is not sure of anything behind a dead connection, and is again behind a new one', async () => {
  const line = await silentLine(Number(/:(\d+)/.exec(node.url.slice('esdb://'.length))?.[1]))
  const behind = connectEventStore(`esdb://127.0.0.1:${line.port}?tls=false`)
  const cache = createNegativeCache(behind)
  await isSure(cache)
  line.silenceWhatIsOpen()
  const since = performance.now()
  const stream = newStream()
  await write(stream)
  for (let ms = 0; ms < 2 * LATE_MS_MAX; ms = performance.now() - since) {
    if (isAbsent(cache, stream)) assert.ok(ms <= LATE_MS_MAX, `${ms} ms after the line went dead`)
    await delay(5)
  }
  await isSure(cache)
  assert.is(isAbsent(cache, stream), false)
  await cache.stop()
  await behind.close()
  line.close()
})

test('is not sure of anything while the event store is stalled', async () => {
  const cache = createNegativeCache(store)
  await isSure(cache)
  process.kill(node.pid(), 'SIGSTOP')
  try {
    await delay(LATE_MS_MAX + 1)
    for (let look = 0; look < 20; look += 1) {
      assert.is(isAbsent(cache, newStream()), false)
      await delay(20)
    }
  } finally {
    process.kill(node.pid(), 'SIGCONT')
  }
  await isSure(cache)
  await cache.stop()
})

/** A log whose answers the test holds back, as the cache sees it. */
function saidLog() {
  const events: { id: string; stream: string; position: Position }[] = []
  const held = { end: async () => {}, at: async () => {} }
  let ends = 0
  const said = {
    add(stream: string, id = randomUUID()) {
      const place = BigInt(events.length)
      events.push({ id, stream, position: { commit: place, prepare: place } })
    },
    cut: (length: number) => void events.splice(length),
    held,
    ends: () => ends,
    store: {
      async end() {
        ends += 1
        const last = events.at(-1)?.position ?? null
        await held.end()
        return last
      },
      async at({ commit }: Position): Promise<UnreadableLogEvent | null> {
        await held.at()
        const event = events[Number(commit)]
        return event === undefined ? null : ({ ...event, unreadable: 'said' } as UnreadableLogEvent)
      },
      async subscribe({ prefixes, from, signal, handle, onCaughtUp }: SubscribeOptions) {
        const own = events.slice(Number((from?.commit ?? -1n) + 1n))
        const wanted = own.filter(({ stream }) => prefixes.some(prefix => stream.startsWith(prefix)))
        const last = wanted.at(-1)
        if (last !== undefined)
          await handle({ events: wanted.map(event => event as unknown as UnreadableLogEvent), position: last.position })
        onCaughtUp?.()
        if (!signal.aborted) await new Promise(resolve => signal.addEventListener('abort', resolve))
      },
    },
  }
  return said
}

test('is as old as its question to the log, however late the answer came', async () => {
  const log = saidLog()
  log.add('common-1')
  log.held.end = () => delay(LATE_MS_MAX + 50)
  const cache = createNegativeCache(log.store)
  for (let look = 0; look < 30; look += 1) {
    assert.is(isAbsent(cache, newStream()), false)
    await delay(LATE_MS_MAX / 10)
  }
  assert.ok(log.ends() >= 2)
  await cache.stop()
})

test('reads nothing while it is not used', async () => {
  const log = saidLog()
  log.add('common-1')
  const cache = createNegativeCache(log.store)
  await isSure(cache)
  await delay(50)
  const before = log.ends()
  await delay(2 * LATE_MS_MAX)
  assert.is(log.ends(), before)
  assert.is(isAbsent(cache, newStream()), false)
  await cache.stop()
})

test('an event behind the end that it reads to is not lost where that reading fails', async () => {
  const log = saidLog()
  log.add('common-1')
  const cache = createNegativeCache(log.store)
  await isSure(cache)
  const stream = newStream()
  log.add('rare-before')
  // Written between the question for the end and the reading up to it, which then fails.
  log.held.end = async () => {
    log.held.end = async () => {}
    log.add(stream)
    log.add('common-2')
  }
  let failures = 0
  log.held.at = async () => {
    failures += 1
    if (failures === 2) throw new StoreUnavailable('being asked', new Error('as the test says'))
  }
  await until(async () => !isAbsent(cache, stream) && failures > 2, Boolean, BUSY_MS)
  await isSure(cache)
  assert.is(isAbsent(cache, stream), false)
  assert.is(isAbsent(cache, 'rare-before'), false)
  await cache.stop()
})

test('reads a log that was restored from its beginning, shorter or as long again', async () => {
  for (const [more, isIdKnown] of [
    [0, true],
    [0, false],
    [1, true],
    [5, true],
  ] as const) {
    const log = saidLog()
    // Of an event of the store's own the id is not known.
    if (!isIdKnown) log.store.at = async () => null
    for (let n = 0; n < 4; n += 1) log.add(`common-${n}`)
    const cache = createNegativeCache(log.store)
    await isSure(cache)
    log.cut(1)
    const stream = newStream()
    log.add(stream)
    for (let n = 0; n < 1 + more; n += 1) log.add(`other-${n}`)
    await delay(LATE_MS_MAX + 1)
    await isSure(cache)
    assert.is(isAbsent(cache, stream), false)
    await cache.stop()
  }
})

test('what this process writes is known at once, also where the answer is not', async () => {
  const cache = createNegativeCache(store)
  await isSure(cache)
  const stream = newStream()
  cache.markPossible(PREFIX, stream)
  assert.is(isAbsent(cache, stream), false)
  await cache.stop()
})

test('kinds of streams do not know of each other, and a stopped cache reads nothing', async () => {
  const cache = createNegativeCache(store)
  await isSure(cache)
  assert.is(cache.isAbsent('other-', 'other-1', LATE_MS_MAX), false)
  await cache.stop()
  await delay(LATE_MS_MAX + 1)
  assert.is(isAbsent(cache, newStream()), false)
  await delay(LATE_MS_MAX)
  assert.is(isAbsent(cache, newStream()), false)
})

test('the names of a million streams take 4 MiB, none is forgotten, and few others are taken for them', () => {
  const names = createBloomFilter()
  const COUNT = 1_000_000
  for (let n = 0; n < COUNT; n += 1) names.add(`rare-${n}`)
  let forgotten = 0
  let mistaken = 0
  for (let n = 0; n < COUNT; n += 10) {
    if (!names.mayHave(`rare-${n}`)) forgotten += 1
    if (names.mayHave(`other-${n}`)) mistaken += 1
  }
  assert.is(forgotten, 0)
  assert.ok(mistaken < COUNT / 10 / 2_000, `${mistaken} of ${COUNT / 10}`)
})

test.run()
