import * as assert from 'uvu/assert'
import { z } from 'zod'
import { projection } from '#declarations/read-model.ts'
import { category, family, UnreadableEvent } from '#event-sourcing/category.ts'
import type { DomainEvent } from '#event-sourcing/decider.ts'
import { createExecute } from '#event-sourcing/execute.ts'
import { plain } from '#event-sourcing/field-classes.ts'
import { isPoisonEvent } from '#subscription/error-classification.ts'
import { context, counter } from '../harness/counter.ts'
import { memoryStore } from '../harness/memory-store.ts'
import { recordedOf } from '../harness/scenario.ts'
import { suite } from '../harness/suite.ts'

const test = suite('the streams of a category')

const Bought = z.strictObject(plain({ amount: z.int(), by: z.strictObject({ name: z.string() }) }))
const orders = category({ prefix: 'order-', events: { Bought } })
const data = { amount: 1, by: { name: 'Ada' } }
const recorded = (type: string, given: object) => recordedOf([{ type, data: given }], 'order-1')[0]!

function errorOf(work: () => unknown): Error {
  try {
    work()
  } catch (error) {
    return error as Error
  }
  throw new Error('nothing was thrown')
}

test('an id names a stream, and a stream names its id', () => {
  assert.is(orders.stream('a-b'), 'order-a-b')
  assert.is(orders.idOf({ stream: 'order-a-b' }), 'a-b')
  assert.equal([orders.has({ stream: 'order-1' }), orders.has({ stream: 'orders-1' })], [true, false])
})

test('an event is read as it was recorded, or not at all', () => {
  const event = recorded('Bought', data)
  assert.is(orders.parse(event), event)
  const error = errorOf(() => orders.parse(recorded('Bought', { ...data, by: { name: 7 } })))
  assert.instance(error, UnreadableEvent)
  assert.is(error.message, "the event at 0 of order-1 can't be read: by.name is wrong (invalid_type)")
  assert.ok(
    isPoisonEvent(error),
    'whoever follows the log sets it aside or stops at it, and does not wait for better days',
  )
})

test('what a newer version may have added is read: a field anywhere, and a type', () => {
  for (const given of [
    recorded('Bought', { ...data, more: 1 }),
    recorded('Bought', { ...data, by: { ...data.by, more: 1 } }),
    recorded('Sold', {}),
  ])
    assert.is(orders.parse(given), given)
  assert.throws(() => orders.parse(recorded('Bought', { ...data, amount: 'much', more: 1 })), /amount is wrong/)
})

test('nothing is recorded that its schema does not describe to the last field', async () => {
  const store = memoryStore()
  const decide = ({ type, data }: DomainEvent) => [{ type, data }] as z.infer<typeof AnyBought>[]
  const AnyBought = z.object({ type: z.literal('Bought'), data: Bought })
  const sloppy = family(orders, { initial: 0, decide, evolve: (count: number) => count + 1 })
  const record = (type: string, given: object) =>
    createExecute(store).run(sloppy, '1', { type, data: given }, context(type))
  for (const [type, given] of [
    ['Bought', { ...data, amount: 0.5 }],
    ['Bought', { ...data, more: 1 }],
    ['Sold', {}],
  ] as const)
    assert.match((await record(type, given).catch(error => error)).message, /^order- can't record/)
  assert.is(store.appends, 0)
  await record('Bought', data)
  assert.is(store.appends, 1)
})

test('a stream with an event that does not fit is not decided on', async () => {
  const store = memoryStore()
  const { metadata } = recorded('Added', {})
  store.intrude('counter-1', { id: '1', type: 'Added', data: { by: 'many' }, metadata })
  const { run, load } = createExecute(store)
  for (const work of [load(counter, '1'), run(counter, '1', { add: 1 }, context('a'))])
    assert.instance(await work.catch(error => error), UnreadableEvent)
  assert.is(store.appends, 0)
})

test('two deciders of one stream have a remembered state each', async () => {
  const store = memoryStore()
  const { run, load } = createExecute(store)
  await run(counter, '1', { add: 5 }, context('a'))
  const times = family(counter, { ...counter.decider, initial: 0, evolve: (count: number) => count + 1 })
  assert.is((await load(times, '1')).state, 1)
  assert.is((await load(counter, '1')).state, 5)
})

test('a read model is not written from an event that does not fit', () => {
  const rows = projection({
    name: 'orders',
    version: 1,
    row: z.object({ id: z.string(), amount: z.number() }),
    streams: [orders],
    tables: [],
    indexes: [],
    key: 'id',
    counters: [],
    on: { Bought: event => ({ insert: { id: orders.idOf(event), amount: event.data.amount } }) },
  })
  assert.equal(rows.change(recorded('Bought', data)), { insert: { id: '1', amount: 1 } })
  assert.throws(() => rows.change(recorded('Bought', { ...data, amount: '1' })), /amount is wrong/)
  assert.equal(rows.prefixes, ['order-'])
})

test.run()
