import { randomUUID } from 'node:crypto'
import { PassThrough } from 'node:stream'
import { status } from '@grpc/grpc-js'
import * as assert from 'uvu/assert'
import { connectEventStore } from '#edge/eventstore/client.ts'
import type { Connection } from '#edge/eventstore/connection.ts'
import { subscribe } from '#edge/eventstore/subscription.ts'
import { CAUGHT_UP, encodeEvent } from '#embedded/eventstore/protocol/encode.ts'
import { StatusError } from '#embedded/eventstore/protocol/errors.ts'
import { encodeBody } from '#embedded/eventstore/record.ts'
import { varintSize, WireWriter } from '#embedded/eventstore/wire.ts'
import { METADATA_VERSION } from '#event-sourcing/decider.ts'
import { isReadable } from '#event-sourcing/event-store.ts'
import { stopAtUnreadable } from '../../harness/stop-at-unreadable.ts'
import { suite } from '../../harness/suite.ts'
import { connect, event, newEvent, startTestNode, until } from './harness.ts'
import { spoiltServer } from './spoilt-server.ts'

/** Following the log through what servers say and leave unsaid: places, ends, and events that nobody can read. */

const test = suite('event store subscription')

/** 2^64 - 1 as a varint. */
const NO_PLACE = Uint8Array.of(0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01)

/** A subscription on a server that says what it is told to. */
async function told(
  options: {
    from?: { commit: bigint; prepare: bigint }
    failAt?: number
    batchMax?: number
    batchDelayMs?: number
    /** What is waited for before a batch counts as handled. */
    held?: () => Promise<void>
    onCaughtUp?: () => void
  } = {},
) {
  const server = await spoiltServer()
  const store = connectEventStore(server.url)
  const ending = new AbortController()
  const handled: { ids: string[]; commit: number; prepare: number }[] = []
  const { from = null, failAt, held = async () => {}, ...more } = options
  const subscription = store.subscribe({
    ...more,
    prefixes: ['a-'],
    from,
    signal: ending.signal,
    handle: async ({ events, position: { commit, prepare } }) => {
      await held()
      handled.push({ ids: events.map(({ id }) => id), commit: Number(commit), prepare: Number(prepare) })
      if (commit === BigInt(failAt ?? -1)) throw new Error('half-way')
    },
  })
  const outcome = subscription.then(
    () => 'ended',
    (error: Error) => error.message,
  )
  await until('the first', () => server.reads.length === 1)
  const read = () => server.reads.at(-1)!
  return {
    handled,
    outcome,
    begunAt: () => server.reads.map(({ request }) => request.source.from),
    checkpoint: (commit: number, prepare = commit) => {
      const size = 2 + varintSize(commit) + varintSize(prepare)
      read().write(new WireWriter(size + 2).open(3, size).number(1, commit).number(2, prepare).finish())
    },
    noPlace: () =>
      read().write(new WireWriter(24).open(3, 22).numberBytes(1, NO_PLACE).numberBytes(2, NO_PLACE).finish()),
    caughtUp: () => read().write(CAUGHT_UP),
    event: (position: number, type = newEvent().type) => {
      const { id, data, metadata } = newEvent()
      const bytes = (value: object) => Buffer.from(JSON.stringify(value))
      const proposed = { id, type, contentType: 'application/json', data: bytes(data), metadata: bytes(metadata) }
      const recorded = {
        id,
        type,
        position,
        stream: 'a-1',
        revision: position,
        created: 0,
        body: encodeBody(proposed, 1e12),
      }
      read().write(encodeEvent({ event: recorded, link: undefined }, 'string'))
      return id
    },
    /** Ends the subscription from the server's side. @returns milliseconds until it is there again. */
    lost: async (code: status, details: string) => {
      const count = server.reads.length
      const since = performance.now()
      read().emit('error', new StatusError(code, details))
      await until('the next', () => server.reads.length === count + 1)
      return performance.now() - since
    },
    /** Answers how long the end takes, milliseconds. */
    close: async () => {
      const since = performance.now()
      ending.abort()
      await outcome
      const tookMs = performance.now() - since
      await store.close()
      server.close()
      return tookMs
    },
  }
}

const commits = (handled: { commit: number }[]) => handled.map(({ commit }) => commit)

test('it begins again behind what was handled, with both halves of its place', async () => {
  const log = await told({ from: { commit: 9n, prepare: 7n }, failAt: 30 })
  log.checkpoint(20, 15)
  log.checkpoint(21)
  await until('the first', () => log.handled.length === 1)
  await log.lost(status.UNAVAILABLE, 'I am leaving.')
  log.checkpoint(30, 25)
  log.checkpoint(31)
  assert.is(await log.outcome, 'half-way')
  assert.equal(log.begunAt(), [
    { commit: 9, prepare: 7 },
    { commit: 20, prepare: 15 },
  ])
  assert.equal(log.handled[0], { ids: [], commit: 20, prepare: 15 })
  await log.close()
})

test('a checkpoint counts only when the next one arrived, so that an event hidden by the first is not lost', async () => {
  const log = await told()
  log.checkpoint(10)
  const first = log.event(12)
  await until('the event', () => log.handled.length === 1)
  log.checkpoint(50)
  // The server tells the place of an event that it has not sent yet; and then the line is cut.
  await log.lost(status.UNAVAILABLE, 'I am leaving.')
  assert.equal(log.begunAt().at(-1), { commit: 12, prepare: 12 })
  const hidden = log.event(50)
  await until('the hidden one', () => log.handled.length === 2)
  log.checkpoint(60)
  log.checkpoint(70)
  log.checkpoint(70)
  await until('a place', () => log.handled.length >= 3)
  log.checkpoint(80)
  log.checkpoint(90)
  await until('another', () => log.handled.at(-1)?.commit === 80)
  assert.equal(log.handled.slice(0, 3), [
    { ids: [first], commit: 12, prepare: 12 },
    { ids: [hidden], commit: 50, prepare: 50 },
    { ids: [], commit: 60, prepare: 60 },
  ])
  assert.equal(commits(log.handled).slice(2), [60, 70, 80])
  await log.close()
})

test('a checkpoint that comes again is no other one: the event that it hides is not lost', async () => {
  const log = await told()
  log.event(12)
  await until('the event', () => log.handled.length === 1)
  // As where an empty page of the log is read twice at its end.
  for (let times = 0; times < 3; times += 1) log.checkpoint(50)
  const hidden = log.event(50)
  await until('the hidden one', () => log.handled.at(-1)?.ids.length === 1 && log.handled.length > 1)
  assert.equal(log.handled[1], { ids: [hidden], commit: 50, prepare: 50 })
  for (let times = 0; times < 3; times += 1) log.checkpoint(70)
  await log.lost(status.UNAVAILABLE, 'I am leaving.')
  assert.equal(log.begunAt().at(-1), { commit: 50, prepare: 50 })
  await log.close()
})

test('a checkpoint that events have overtaken does not move the position back', async () => {
  const log = await told()
  log.checkpoint(10)
  log.event(20)
  await until('the event', () => log.handled.length === 1)
  log.checkpoint(30)
  log.checkpoint(40)
  await until('a place', () => log.handled.length === 2)
  assert.equal(commits(log.handled), [20, 30])
  await log.close()
})

test('a checkpoint at 2^64 - 1 is not a position', async () => {
  const log = await told()
  log.noPlace()
  log.noPlace()
  log.checkpoint(10)
  log.noPlace()
  log.checkpoint(20)
  await until('a place', () => log.handled.length === 1)
  assert.equal(commits(log.handled), [10])
  await log.lost(status.UNAVAILABLE, 'I am leaving.')
  assert.equal(log.begunAt().at(-1), { commit: 10, prepare: 10 })
  await log.close()
})

test('a subscription that ended because its reader was too slow goes on at once, again and again, but not where nothing moves', async () => {
  const log = await told()
  const tooSlow = () => log.lost(status.ABORTED, 'Operation timed out: Consumer too slow to handle event while live.')
  const waited: number[] = []
  for (let position = 1; position <= 20; position++) {
    const handled = log.handled.length
    log.event(position)
    await until('the event', () => log.handled.length > handled)
    waited.push(await tooSlow())
    assert.equal(log.begunAt().at(-1), { commit: position, prepare: position })
  }
  assert.ok(waited.sort((a, b) => a - b)[10]! < 120, `a median of ${waited[10]} ms`)
  await tooSlow()
  assert.ok((await tooSlow()) > 150, 'it waits where nothing moved')
  await log.close()
})

test('it has caught up when all is handled that was there by then, also where more comes all the time', async () => {
  const caughtUpAt: number[] = []
  let letGo: () => void = () => undefined
  const held = () => new Promise<void>(resolve => (letGo = resolve))
  const log = await told({
    batchMax: 2,
    held,
    onCaughtUp: () => void caughtUpAt.push(log.handled.at(-1)?.commit ?? 0),
  })
  for (const position of [1, 2, 3]) log.event(position)
  log.caughtUp()
  for (let position = 4; position <= 8; position += 2) {
    log.event(position)
    log.event(position + 1)
    const handled = log.handled.length
    await until('a batch', () => {
      letGo()
      return log.handled.length > handled
    })
  }
  assert.equal(caughtUpAt, [4])
  const closing = log.close()
  letGo()
  await closing
})

test('it has caught up when what the client held is handled too, and what is passed over', async () => {
  const held = Object.assign(new PassThrough({ objectMode: true }), { unsubscribe: async () => {} })
  const client = { subscribeToAll: () => held } as unknown as Connection['client']
  const ending = new AbortController()
  const told: unknown[] = []
  const subscription = subscribe({ client } as Connection, async () => null, {
    prefixes: ['a-'],
    from: null,
    signal: ending.signal,
    onCaughtUp: () => void told.push('caught up'),
    handle: async ({ position }) => void told.push(position.commit),
  })
  const came = (commit: bigint, type = 'Happened') =>
    held.write({ event: { ...newEvent(), type, streamId: 'a-1', revision: 0n, position: { commit, prepare: commit } } })
  came(1n)
  await until('the first', () => told.length === 1)
  held.pause()
  for (const commit of [2n, 3n]) came(commit)
  came(4n, '$streamDeleted')
  held.emit('caughtUp')
  came(5n)
  await until('caught up', () => told.includes('caught up'))
  assert.equal(told, [1n, 5n, 'caught up'])
  held.pause()
  came(6n, '$streamDeleted')
  held.emit('caughtUp')
  await until('caught up again', () => told.length === 4)
  ending.abort()
  await subscription
})

test('one on which nothing comes is begun anew behind what was handled, once where it has caught up and the log grows no more', async () => {
  const begun: unknown[] = []
  let held = new PassThrough({ objectMode: true })
  const client = {
    subscribeToAll({ fromPosition }: { fromPosition: unknown }) {
      begun.push(fromPosition)
      held = Object.assign(new PassThrough({ objectMode: true }), { unsubscribe: async () => {} })
      return held
    },
  } as unknown as Connection['client']
  let last = 5n
  const asked: bigint[] = []
  const end = async () => {
    asked.push(last)
    return { commit: last, prepare: last }
  }
  const ending = new AbortController()
  const states: string[] = []
  const subscription = subscribe({ client } as Connection, end, {
    prefixes: ['a-'],
    from: { commit: 1n, prepare: 1n },
    signal: ending.signal,
    idleMsMax: 50,
    onState: state => void states.push(state),
    handle: async () => {},
  })
  await until('one that has not caught up is begun again and again', () => begun.length === 3)
  const position = { commit: 4n, prepare: 4n }
  held.write({ event: { ...newEvent(), streamId: 'a-1', revision: 0n, position } })
  held.emit('caughtUp')
  const quiet = asked.length
  await until('it is asked', () => asked.length >= quiet + 5)
  assert.equal(begun.slice(3), [])
  last = 6n
  await until('what was written since may be missing', () => begun.length === 4)
  assert.equal(begun[3], position)
  assert.equal(states, [])
  ending.abort()
  await subscription
})

test('one that is busy with what came is not taken for deaf', async () => {
  let begun = 0
  const held = Object.assign(new PassThrough({ objectMode: true }), { unsubscribe: async () => {} })
  const subscribeToAll = () => {
    begun += 1
    return held
  }
  const client = { subscribeToAll } as unknown as Connection['client']
  const ending = new AbortController()
  const letGo = Promise.withResolvers<void>()
  const subscription = subscribe({ client } as Connection, async () => ({ commit: 9n, prepare: 9n }), {
    prefixes: ['a-'],
    from: null,
    signal: ending.signal,
    idleMsMax: 20,
    handle: () => letGo.promise,
  })
  held.write({
    event: { ...newEvent(), streamId: 'a-1', revision: 0n, position: { commit: 4n, prepare: 4n } },
  })
  await new Promise(resolve => setTimeout(resolve, 200))
  assert.is(begun, 1)
  ending.abort()
  letGo.resolve()
  await subscription
})

test('after a batch it pauses and takes what comes meanwhile together, until that is as much as a batch', async () => {
  const caughtUpAt: number[] = []
  // Half of it is what a busy machine may take.
  const batchDelayMs = 2_000
  const log = await told({ batchMax: 4, batchDelayMs, onCaughtUp: () => void caughtUpAt.push(performance.now()) })
  log.event(1)
  log.caughtUp()
  await until('the first', () => log.handled.length === 1)
  const since = performance.now()
  log.event(2)
  await new Promise(resolve => setTimeout(resolve, batchDelayMs / 2))
  log.event(3)
  await until('the next', () => log.handled.length === 2)
  assert.ok(performance.now() - since > batchDelayMs / 2)
  assert.ok(caughtUpAt[0]! - since < batchDelayMs / 4, 'what was told by then is told before the pause')
  const sinceThen = performance.now()
  for (const position of [4, 5, 6, 7, 8, 9]) log.event(position)
  await until('the rest', () => log.handled.length === 4)
  assert.ok(performance.now() - sinceThen < batchDelayMs / 2, 'a whole batch ends the pause, and none is after it')
  assert.equal(
    log.handled.map(({ ids, commit }) => [ids.length, commit]),
    [
      [1, 1],
      [2, 3],
      [4, 7],
      [2, 9],
    ],
  )
  assert.ok((await log.close()) < batchDelayMs / 2, 'an end does not wait for it')
})

test('a batch that fails after the subscription was ended is still a failure', async () => {
  const [begun, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const following = await told({
    failAt: 10,
    held: () => {
      begun.resolve()
      return held.promise
    },
  })
  following.event(10)
  await begun.promise
  const closed = following.close()
  held.resolve()
  await closed
  assert.is(await following.outcome, 'half-way')
})

test('a pause does not keep a subscription that was lost', async () => {
  const log = await told({ batchDelayMs: 10_000 })
  log.event(1)
  await until('the first', () => log.handled.length === 1)
  assert.ok((await log.lost(status.UNAVAILABLE, 'I am leaving.')) < 8_000)
  await log.close()
})

test('a stream that was tombstoned is passed over; what cannot be read is handed on, each with its reason', async () => {
  const node = await startTestNode()
  const client = connect(node.url)
  const store = connectEventStore(node.url)
  const ending = new AbortController()
  const seen: [stream: string, reason: string | undefined][] = []
  const subscription = store.subscribe({
    prefixes: ['ours-'],
    from: null,
    signal: ending.signal,
    handle: async ({ events }) => {
      for (const one of events) seen.push([one.stream, isReadable(one) ? undefined : one.unreadable])
    },
  })
  await store.append('ours-1', 'no_stream', [newEvent()])
  await client.tombstoneStream('ours-1')
  await client.appendToStream('ours-2', event())
  const { metadata } = newEvent()
  const damaged: [stream: string, metadata: object, data?: unknown][] = [
    ['ours-3', { ...metadata, v: METADATA_VERSION + 1 }],
    ['ours-4', { ...metadata, at: 'yesterday' }],
    ['ours-5', { ...metadata, actor: 'me' }],
    ['ours-6', { ...metadata, hash: undefined }],
    ['ours-7', metadata, 'text'],
    ['ours-8', metadata, null],
    ['ours-9', { ...metadata, v: '1' }],
  ]
  for (const [stream, metadata, data = {}] of damaged) await client.appendToStream(stream, foreign(metadata, data))
  await store.append('ours-10', 'no_stream', [newEvent()])
  await until('all', () => seen.at(-1)?.[0] === 'ours-10')
  assert.equal(seen, [
    ['ours-1', undefined],
    ['ours-2', 'it was not written by this service'],
    ['ours-3', 'its metadata have version 2, and this code knows 1 at most'],
    ['ours-4', 'its metadata are damaged'],
    ['ours-5', 'its metadata are damaged'],
    ['ours-6', 'its metadata are damaged'],
    ['ours-7', 'its data are damaged'],
    ['ours-8', 'its data are damaged'],
    ['ours-9', 'its metadata are damaged'],
    ['ours-10', undefined],
  ])
  const reading = await store.read('ours-3').catch((error: Error) => error.message)
  assert.is(
    reading,
    "the event at 0 of ours-3 can't be read: its metadata have version 2, and this code knows 1 at most",
  )
  ending.abort()
  await subscription
  await store.close()
  await client.dispose()
  await node.dispose()
})

test('a follower that stops at what cannot be read has handled what is before it', async () => {
  const handled: string[] = []
  const handle = stopAtUnreadable(async ({ events, position }) => {
    handled.push(`${events.map(({ stream }) => stream)} at ${position.commit}`)
  })
  const logged = (stream: string, commit: bigint) => ({
    ...newEvent(),
    stream,
    revision: 0,
    at: '2026-01-01T00:00:00.000Z',
    position: { commit, prepare: commit },
  })
  const { data: _, metadata: __, ...placed } = logged('b', 2n)
  const events = [logged('a', 1n), { ...placed, unreadable: 'it is damaged' }, logged('c', 3n)]
  const outcome = await handle({ events, position: { commit: 9n, prepare: 9n } }).catch((error: Error) => error.message)
  assert.is(outcome, "the event at 0 of b can't be read: it is damaged")
  await handle({ events: events.slice(2), position: { commit: 9n, prepare: 9n } })
  assert.equal(handled, ['a at 1', 'c at 9'])
})

/** An event as anybody may write it. */
function foreign(metadata: object, data: unknown) {
  return { ...event(data, randomUUID()), data, metadata } as ReturnType<typeof event>
}

test.run()
