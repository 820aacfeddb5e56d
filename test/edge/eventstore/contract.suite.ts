import { randomUUID } from 'node:crypto'
import {
  type AllStreamResolvedEvent,
  type AllStreamSubscription,
  BACKWARDS,
  binaryEvent,
  END,
  type EventStoreDBClient,
  eventTypeFilter,
  type Filter,
  type Position,
  START,
  streamNameFilter,
} from '@eventstore/db-client'
import * as assert from 'uvu/assert'
import { suite } from '../../harness/suite.ts'
import { append, event, events, ids, read, sleep, until } from './harness.ts'

/**
 * What this project takes for granted about an event store, asked through the client it uses. The same questions go to
 * the embedded node and to any real server; streams carry a prefix of their own, so that the server may be shared.
 */

/** What the suite runs on. `restart` is missing for a server that is not ours to kill. */
export interface ContractTarget {
  readonly name: string
  readonly client: EventStoreDBClient
  readonly restart?: (signal: NodeJS.Signals) => Promise<void>
  dispose(): Promise<void>
}

type Expected = 'any' | 'no_stream' | 'stream_exists' | 'right' | 'lower' | 'higher'
type State = 'missing' | 'live' | 'softDeleted' | 'tombstoned'

/**
 * Streams hold three events (0 … 2) before they are deleted. What a stream that is not there is "right" at does not
 * exist.
 */
const MATRIX: Record<State, Record<Expected, string>> = {
  missing: {
    any: 'stored 0',
    no_stream: 'stored 0',
    stream_exists: 'wrong none',
    right: 'wrong none',
    lower: 'wrong none',
    higher: 'wrong none',
  },
  live: {
    any: 'stored 3',
    no_stream: 'wrong 2',
    stream_exists: 'stored 3',
    right: 'stored 3',
    lower: 'wrong 2',
    higher: 'wrong 2',
  },
  softDeleted: {
    any: 'stored 3',
    no_stream: 'stored 3',
    stream_exists: 'stream-deleted',
    right: 'stored 3',
    lower: 'wrong 2',
    higher: 'wrong 2',
  },
  tombstoned: {
    any: 'stream-deleted',
    no_stream: 'stream-deleted',
    stream_exists: 'stream-deleted',
    right: 'stream-deleted',
    lower: 'stream-deleted',
    higher: 'stream-deleted',
  },
}

const NUMBERS: Record<'right' | 'lower' | 'higher', bigint> = { right: 2n, lower: 1n, higher: 7n }

export function contractSuite(target: ContractTarget): void {
  const { client } = target
  const test = suite(`event store contract, ${target.name}`)
  const run = randomUUID().slice(0, 8)
  const name = (what: string): string => `contract_${run}_${what}`
  const filtered = (what: string) => ({ filter: streamNameFilter({ prefixes: [name(what)] }) })

  test.after(() => target.dispose())

  for (const [state, row] of Object.entries(MATRIX)) {
    test(`appends to a ${state} stream are let through or refused by their expected revision`, async () => {
      for (const [expected, outcome] of Object.entries(row)) {
        const stream = name(`${state}_${expected}`)
        if (state !== 'missing') await client.appendToStream(stream, events(3))
        if (state === 'softDeleted') await client.deleteStream(stream)
        if (state === 'tombstoned') await client.tombstoneStream(stream)
        const revision =
          expected === 'right' || expected === 'lower' || expected === 'higher'
            ? NUMBERS[expected]
            : (expected as 'any')
        assert.is(await append(client, stream, event(), revision), outcome, `${expected} on ${state}`)
      }
    })
  }

  test('a retry with the same ids and revision succeeds and stores nothing', async () => {
    const stream = name('retry')
    const batch = events(3)
    const first = await client.appendToStream(stream, batch, { expectedRevision: 'no_stream' })
    await client.appendToStream(stream, events(2), { expectedRevision: 2n })
    const again = await client.appendToStream(stream, batch, { expectedRevision: 'no_stream' })
    assert.is(again.nextExpectedRevision, 2n)
    if (again.position) assert.equal(again.position, first.position)
    assert.is((await ids(client, stream)).length, 5)
  })

  test('a retry under "any" right after the append stores nothing', async () => {
    const stream = name('retry_any')
    const batch = events(2)
    assert.is(await append(client, stream, batch), 'stored 1')
    assert.is(await append(client, stream, batch), 'stored 1')
    assert.is(await append(client, stream, event()), 'stored 2')
  })

  test('a retry with an event more or less, another order or one changed id is a wrong revision', async () => {
    const stream = name('not_a_retry')
    const [a, b, c] = [event('a'), event('b'), event('c')]
    await client.appendToStream(stream, [a, b, c], { expectedRevision: 'no_stream' })
    assert.is(await append(client, stream, [a, b, c, event('d')], 'no_stream'), 'wrong 2')
    assert.is(await append(client, stream, [b, a, c], 'no_stream'), 'wrong 2')
    assert.is(await append(client, stream, [a, b, event('c')], 'no_stream'), 'wrong 2')
    assert.is(await append(client, stream, [b, c], 'no_stream'), 'wrong 2')
    assert.is(await append(client, stream, [a, c], 'no_stream'), 'wrong 2')
    assert.is(
      await append(client, stream, [a, b], 'no_stream'),
      'stored 1',
      'the first events alone are a retry of themselves',
    )
    assert.is((await ids(client, stream)).length, 3)
  })

  test('the same id in two streams is two events', async () => {
    const shared = event()
    assert.is(await append(client, name('same_id_a'), shared), 'stored 0')
    assert.is(await append(client, name('same_id_b'), shared), 'stored 0')
  })

  test('of 100 concurrent appends at one revision exactly one is stored', async () => {
    const stream = name('race')
    await client.appendToStream(stream, event())
    const outcomes = await Promise.all(Array.from({ length: 100 }, () => append(client, stream, event(), 0n)))
    assert.is(outcomes.filter(outcome => outcome === 'stored 1').length, 1)
    assert.is(outcomes.filter(outcome => outcome === 'wrong 1').length, 99)
  })

  test('100 concurrent appends of any revision get revisions 0 to 99, in the order of $all', async () => {
    const stream = name('any_race')
    const outcomes = await Promise.all(Array.from({ length: 100 }, (_, i) => append(client, stream, event(i))))
    assert.is(new Set(outcomes).size, 100)
    const found = await read(client, stream)
    if (typeof found === 'string') throw new Error(found)
    assert.equal(
      found.map(({ event }) => event?.revision),
      Array.from({ length: 100 }, (_, i) => BigInt(i)),
    )
    const positions = found.map(({ event }) => event?.position?.commit ?? 0n)
    assert.equal(
      positions,
      positions.toSorted((x, y) => Number(x - y)),
    )
  })

  test('10,000 appends started in one tick are all stored', async () => {
    const streams = Array.from({ length: 10_000 }, (_, i) => name(`flood_${i % 100}`))
    await Promise.all(streams.map((stream, i) => client.appendToStream(stream, event(i))))
    const counts = await Promise.all(
      Array.from({ length: 100 }, async (_, i) => (await ids(client, name(`flood_${i}`))).length),
    )
    assert.is(
      counts.reduce((sum, count) => sum + count, 0),
      10_000,
    )
  })

  test('what is read is what was appended, binary and empty', async () => {
    const stream = name('content')
    const bytes = Uint8Array.from({ length: 256 }, (_, i) => i)
    await client.appendToStream(stream, [
      event({ text: 'Zürich ✓ 🎉' }),
      binaryEvent({ type: 'Bytes', data: bytes, metadata: bytes }),
      binaryEvent({ type: 'Empty', data: new Uint8Array() }),
    ])
    const found = await read(client, stream)
    if (typeof found === 'string') throw new Error(found)
    const [json, binary, empty] = found.map(({ event }) => event)
    assert.equal(json?.data, { value: { text: 'Zürich ✓ 🎉' } })
    assert.is(json?.isJson, true)
    assert.equal(Buffer.from(binary?.data as Uint8Array), Buffer.from(bytes))
    assert.equal(Buffer.from(binary?.metadata as Uint8Array), Buffer.from(bytes))
    assert.equal(Buffer.from(empty?.data as Uint8Array), Buffer.alloc(0))
    assert.ok(Math.abs(Number(json?.created) - Date.now()) < 60_000)
  })

  test('an append of nothing succeeds', async () => {
    const stream = name('nothing')
    await client.appendToStream(stream, [])
    assert.is(await read(client, stream), 'stream-not-found')
    await client.appendToStream(stream, events(2))
    assert.is(await append(client, stream, [], 1n), 'stored 1')
  })

  test('more than a mebibyte in one append is refused and the connection goes on', async () => {
    const stream = name('large')
    const sized = (bytes: number) => binaryEvent({ type: 'L', data: new Uint8Array(bytes) })
    assert.is(await append(client, stream, sized(1024 * 1024 - 2)), 'stored 0')
    // Through 24.10.3 a server counts the data alone, from 24.10.4 on metadata and type too.
    const withType = await append(client, stream, sized(1024 * 1024 - 1))
    assert.ok(['stored 1', 'maximum-append-size-exceeded'].includes(withType), withType)
    assert.is(await append(client, stream, sized(1024 * 1024 + 1)), 'maximum-append-size-exceeded')
    const others = Promise.all(Array.from({ length: 20 }, (_, i) => append(client, name(`beside_${i}`), event())))
    assert.is(await append(client, stream, sized(5 * 1024 * 1024)), 'maximum-append-size-exceeded')
    assert.is(await append(client, stream, sized(15.9 * 1024 * 1024)), 'maximum-append-size-exceeded')
    assert.equal(await others, Array(20).fill('stored 0'))
    assert.is(await append(client, stream, event()), withType === 'stored 1' ? 'stored 2' : 'stored 1')
  })

  test('a message that no server takes fails its append, and the client goes on', async () => {
    const stream = name('huge')
    const huge = binaryEvent({ type: 'L', data: new Uint8Array(18 * 1024 * 1024) })
    const others = Array.from({ length: 20 }, (_, i) => ({ stream: name(`beside_huge_${i}`), data: event() }))
    const settled = Promise.allSettled(others.map(({ stream, data }) => append(client, stream, data, 'no_stream')))
    const outcome = await append(client, stream, huge)
    assert.not.match(outcome, /stored/)
    await settled
    for (const { stream, data } of others) {
      await until(
        'its neighbour',
        async () => (await append(client, stream, data, 'no_stream').catch(() => '')) === 'stored 0',
      )
      assert.equal(await ids(client, stream), [data.id])
    }
    await until(
      'the next append',
      async () => (await append(client, stream, event(), 'no_stream').catch(() => '')) === 'stored 0',
    )
  })

  test('an append in several parts is stored whole', async () => {
    const stream = name('parts')
    const batch = Array.from({ length: 40 }, () => binaryEvent({ type: 'P', data: new Uint8Array(10_000) }))
    await client.appendToStream(stream, batch, { batchAppendSize: 65_536 })
    assert.equal(
      await ids(client, stream),
      batch.map(({ id }) => id),
    )
  })

  test('$maxCount and $tb hide the beginning of a stream in both directions', async () => {
    const stream = name('truncated')
    await client.appendToStream(stream, events(10))
    await client.setStreamMetadata(stream, { maxCount: 4 })
    assert.equal(await revisions(stream), [6, 7, 8, 9])
    await client.setStreamMetadata(stream, { truncateBefore: 8 })
    assert.equal(await revisions(stream), [8, 9])
    const backwards: number[] = []
    for await (const { event } of client.readStream(stream, { direction: BACKWARDS, fromRevision: END }))
      backwards.push(Number(event?.revision))
    assert.equal(backwards, [9, 8])
    await client.setStreamMetadata(stream, { truncateBefore: 10 })
    assert.equal(await revisions(stream), [])
    assert.is(await append(client, stream, event(), 9n), 'stored 10')
  })

  async function revisions(stream: string): Promise<number[]> {
    const found = await read(client, stream)
    if (typeof found === 'string') throw new Error(found)
    return found.map(({ event }) => Number(event?.revision))
  }

  test('$maxAge hides old events', async () => {
    const stream = name('aged')
    await client.appendToStream(stream, events(2))
    await client.setStreamMetadata(stream, { maxAge: 1 })
    await sleep(1200)
    await client.appendToStream(stream, event('new'))
    assert.equal(await revisions(stream), [2])
  })

  test('a soft-deleted stream is not found, goes on at the next revision, and hides what it had', async () => {
    const stream = name('deleted')
    await client.appendToStream(stream, events(3))
    await client.deleteStream(stream)
    assert.is(await read(client, stream), 'stream-not-found')
    await client.appendToStream(stream, event('again'))
    assert.equal(await revisions(stream), [3])
  })

  test('new metadata brings a soft-deleted stream back without its events', async () => {
    const stream = name('revived')
    await client.appendToStream(stream, events(3))
    await client.deleteStream(stream)
    await client.setStreamMetadata(stream, { maxCount: 10 })
    assert.equal(await revisions(stream), [])
    assert.is((await client.getStreamMetadata(stream)).metadata?.maxCount, 10)
  })

  test('a tombstone is for ever', async () => {
    const stream = name('tombstone')
    await client.appendToStream(stream, events(3))
    await client.tombstoneStream(stream)
    assert.is(await read(client, stream), 'stream-deleted')
    assert.is(await append(client, stream, event()), 'stream-deleted')
  })

  test('a stream is read from the middle, beyond its end, backwards, and while it is written', async () => {
    const stream = name('reads')
    await client.appendToStream(stream, events(5))
    const take = async (options: Parameters<typeof client.readStream>[1]): Promise<number[]> => {
      const found: number[] = []
      for await (const { event } of client.readStream(stream, options)) found.push(Number(event?.revision))
      return found
    }
    assert.equal(await take({ fromRevision: 3n }), [3, 4])
    assert.equal(await take({ fromRevision: 5n }), [])
    const nothings = [{ fromRevision: END }, { maxCount: 0 }, { direction: BACKWARDS, maxCount: 0 }] as const
    for (const nothing of nothings) {
      const failure = await take(nothing).catch((error: { type?: string }) => error.type)
      assert.is(failure, 'unknown', JSON.stringify(nothing))
    }
    assert.equal(await take({ maxCount: 1 }), [0])
    assert.equal(await take({ direction: BACKWARDS, fromRevision: 99n, maxCount: 1 }), [4])
    assert.equal(await take({ fromRevision: 1n, maxCount: 2 }), [1, 2])
    assert.equal(await take({ direction: BACKWARDS, fromRevision: END, maxCount: 2 }), [4, 3])
    assert.equal(await take({ direction: BACKWARDS, fromRevision: 1n }), [1, 0])
    const writing = Promise.all(Array.from({ length: 50 }, (_, i) => append(client, stream, event(i))))
    for (let last = 4; last < 54; ) {
      const found = await take({})
      assert.equal(
        found,
        found.map((_, i) => i),
      )
      assert.ok(found.length > last)
      last = found.length - 1
    }
    await writing
  })

  test('a subscription from the start, while 10 writers append, gets every event once and in order', async () => {
    const prefix = 'writers'
    const write = async (w: number): Promise<void> => {
      for (let i = 0; i < 50; i++) await client.appendToStream(name(`${prefix}_${w}`), event(i))
    }
    await write(0)
    const seen: string[] = []
    let caughtUp = 0
    const subscription = client.subscribeToAll({ fromPosition: START, ...filtered(prefix) })
    collect(subscription, ({ event }) => seen.push(`${event?.streamId}/${event?.revision}`))
    let seenBefore = 0
    subscription.on('caughtUp', () => {
      if (caughtUp++ === 0) seenBefore = seen.length
    })
    await Promise.all(Array.from({ length: 10 }, (_, w) => write(w + 1)))
    await until('all events', () => seen.length >= 550)
    await until('caught up', () => caughtUp > 0)
    await subscription.unsubscribe()
    assert.ok(seenBefore >= 50, `caught up after ${seenBefore}`)
    assert.is(new Set(seen).size, 550)
    assert.is(seen.length, 550)
    for (let w = 0; w <= 10; w++) {
      const own = seen.filter(entry => entry.startsWith(`${name(`${prefix}_${w}`)}/`))
      assert.equal(
        own,
        Array.from({ length: 50 }, (_, i) => `${name(`${prefix}_${w}`)}/${i}`),
      )
    }
  })

  test('checkpoints keep coming when nothing matches, and a subscription can resume from one', async () => {
    const checkpoints: Position[] = []
    const filter = streamNameFilter({
      prefixes: [name('never')],
      maxSearchWindow: 32,
      checkpointInterval: 1,
      checkpointReached: (_, position) => void checkpoints.push(position),
    })
    const subscription = client.subscribeToAll({ fromPosition: END, filter })
    collect(subscription, () => {})
    await new Promise(resolve => subscription.once('confirmation', resolve))
    await client.appendToStream(name('other'), events(320))
    await until('ten checkpoints', () => checkpoints.length >= 9)
    await subscription.unsubscribe()
    const from = checkpoints.at(-1)
    if (from === undefined) throw new Error('no checkpoint')
    const seen: string[] = []
    // Of what was passed before the checkpoint nothing comes again, although this filter wants it.
    const wanted = streamNameFilter({ prefixes: [name('other'), name('resumed')] })
    const resumed = client.subscribeToAll({ fromPosition: from, filter: wanted })
    collect(resumed, ({ event }) => seen.push(String(event?.id)))
    const late = event('late')
    await client.appendToStream(name('resumed'), late)
    await until('the event after the checkpoint', () => seen.includes(late.id))
    await resumed.unsubscribe()
    assert.ok(seen.length <= 64, `${seen.length} events after a checkpoint near the end`)
  })

  test('a subscription resumes after a position without repeating it', async () => {
    const stream = name('resume')
    const { position } = await client.appendToStream(stream, events(3))
    const more = events(2)
    await client.appendToStream(stream, more)
    if (position === undefined) throw new Error('no position')
    const seen: string[] = []
    const subscription = client.subscribeToAll({ fromPosition: position, ...filtered('resume') })
    collect(subscription, ({ event }) => seen.push(String(event?.id)))
    await until('two events', () => seen.length >= 2)
    await subscription.unsubscribe()
    assert.equal(
      seen,
      more.map(({ id }) => id),
    )
  })

  test('filters choose by prefix or expression, on stream name or event type', async () => {
    const stream = name('filters')
    const typed = (type: string) => event(type, randomUUID(), `${run}${type}`)
    await client.appendToStream(stream, [typed('Alpha'), typed('Beta'), typed('Gamma')])
    const types = async (filter: Filter): Promise<string[]> => {
      const seen: string[] = []
      const subscription = client.subscribeToAll({ fromPosition: START, filter })
      collect(subscription, ({ event }) => seen.push(String(event?.type).slice(run.length)))
      await new Promise(resolve => subscription.once('caughtUp', resolve))
      await subscription.unsubscribe()
      return seen
    }
    assert.equal(await types(eventTypeFilter({ prefixes: [`${run}Al`, `${run}Ga`] })), ['Alpha', 'Gamma'])
    assert.equal(await types(eventTypeFilter({ regex: `^${run}(Beta|Gamma)$` })), ['Beta', 'Gamma'])
    assert.equal(await types(streamNameFilter({ regex: `^${stream}$` })), ['Alpha', 'Beta', 'Gamma'])
    assert.equal(await types(streamNameFilter({ prefixes: [stream] })), ['Alpha', 'Beta', 'Gamma'])
  })

  const { restart } = target
  if (restart === undefined) {
    test.run()
    return
  }

  test('after a restart a retry is still recognised, and everything is where it was', async () => {
    const stream = name('restart')
    const batch = events(3)
    await client.appendToStream(stream, batch, { expectedRevision: 'no_stream' })
    await client.appendToStream(stream, events(2))
    await client.tombstoneStream(name('restart_tombstone'))
    await client.appendToStream(name('restart_deleted'), events(2))
    await client.deleteStream(name('restart_deleted'))
    await client.appendToStream(name('restart_counted'), events(10))
    await client.setStreamMetadata(name('restart_counted'), { maxCount: 4 })
    await client.appendToStream(name('restart_cut'), events(10))
    await client.setStreamMetadata(name('restart_cut'), { truncateBefore: 8 })
    await restart('SIGKILL')
    await reconnected()
    assert.is(await append(client, stream, batch, 'no_stream'), 'stored 2')
    assert.is((await ids(client, stream)).length, 5)
    assert.is(await append(client, name('restart_tombstone'), event()), 'stream-deleted')
    assert.is(await append(client, name('restart_deleted'), event()), 'stored 2')
    assert.equal(await revisions(name('restart_deleted')), [2])
    assert.equal(await revisions(name('restart_counted')), [6, 7, 8, 9])
    assert.equal(await revisions(name('restart_cut')), [8, 9])
  })

  test('each of 100 appends in flight at a kill settles, and a retry of it is stored exactly once', async () => {
    const work = Array.from({ length: 100 }, (_, i) => ({ stream: name(`flight_${i}`), data: event(i) }))
    const appends = work.map(({ stream, data }) =>
      client.appendToStream(stream, data, { expectedRevision: 'no_stream' }),
    )
    const outcomes = Promise.allSettled(appends)
    // The first answer says that they have arrived.
    await Promise.race(appends)
    await restart('SIGKILL')
    const stored = (await outcomes).map(({ status }) => status === 'fulfilled')
    await reconnected()
    for (const [i, { stream, data }] of work.entries())
      if (stored[i]) assert.equal(await ids(client, stream), [data.id], `acknowledged append ${i} is lost`)
    for (const { stream, data } of work) {
      assert.is(await append(client, stream, data, 'no_stream'), 'stored 0')
      assert.equal(await ids(client, stream), [data.id])
    }
  })

  test('a subscriber that resumes from its last event misses nothing across a kill', async () => {
    const seen: number[] = []
    let last: Position | typeof START = START
    let current: AllStreamSubscription
    const follow = (): void => {
      current = client.subscribeToAll({ fromPosition: last, ...filtered('followed') })
      current.on('error', () => setTimeout(follow, 50))
      current.on('data', resolved => {
        last = resolved.event?.position ?? last
        seen.push(Number(payload(resolved)))
      })
    }
    follow()
    for (let i = 0; i < 50; i++) await client.appendToStream(name('followed'), event(i))
    await restart('SIGKILL')
    await reconnected()
    for (let i = 50; i < 100; i++) await client.appendToStream(name('followed'), event(i))
    await until('a hundred', () => seen.length >= 100)
    assert.equal(
      seen,
      Array.from({ length: 100 }, (_, i) => i),
    )
    await current!.unsubscribe()
  })

  async function reconnected(): Promise<void> {
    await until('the node to answer', async () => {
      try {
        await client.readAll({ maxCount: 1 })[Symbol.asyncIterator]().next()
        return true
      } catch {
        return false
      }
    })
  }

  test.run()
}

function payload({ event }: AllStreamResolvedEvent): unknown {
  const data: unknown = event?.data
  return typeof data === 'object' && data !== null && 'value' in data ? data.value : undefined
}

function collect(subscription: AllStreamSubscription, take: (resolved: AllStreamResolvedEvent) => void): void {
  subscription.on('error', () => {})
  subscription.on('data', take)
}
