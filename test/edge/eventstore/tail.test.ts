import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { END, START, streamNameFilter } from '@eventstore/db-client'
import * as assert from 'uvu/assert'
import { ownEvent, type RecordedEvent } from '#embedded/eventstore/event.ts'
import { encodeEvent } from '#embedded/eventstore/protocol/encode.ts'
import { encodeBody, positionAfter } from '#embedded/eventstore/record.ts'
import { openDatabase } from '#embedded/eventstore/store/database.ts'
import { type EventFilter, filterClause } from '#embedded/eventstore/store/filter.ts'
import { createEventLog, type LogPage } from '#embedded/eventstore/store/log.ts'
import { createTail } from '#embedded/eventstore/store/tail.ts'
import { suite } from '../../harness/suite.ts'
import { append, connect, event, startTestNode, until } from './harness.ts'

/**
 * The end of the log in memory says the same as the log on disk, which is asked here for every place, limit and filter.
 */

const test = suite('event store tail')

const STREAMS = ['refund-1', 'refund-2', 'refünd-3', '', 'rëfund', '$system', '$$refund-1', '$epoch-information']
const HIDDEN = '$persistentsubscription-$all::group-'
const TYPES = ['Requested', 'Settled', '$metadata']
const FILTERS: (EventFilter | undefined)[] = [
  undefined,
  { on: 'stream', prefixes: [], regex: undefined },
  { on: 'stream', prefixes: ['refund-'], regex: undefined },
  { on: 'stream', prefixes: ['refü', 'nothing', '$$'], regex: undefined },
  { on: 'stream', prefixes: [''], regex: undefined },
  { on: 'stream', prefixes: ['nothing'], regex: undefined },
  { on: 'type', prefixes: ['Req', '$'], regex: undefined },
  { on: 'stream', prefixes: [], regex: '^[^$].*[13]$' },
  { on: 'type', prefixes: [], regex: 'tt' },
]

/** A log and two memories of its end: all of what is added from now on, and the last little of it. */
function logWith(eventsBefore: number, bytesMax: number) {
  const dataDir = mkdtempSync(join(tmpdir(), 'eventstore-tail-'))
  const database = openDatabase(dataDir)
  const log = createEventLog(database)
  const firsts = new Map<string, number>()
  const revisions = new Map<string, number>()
  let position = 0

  function store(stream: string, type: string, data: string): RecordedEvent {
    const revision = (revisions.get(stream) ?? -1) + 1
    revisions.set(stream, revision)
    const proposed = ownEvent(type, data)
    const created = 1_790_000_000_000 + position
    const recorded = { position, stream, revision, id: proposed.id, type, created, body: encodeBody(proposed, created) }
    const first = firsts.get(stream) ?? position
    firsts.set(stream, first)
    log.insert(recorded, first)
    position = positionAfter(recorded)
    return recorded
  }

  for (let n = 0; n < eventsBefore; n += 1) store('refund-1', 'Requested', '{}')
  const tails = { whole: createTail(log), little: createTail(log, bytesMax) }
  return {
    log,
    tails,
    store,
    add(events: RecordedEvent[]) {
      for (const tail of Object.values(tails)) tail.add(events)
    },
    end: () => position,
    close() {
      database.close()
      rmSync(dataDir, { recursive: true })
    },
  }
}

const plain = ({ events, ...page }: LogPage) => ({
  ...page,
  events: events.map(({ body, ...event }) => ({ ...event, body: Buffer.from(body).toString('hex') })),
})

test('pages equal the log, from every position, with every limit and filter', () => {
  const { log, tails, store, add, end, close } = logWith(5, 20_000)
  try {
    const streams = [...STREAMS, `${HIDDEN}checkpoint`, `${HIDDEN}parked`, `${HIDDEN}other`]
    let compared = 0
    const compare = () => {
      const known = log.allAfter(-1, 1_000).events.flatMap(({ position }) => [position - 1, position])
      const places = [...new Set([-1, 0, 1, ...known, end(), end() + 5])]
      for (const [name, tail] of Object.entries(tails)) {
        assert.is(tail.lastPosition(), log.lastPosition())
        for (const filter of FILTERS.map(filterClause))
          for (const place of places)
            for (const limit of [1, 7, 256]) {
              const told = plain(tail.allAfter(place, limit, filter))
              const stored = plain(log.allAfter(place, limit, filter))
              assert.equal(told, stored, `${name}, ${filter.sql} after ${place}, ${limit}`)
              compared += 1
            }
      }
    }
    compare()
    for (let round = 0; round < 12; round += 1) {
      const count = (round * 5) % 7
      add(
        Array.from({ length: count }, (_, n) => {
          const at = round * 7 + n
          return store(streams[at % streams.length]!, TYPES[at % TYPES.length]!, `{"n":${at}}`)
        }),
      )
      if (round % 4 === 3) compare()
    }
    // Nobody sees the last ones, and whoever looks has seen them.
    add([store('$epoch-information', 'Requested', '{}'), store(`${HIDDEN}parked`, 'Requested', '{}')])
    compare()
    assert.ok(compared > 3_000)
  } finally {
    close()
  }
})

test('only the end of the log is kept, and what is in front of it is read from disk', () => {
  const { log, tails, store, add, close } = logWith(0, 50_000)
  try {
    const asked: number[] = []
    const { allAfter } = log
    log.allAfter = (position, ...rest) => {
      asked.push(position)
      return allAfter.call(log, position, ...rest)
    }
    const added: RecordedEvent[] = []
    for (let n = 0; n < 5_000; n += 1) {
      const recorded = store(`refund-${n % 10}`, 'Requested', `{"n":${n}}`)
      added.push(recorded)
      add([recorded])
    }
    const { little } = tails
    const inMemory = added.filter(({ position }) => {
      const before = asked.length
      little.allAfter(position, 1, filterClause(undefined))
      return asked.length === before
    })
    assert.ok(inMemory.length > 20 && inMemory.length < 110, `${inMemory.length} are kept`)
    assert.is(inMemory.at(-1)?.position, little.lastPosition())
    const events = []
    for (let at = -1; ; ) {
      const page = little.allAfter(at, 64, filterClause(undefined))
      if (page.exhausted) break
      events.push(...page.events)
      at = page.scannedTo
    }
    assert.equal(
      events.map(({ id }) => id),
      added.map(({ id }) => id),
    )
  } finally {
    close()
  }
})

test('what is kept keeps nothing else in memory', () => {
  const { tails, store, add, close } = logWith(0, 50_000)
  try {
    for (let n = 0; n < 500; n += 1) {
      const recorded = store(`refund-${n % 10}`, 'Requested', `{"n":${n}}`)
      add([recorded])
      // What followers are sent comes from the same allocator.
      for (let follower = 0; follower < 10; follower += 1) encodeEvent({ event: recorded, link: undefined }, 'string')
    }
    const { events } = tails.little.allAfter(tails.little.lastPosition() - 1_000, 256, filterClause(undefined))
    assert.ok(events.length > 3)
    const held = new Set(events.map(({ body }) => body.buffer))
    const bytes = [...held].reduce((sum, { byteLength }) => sum + byteLength, 0)
    assert.is(
      bytes,
      events.reduce((sum, { body }) => sum + body.length, 0),
    )
  } finally {
    close()
  }
})

test('what is dropped is let go at once, however large', async () => {
  const { tails, store, close } = logWith(0, 1_000_000)
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const bytesHeld = () => {
    collect()
    return process.memoryUsage().arrayBuffers
  }
  try {
    const before = bytesHeld()
    const large = JSON.stringify('x'.repeat(256 * 1024))
    for (let n = 0; n < 200; n += 1) tails.little.add([store(`refund-${n}`, 'Requested', large)])
    // Of 50 MB that went through. What is collected is swept beside, some time later.
    await until('it is let go', () => bytesHeld() - before < 12_000_000)
  } finally {
    close()
  }
})

test('pages of large events end early, and nothing is left out', () => {
  const { tails, store, add, close } = logWith(0, 1_000)
  try {
    const large = JSON.stringify('x'.repeat(400_000))
    const added = Array.from({ length: 9 }, (_, n) => store(`refund-${n % 2}`, 'Requested', large))
    add(added)
    for (const filter of [undefined, FILTERS[2]].map(filterClause)) {
      const events = []
      let considered = 0
      for (let at = -1; ; ) {
        const page = tails.whole.allAfter(at, 256, filter)
        if (page.exhausted) break
        assert.ok(page.events.length <= 3, `${page.events.length} in a page`)
        events.push(...page.events)
        considered += page.considered
        at = page.scannedTo
      }
      assert.is(considered, added.length)
      assert.equal(
        events.map(({ id }) => id),
        added.map(({ id }) => id),
      )
    }
  } finally {
    close()
  }
})

test('followers who begin anywhere get everything once and in order, while the log grows past what is kept', async () => {
  const node = await startTestNode()
  const client = connect(node.url)
  try {
    const wanted = `tail-${randomUUID()}-`
    const seen = new Map<string, string[]>()
    const filter = streamNameFilter({ prefixes: [wanted], checkpointInterval: 1 })
    const follow = (name: string, fromPosition: Parameters<typeof client.subscribeToAll>[0]) => {
      const ids: string[] = []
      seen.set(name, ids)
      client.subscribeToAll(fromPosition).on('data', ({ event }) => {
        if (event?.streamId.startsWith(wanted)) ids.push(event.id)
      })
    }
    const written: string[] = []
    follow('filtered, from the start', { fromPosition: START, filter })
    follow('all, from the start', { fromPosition: START })
    follow('filtered, from the end', { fromPosition: END, filter })
    for (let batch = 0; batch < 80; batch += 1) {
      const events = Array.from({ length: 50 }, (_, n) => event(`${batch} ${n} ${'x'.repeat(2_000)}`))
      assert.ok((await append(client, `${wanted}${batch % 7}`, events)).startsWith('stored'))
      await append(client, `other-${randomUUID()}`, event())
      written.push(...events.map(({ id }) => id))
      if (batch === 40) follow('filtered, from the start, later', { fromPosition: START, filter })
      if (batch === 70) follow('all, from the start, later', { fromPosition: START })
    }
    await until('every follower has everything', () => [...seen.values()].every(ids => ids.length >= written.length))
    for (const [name, ids] of seen) assert.equal(ids, written, name)
  } finally {
    await client.dispose()
    await node.dispose()
  }
})

test.run()
