import { randomUUID } from 'node:crypto'
import * as assert from 'uvu/assert'
import { z } from 'zod'
import { category, type EventOf, family } from '#event-sourcing/category.ts'
import type { Decider } from '#event-sourcing/decider.ts'
import { plain } from '#event-sourcing/field-classes.ts'
import { createSnapshots } from '#event-sourcing/snapshots.ts'
import { context } from '../harness/counter.ts'
import { memoryStore } from '../harness/memory-store.ts'
import { suite } from '../harness/suite.ts'

const test = suite('snapshots')

const MeterEvents = {
  Added: z.strictObject(plain({ by: z.number() })),
  Counted: z.strictObject(plain({ sum: z.number() })),
}
const meterDecider: Decider<never, number, EventOf<typeof MeterEvents>> = {
  initial: 0,
  decide: () => [],
  evolve: (state, { type, data }) => (type === 'Counted' ? data.sum : state + data.by),
}
/** Grows for ever, and says now and then what it comes to. */
const meter = {
  ...family(category({ prefix: 'meter-', events: MeterEvents }), meterDecider),
  isFoldStart: ({ type }: { type: string }) => type === 'Counted',
}

/** A stream, how it is written to, and how many events of it were read. */
function metered() {
  const store = memoryStore()
  const { actor } = context('')
  const caused = { actor, request_id: '', correlation_id: '', causation_id: null }
  const metadata = { v: 1 as const, at: '2026-01-01T00:00:00.000Z', ...caused, prev_hash: null, hash: '' }
  const counted = { read: 0, sum: 0 }
  const write = (type: string, data: object) => store.intrude('meter-1', { id: randomUUID(), type, data, metadata })
  const add = (times: number) => {
    for (let n = 0; n < times; n += 1) write('Added', { by: 1 })
    counted.sum += times
  }
  const seen = <T>(events: T[]) => {
    counted.read += events.length
    return events
  }
  const snapshots = createSnapshots({
    read: async (...asked) => seen(await store.read(...asked)),
    readTail: async (...asked) => seen(await store.readTail(...asked)),
  })
  return {
    add,
    count: () => write('Counted', { sum: counted.sum }),
    /** The state that is read now, and how many events that took. */
    async read() {
      counted.read = 0
      const { state, revision } = await snapshots.read(meter, '1')
      return { state, revision, read: counted.read }
    },
  }
}

test('what is known of a stream goes on from there, past counts too', async () => {
  const { add, count, read } = metered()
  add(3)
  assert.equal(await read(), { state: 3, revision: 2, read: 3 })
  add(500)
  count()
  add(100)
  assert.equal(await read(), { state: 603, revision: 603, read: 601 })
  assert.equal(await read(), { state: 603, revision: 603, read: 0 })
})

test('what is known and far behind is not gone on with, where the stream says what it came to since', async () => {
  const { add, count, read } = metered()
  add(3)
  await read()
  for (let n = 0; n < 10; n += 1) {
    add(1_000)
    count()
  }
  add(50)
  // Whether it is far behind takes a thousand; the last count and what follows it, 51.
  assert.equal(await read(), { state: 10_053, revision: 10_062, read: 1_051 })
})

test('where it did not say so since, all of it is gone on with, each event once', async () => {
  const { add, read } = metered()
  add(3)
  await read()
  add(2_500)
  const { state, revision } = await read()
  assert.equal([state, revision], [2_503, 2_502])
})

test.run()
