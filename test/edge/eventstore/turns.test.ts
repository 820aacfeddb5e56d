import { EventEmitter } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as assert from 'uvu/assert'
import { ownEvent } from '#embedded/eventstore/event.ts'
import { CAUGHT_UP } from '#embedded/eventstore/protocol/encode.ts'
import { readAll, readStream } from '#embedded/eventstore/protocol/read.ts'
import { ReadCall } from '#embedded/eventstore/protocol/read-call.ts'
import type { AllSource, ReadRequest, StreamSource } from '#embedded/eventstore/protocol/read-request.ts'
import { subscribeToStream } from '#embedded/eventstore/protocol/subscribe.ts'
import { openStore } from '#embedded/eventstore/store/store.ts'
import { suite } from '../../harness/suite.ts'

/** Readers that find nothing to send for long: other calls have their turns meanwhile. */

const test = suite('event store turns')

const EVENTS = 4000
const TURNS_MIN = 10
const HOUR_MS = 3_600_000

const dataDir = mkdtempSync(join(tmpdir(), 'eventstore-turns-'))
const store = await openStore(dataDir, error => {
  throw error
})
const append = (stream: string, events: ReturnType<typeof ownEvent>[]) =>
  store.writer.write({ kind: 'append', stream, expected: 'any', events })
await append(
  'aged',
  Array.from({ length: EVENTS }, () => ownEvent('Happened', '{}')),
)
await append('$$aged', [ownEvent('$metadata', '{"$maxAge":60}')])
// All of them are too old now.
const { now } = Date
Date.now = () => now() + HOUR_MS

test.after(() => {
  Date.now = now
  store.close()
  rmSync(dataDir, { recursive: true })
})

const source: StreamSource = { stream: 'aged', from: 'start' }
const request: ReadRequest = {
  source,
  direction: 'forwards',
  resolveLinks: false,
  count: 1,
  filter: undefined,
  uuids: 'string',
}

/**
 * Turns of the event loop from the beginning of a reader to its end, which for a subscription is where it has caught
 * up.
 */
async function turnsOf(reader: (outlet: ReadCall) => Promise<void>): Promise<number> {
  const call = Object.assign(new EventEmitter(), {
    end: () => {},
    write: (bytes: Buffer) => {
      if (bytes.equals(CAUGHT_UP)) call.emit('cancelled')
      return true
    },
  })
  let turns = 0
  let next = setImmediate(function turn() {
    turns++
    next = setImmediate(turn)
  })
  const outlet = new ReadCall(call as never)
  await outlet.run(() => reader(outlet))
  clearImmediate(next)
  return turns
}

const READERS = {
  'a read': (outlet: ReadCall) => readStream(store, request, source, outlet),
  'a read backwards': (outlet: ReadCall) =>
    readStream(store, { ...request, direction: 'backwards' }, { ...source, from: 'end' }, outlet),
  'a subscription': (outlet: ReadCall) => subscribeToStream(store, { ...request, count: undefined }, source, outlet),
}
for (const [name, reader] of Object.entries(READERS))
  test(`${name} of events that are all too old leaves turns to others, and goes on by pages`, async () => {
    const turns = await turnsOf(reader)
    assert.ok(turns >= TURNS_MIN && turns < EVENTS / 10, `${turns} turns`)
  })

test('a read of $all ends where the log ended when it began, however much is written during it', async () => {
  const last = store.log.lastPosition()
  let sent = 0
  const written: Promise<unknown>[] = []
  const call = Object.assign(new EventEmitter(), {
    end: () => {},
    writableNeedDrain: true,
    write: () => {
      call.writableNeedDrain = true
      sent++
      if (sent > 2 * EVENTS) call.emit('cancelled')
      written.push(append('meanwhile', [ownEvent('Happened', '{}')]).then(() => call.emit('drain')))
      return false
    },
  })
  const all: AllSource = { stream: undefined, from: 'start' }
  const before = store.log.allBefore(last, EVENTS * 2).events.length + 1
  const outlet = new ReadCall(call as never)
  call.on('drain', () => (call.writableNeedDrain = false))
  await outlet.run(() => readAll(store, { ...request, source: all, count: Number.MAX_SAFE_INTEGER }, all, outlet))
  await Promise.all(written)
  assert.is(sent, before)
})

test.run()
