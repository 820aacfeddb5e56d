import { inspect } from 'node:util'
import { status } from '@grpc/grpc-js'
import * as assert from 'uvu/assert'
import { ConfigError } from '#config/config.ts'
import { connectEventStore } from '#edge/eventstore/client.ts'
import { StatusError } from '#embedded/eventstore/protocol/errors.ts'
import type { Position } from '#event-sourcing/event-store.ts'
import { StoreUnavailable, WrongRevision } from '#event-sourcing/store-errors.ts'
import { silentLine } from '../../harness/silent-line.ts'
import { slowLine } from '../../harness/slow-line.ts'
import { standstill } from '../../harness/standstill.ts'
import { suite } from '../../harness/suite.ts'
import { append, connect, event, ids, newEvent, sleep, startTestNode, until } from './harness.ts'
import { spoiltServer } from './spoilt-server.ts'

/**
 * The module around the client, against what the client leaves to its caller. A rejection that nobody catches ends this
 * process, too.
 */

const test = suite('event store module')

test('a node that is killed under more appends than the connection takes costs no process, and each is stored once', async () => {
  const node = await startTestNode()
  const store = connectEventStore(node.url)
  const client = connect(node.url)
  const padding = 'x'.repeat(30_000)
  const work = Array.from({ length: 400 }, (_, i) => ({ stream: `flood-${i}`, events: [newEvent({ padding })] }))
  await store.append('warm', 'no_stream', [newEvent()])
  const outcomes = Promise.allSettled(work.map(({ stream, events }) => store.append(stream, 'no_stream', events)))
  await sleep(30)
  await node.restart()
  for (const [i, outcome] of (await outcomes).entries()) {
    const { stream, events } = work[i]!
    if (outcome.status === 'rejected') {
      assert.instance(outcome.reason, StoreUnavailable)
      await store.append(stream, 'no_stream', events)
    }
    assert.equal(
      await ids(client, stream),
      events.map(({ id }) => id),
    )
  }
  await store.close()
  await client.dispose()
  await node.dispose()
})

test('a position without a response is not reported as empty because the next query is answered', async () => {
  const server = await spoiltServer()
  const store = connectEventStore(server.url)
  await store.append('at-1', 'no_stream', [newEvent()])
  const place = (await store.end())!
  assert.is((await store.at(place))?.stream, 'at-1')
  // The second is how a server says that it had no time.
  for (const code of [status.UNAVAILABLE, status.ABORTED]) {
    server.placesFail = code
    assert.instance(await store.at(place).catch((error: Error) => error), StoreUnavailable, status[code])
    assert.equal(await store.end(), place)
  }
  await store.close()
  server.close()
})

test('an event is found at its own position of the log and at no other, nor in another log', async () => {
  const [node, other] = [await startTestNode(), await startTestNode()]
  const store = connectEventStore(node.url)
  for (let number = 0; number < 3; number += 1) await store.append(`at-${number}`, 'no_stream', [newEvent({ number })])
  const places: Position[] = []
  const over = new AbortController()
  await store.subscribe({
    prefixes: ['at-'],
    from: null,
    signal: over.signal,
    handle: async ({ events }) => void places.push(...events.map(({ position }) => position)),
    onCaughtUp: () => over.abort(),
  })
  assert.is(places.length, 3)
  for (const [number, place] of places.entries()) assert.is((await store.at(place))?.stream, `at-${number}`)
  const { commit } = places[1]!
  const elsewhere = [
    { commit: commit + 1n, prepare: commit + 1n },
    { commit, prepare: commit - 1n },
    { commit: places[2]!.commit + 1_000_000n, prepare: places[2]!.commit + 1_000_000n },
  ]
  for (const place of elsewhere) assert.is(await store.at(place), null, String(place.commit))
  const empty = connectEventStore(other.url)
  assert.is(await empty.at(places[0]!), null)
  await node.end()
  assert.instance(await store.at(places[0]!).catch((error: Error) => error), StoreUnavailable)
  await store.close()
  await empty.close()
  await node.dispose()
  await other.dispose()
})

test('what is asked on a connection that fell silent without a word is answered over a new one, within 6 s', async () => {
  const node = await startTestNode()
  const url = new URL(node.url)
  const line = await silentLine(Number(url.port))
  url.port = String(line.port)
  const store = connectEventStore(url.href)
  let written = 0
  const calls = {
    append: () => store.append('silent', written === 0 ? 'no_stream' : written - 1, [newEvent()]),
    read: async () => assert.is((await store.read('silent')).length, written),
    end: () => store.end().catch(() => store.end()),
  }
  await calls.append()
  written += 1
  for (const [name, call] of Object.entries(calls)) {
    line.silenceWhatIsOpen()
    const [since, stoodStillMs] = [performance.now(), standstill()]
    await call()
    const ms = performance.now() - since
    written = (await store.read('silent')).length
    assert.ok(ms < 6_000 + stoodStillMs(), `${name}: ${ms} ms`)
  }
  assert.is(written, 2)
  await store.close()
  line.close()
  await node.dispose()
})

test('the end of a stream is read back to the first event that is enough, in its order, however many reads that takes', async () => {
  const node = await startTestNode()
  const store = connectEventStore(node.url)
  const numbered = Array.from({ length: 700 }, (_, number) => newEvent({ number }))
  await store.append('long', 'no_stream', numbered)
  const backTo = async (number: number) => {
    const tail = await store.readTail('long', older => Reflect.get(older.data, 'number') === number)
    return tail.map(({ revision }) => revision)
  }
  const from = (first: number) => Array.from({ length: 700 - first }, (_, index) => first + index)
  for (const first of [699, 573, 572, 571, 444, 1, 0]) assert.equal(await backTo(first), from(first), String(first))
  assert.equal(await backTo(-1), from(0))
  assert.equal(
    (await store.read('long', 600, 3)).map(({ revision }) => revision),
    [600, 601, 602],
  )
  const newest: number[] = []
  await store.readTail('long', (_, last) => newest.push(last.revision) > 2)
  assert.equal(newest, [699, 699, 699])
  for (const stream of ['none', 'näme']) assert.equal(await store.readTail(stream, () => true), [])
  await store.close()
  await node.dispose()
})

test('a connection that fell silent before it was said what the server can do is lent to nobody else', async () => {
  const node = await startTestNode()
  const url = new URL(node.url)
  const line = await silentLine(Number(url.port))
  url.port = String(line.port)
  const store = connectEventStore(url.href)
  assert.equal(await store.read('asked'), [])
  line.silenceWhatIsOpen()
  // The first append asks that, and its line is in use as long as the question is open.
  await store.append('asked', 'no_stream', [newEvent()])
  assert.is((await store.read('asked')).length, 1)
  await store.close()
  line.close()
  await node.dispose()
})

test('a server that takes long for each answer is heard out on a new connection, which is not left for another one', async () => {
  const node = await startTestNode()
  const url = new URL(node.url)
  const line = await slowLine(Number(url.port))
  url.port = String(line.port)
  const store = connectEventStore(url.href)
  await store.append('slow', 'no_stream', [newEvent()])
  line.answersAfterMs = 4_000
  assert.instance(await store.read('slow').catch((error: Error) => error), StoreUnavailable)
  const left = line.opened
  line.answersAfterMs = 1_800
  await sleep(4_000)
  // Three answers take longer than one caller waits, but not longer than the next one.
  const mine = [newEvent()]
  await store.append('slow', 0, mine).catch(() => store.append('slow', 0, mine))
  assert.is((await store.read('slow')).length, 2)
  // That of the client that the failed read left behind for whoever comes next.
  assert.is(line.opened, left + 1)
  await store.close()
  line.close()
  await node.dispose()
})

test('a connection left behind that breaks later neither ends the process nor fails the appends on the new one', async () => {
  const server = await spoiltServer()
  const store = connectEventStore(server.url)
  const ending = new AbortController()
  const { signal } = ending
  const subscription = store.subscribe({ prefixes: ['a-'], from: null, signal, handle: async () => {} })
  await store.append('first', 'no_stream', [newEvent()])
  await until('the subscription', () => server.reads.length === 1)
  // One call is cancelled: the client connects anew and leaves its batch append where it was.
  server.reads[0]!.emit('error', new StatusError(status.CANCELLED, 'Not here any more.'))
  await until('the subscription again', () => server.reads.length === 2)
  server.holdAnswers = true
  const append = store.append('second', 'no_stream', [newEvent()])
  await until('an append on the new call', () => server.batches.length === 2 && server.held.length === 1)
  server.holdAnswers = false
  server.batches[0]!.emit('error', new StatusError(status.UNAVAILABLE, 'The old node leaves.'))
  await sleep(10)
  for (const answer of server.held) answer()
  await append
  ending.abort()
  await subscription
  await store.close()
  server.close()
})

/** An append of two events whose first answer is lost, and whose repeat the server takes for someone else's. */
async function unanswered(isStored: boolean): Promise<unknown> {
  const server = await spoiltServer()
  const store = connectEventStore(server.url)
  server.holdAnswers = true
  server.isMixedUp = !isStored
  const append = store.append('two', 'no_stream', [newEvent(), newEvent()])
  const outcome = append.catch((error: Error) => error)
  await until('the append', () => server.held.length === 1)
  server.holdAnswers = false
  server.isMixedUp = true
  server.batches[0]!.emit('error', new StatusError(status.UNAVAILABLE, 'I forget what I have.'))
  const found = await outcome
  await store.close()
  server.close()
  return found
}

test('an append without a response whose repeat is refused counts as stored if the stream has it', async () => {
  assert.is(await unanswered(true), undefined)
  assert.instance(await unanswered(false), WrongRevision)
})

test('a connection that breaks during the discovery of an absent cluster ends no process', async () => {
  const server = await spoiltServer()
  const store = connectEventStore(server.url.replace('esdb:', 'esdb+discover:'))
  const ending = new AbortController()
  const { signal } = ending
  const subscriptions = ['a-', 'b-'].map(prefix =>
    store.subscribe({ prefixes: [prefix], from: null, signal, handle: async () => {} }),
  )
  await until('both', () => server.reads.length === 2)
  server.isLost = true
  server.reads[0]!.emit('error', new StatusError(status.UNAVAILABLE, 'I am leaving.'))
  await sleep(300)
  server.reads[1]!.emit('error', new StatusError(status.UNAVAILABLE, 'I am leaving.'))
  const refused = await store.append('first', 'no_stream', [newEvent()]).catch((error: Error) => error)
  assert.instance(refused, StoreUnavailable)
  server.isLost = false
  await store.append('first', 'no_stream', [newEvent()])
  ending.abort()
  await Promise.all(subscriptions)
  await store.close()
  server.close()
})

test('a connection string that is none is refused by name, without its password', () => {
  for (const url of [
    'esdb://admin:very-secret@a:1:2',
    'esdb://admin:very-secret@a?tls=no',
    'esdb://admin:very-secret@a?tlsCAFile=/no',
  ])
    try {
      connectEventStore(url)
      assert.unreachable()
    } catch (error) {
      assert.instance(error, ConfigError)
      assert.match(String(error), "EVENTSTORE_URL can't be used")
      assert.not.match(inspect(error), 'very-secret')
    }
})

test('streams have names of printable ASCII, and others are not there', async () => {
  const node = await startTestNode()
  const store = connectEventStore(node.url)
  const client = connect(node.url)
  for (const name of ['refund-é', 'refund-환불', 'refund-\u0001', 'refund 1']) {
    const words = `the stream name ${JSON.stringify(name)} is not printable ASCII`
    assert.is(await store.append(name, 'no_stream', [newEvent()]).catch((error: Error) => error.message), words)
    assert.is((await ids(client, name)).length, 0)
    // What was tombstoned under such a name cannot be told by every server.
    await client.tombstoneStream(name)
    assert.equal(await store.read(name), [])
  }
  await store.close()
  await client.dispose()
  await node.dispose()
})

test('a wrong revision is an error even if the connection string disables that error', async () => {
  const node = await startTestNode()
  const store = connectEventStore(`${node.url}&throwOnAppendFailure=false`)
  const mine = [newEvent()]
  await store.append('raced-1', 'no_stream', mine)
  await store.append('raced-1', 'no_stream', mine)
  const refused = await store.append('raced-1', 'no_stream', [newEvent()]).catch((error: Error) => error)
  assert.instance(refused, WrongRevision)
  await store.close()
  await node.dispose()
})

test('a server that cannot say at first what it can do gets its appends all the same', async () => {
  const server = await spoiltServer()
  server.featureFailures = 1
  const store = connectEventStore(server.url)
  await store.append('first', 'no_stream', [newEvent()])
  await store.close()
  server.close()
})

test('a cluster that is not found at first is used once it is there, by every kind of call', async () => {
  const node = await startTestNode()
  await node.end()
  const store = connectEventStore(node.url.replace('esdb:', 'esdb+discover:'))
  const ending = new AbortController()
  const { signal } = ending
  let seen = 0
  const subscription = store.subscribe({
    prefixes: ['found-'],
    from: null,
    signal,
    handle: async ({ events }) => {
      seen += events.length
    },
  })
  const refused = await store.append('found-1', 'no_stream', [newEvent()]).catch((error: Error) => error)
  assert.instance(refused, StoreUnavailable)
  await node.start()
  await until('an append', () =>
    store.append('found-2', 'no_stream', [newEvent()]).then(
      () => true,
      () => false,
    ),
  )
  await until('the event', () => seen === 1)
  ending.abort()
  await subscription
  await store.close()
  await node.dispose()
})

/** This process's clock, so far from the node's, while `work` is done. */
async function withClock<T>(offByMs: number, work: () => Promise<T>): Promise<T> {
  const RealDate = Date
  globalThis.Date = class extends RealDate {
    constructor(...values: [] | [string | number]) {
      super(...((values.length === 0 ? [RealDate.now() + offByMs] : values) as [number]))
    }
    static override now() {
      return RealDate.now() + offByMs
    }
  } as DateConstructor
  try {
    return await work()
  } finally {
    globalThis.Date = RealDate
  }
}

test('a process whose clock is 30 s off appends and reads as any other', async () => {
  const node = await startTestNode()
  for (const offByMs of [-30_000, 30_000]) {
    const [outcome, took] = await withClock(offByMs, async () => {
      const store = connectEventStore(node.url)
      const client = connect(node.url)
      const stream = `clock-${offByMs}`
      const [since, stoodStillMs] = [performance.now(), standstill()]
      await store.append(stream, 'no_stream', [newEvent()])
      await store.append(stream, 0, [newEvent(), newEvent()])
      assert.is((await store.read(stream)).length, 3)
      await store.ping()
      const took = performance.now() - since - stoodStillMs()
      // What the module is there for: the node goes by what it is sent, as a real one does.
      const outcome = await append(client, `bare${stream}`, event())
      await store.close()
      await client.dispose()
      return [outcome, took] as const
    })
    assert.ok(took < 1_000, `${Math.round(took)} ms at ${offByMs}`)
    assert.is(outcome, offByMs < 0 ? 'deadline-exceeded' : 'stored 0')
  }
  await node.dispose()
})

test.run()
