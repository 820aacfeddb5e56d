import * as assert from 'uvu/assert'
import { createConcurrencySlots } from '#delivery/dispatch/concurrency-slots.ts'
import { createEndpointQueue, type EndpointKind } from '#delivery/dispatch/endpoint-queue.ts'
import type { Endpoint } from '#delivery/dispatch/endpoints.ts'
import { DELIVERY_LIMITS } from '#delivery/limits.ts'
import { suite } from '../harness/suite.ts'

const test = suite('delivery: the slots that queues share')

/**
 * 40 slots, 8 of them kept; of these 20 for slow and failing endpoints, 4 of them kept. Unknown ones get 30 at most
 * together with those.
 */
const LIMITS = { ...DELIVERY_LIMITS, inFlightMax: 40, sharedMax: 32, slowInFlightMax: 20, slowSharedMax: 16 }
const UNPROVEN_MAX = 30
/** A tenth of the slow slots. */
const CLIENT_MAX = 2
/** Three quarters of the shared slow slots. */
const HANGING_MAX = 12

function queueOf(kind: EndpointKind, client_id: string | null) {
  const queue = createEndpointQueue('endpoint', LIMITS)
  queue.endpoint = client_id === null ? null : ({ client_id } as Endpoint)
  if (kind !== 'unknown') queue.averageMs = kind === 'slow' ? LIMITS.slowMs + 1 : LIMITS.slowMs
  if (kind === 'failing') queue.consecutiveFailures = LIMITS.failingAfter
  if (kind === 'hanging') queue.consecutiveUnanswered = 2
  return queue
}

const noClient = new Set<string>()

test('the last slots are kept for clients that have none, one for each', () => {
  const slots = createConcurrencySlots(LIMITS, noClient)
  const first = queueOf('quick', 'first')
  assert.is(slots.freeFor(first), 32)
  slots.take(first, 32)
  assert.is(slots.freeFor(first), 0)
  assert.is(slots.freeFor(queueOf('quick', null)), 0, 'the client of the queue is not known')
  for (let other = 0; other < 8; other += 1) {
    const queue = queueOf('quick', `other_${other}`)
    assert.is(slots.freeFor(queue), 1)
    slots.take(queue, 1)
    assert.is(slots.freeFor(queue), 0)
  }
  assert.is(slots.freeFor(queueOf('quick', 'one too many')), 0)
})

test('slow and failing endpoints have slots of their own, and the last of them are kept too', () => {
  const slots = createConcurrencySlots(LIMITS, noClient)
  slots.take(queueOf('failing', 'first'), 6)
  assert.is(slots.freeFor(queueOf('failing', 'second')), 10)
  slots.take(queueOf('hanging', 'second'), 10)
  assert.is(slots.freeFor(queueOf('failing', 'first')), 0)
  assert.is(slots.freeFor(queueOf('hanging', 'second')), 0)
  assert.is(slots.freeFor(queueOf('failing', null)), 0, 'the client of the queue is not known')
  for (let other = 0; other < 4; other += 1) {
    const queue = queueOf(other < 2 ? 'hanging' : 'failing', `other_${other}`)
    assert.is(slots.freeFor(queue), 1)
    slots.take(queue, 1)
    assert.is(slots.freeFor(queue), 0)
  }
  assert.is(slots.freeFor(queueOf('failing', 'one too many')), 0)
  assert.is(slots.freeFor(queueOf('quick', 'first')), 12, 'of the 32 shared slots 20 are taken')
})

test('of the shared slow slots a quarter is left to failing endpoints', () => {
  const slots = createConcurrencySlots(LIMITS, noClient)
  assert.is(slots.freeFor(queueOf('hanging', 'first')), HANGING_MAX)
  slots.take(queueOf('hanging', 'first'), HANGING_MAX)
  assert.is(slots.freeFor(queueOf('hanging', 'first')), 0)
  assert.is(slots.freeFor(queueOf('hanging', 'second')), 1, 'it has none')
  assert.is(slots.freeFor(queueOf('failing', 'first')), 4)
})

test('slow endpoints that answer are not limited to the part of hanging ones', () => {
  const slots = createConcurrencySlots(LIMITS, noClient)
  slots.take(queueOf('hanging', 'client'), 20)
  assert.is(slots.freeFor(queueOf('slow', 'client')), 16 - HANGING_MAX)
  slots.take(queueOf('slow', 'client'), 3)
  assert.is(slots.freeFor(queueOf('failing', 'client')), 1)
  const contended = createConcurrencySlots(LIMITS, new Set(['other']))
  contended.take(queueOf('slow', 'client'), 1)
  assert.is(contended.freeFor(queueOf('failing', 'client')), CLIENT_MAX - 1)
})

test('unknown endpoints that turn out to hang take more than their part, and nothing from failing ones', () => {
  const slots = createConcurrencySlots(LIMITS, noClient)
  slots.take(queueOf('hanging', 'first'), 20)
  assert.is(slots.freeFor(queueOf('failing', 'first')), 16 - HANGING_MAX)
  assert.is(slots.freeFor(queueOf('hanging', 'second')), 0)
  const contended = createConcurrencySlots(LIMITS, new Set(['first', 'second']))
  contended.take(queueOf('hanging', 'first'), 8)
  assert.is(contended.freeFor(queueOf('failing', 'first')), CLIENT_MAX / 2)
  assert.is(contended.freeFor(queueOf('hanging', 'first')), 0)
})

test('a client has at most a tenth of the slow slots while those of another client wait', () => {
  const taken = [queueOf('hanging', 'hostile'), queueOf('failing', 'hostile')]
  const free = (...waiting: string[]) => {
    const slots = createConcurrencySlots(LIMITS, new Set(waiting))
    for (const queue of taken) slots.take(queue, CLIENT_MAX / 2)
    return [slots.freeFor(taken[0]!), slots.freeFor(taken[1]!), slots.freeFor(queueOf('failing', 'other'))]
  }
  assert.equal(free(), [11, 14, 14])
  assert.equal(free('hostile'), [11, 14, CLIENT_MAX], 'the other one would wait behind it')
  assert.equal(free('other'), [0, 0, 14])
  assert.equal(free('hostile', 'other'), [0, 0, CLIENT_MAX])
})

test('a client that took more before the others came takes no more until it is below a tenth', () => {
  const slots = createConcurrencySlots(LIMITS, new Set(['other']))
  slots.take(queueOf('failing', 'first'), 10)
  assert.is(slots.freeFor(queueOf('failing', 'first')), 0)
})

test('what is slow or failing takes no slot that a quick endpoint of the same client may have', () => {
  const slots = createConcurrencySlots(LIMITS, new Set(['client', 'other']))
  slots.take(queueOf('hanging', 'client'), 20)
  slots.take(queueOf('unknown', 'other'), 12)
  assert.is(slots.freeFor(queueOf('failing', 'client')), 0)
  assert.is(slots.freeFor(queueOf('quick', 'client')), 1, 'all shared slots are taken, and it has none of this kind')
})

test('quick endpoints that turn to hanging, and have more requests under way than slow ones may, hold up no others', () => {
  const slots = createConcurrencySlots(LIMITS, noClient)
  slots.take(queueOf('hanging', 'client'), 32)
  assert.is(slots.freeFor(queueOf('quick', 'other')), 12, 'as while all slow slots are taken')
  assert.is(slots.freeFor(queueOf('unknown', 'other')), 6)
  slots.take(queueOf('hanging', 'client'), 28)
  assert.is(slots.freeFor(queueOf('quick', 'other')), 12, 'they are as many as all slots and half of them')
  slots.take(queueOf('hanging', 'client'), 12)
  assert.is(slots.freeFor(queueOf('quick', 'other')), 1, 'there are no more than twice as many requests')
})

test('a client with more than its part of them gets a tenth of what is left of them, and at least one slot', () => {
  const slots = createConcurrencySlots(LIMITS, noClient)
  const free = (client: string) => (['quick', 'unknown'] as const).map(kind => slots.freeFor(queueOf(kind, client)))
  slots.take(queueOf('hanging', 'client'), 20)
  assert.equal(free('client'), [12, 6], 'no more than there are slow slots')
  slots.take(queueOf('hanging', 'few'), CLIENT_MAX)
  slots.take(queueOf('hanging', 'many'), CLIENT_MAX + 1)
  // Of 60 there are 35 left.
  assert.equal(
    [free('client'), free('few'), free('many')],
    [
      [3, 3],
      [12, 6],
      [3, 3],
    ],
  )
  slots.take(queueOf('quick', 'client'), 2)
  assert.equal(free('client'), [1, 1])
  slots.take(queueOf('unknown', 'client'), 1)
  assert.equal(free('client'), [0, 0])
  assert.equal(free('many'), [3, 3])
  slots.take(queueOf('hanging', 'many'), 34)
  assert.equal(
    [free('many'), free('few')],
    [
      [1, 1],
      [9, 5],
    ],
  )
})

test('of the last slots a client with more than its part of requests that hang gets none', () => {
  const slots = createConcurrencySlots(LIMITS, noClient)
  slots.take(queueOf('hanging', 'client'), 66)
  assert.is(slots.freeFor(queueOf('unknown', 'client')), 0)
  assert.is(slots.freeFor(queueOf('unknown', 'other')), 1)
  slots.take(queueOf('hanging', 'client'), 6)
  assert.is(slots.freeFor(queueOf('quick', 'client')), 0)
  assert.is(slots.freeFor(queueOf('quick', 'other')), 1)
})

test('of a client with more than its part of them more may be leased than sent, too', () => {
  const slots = createConcurrencySlots(LIMITS, noClient, 2)
  slots.take(queueOf('hanging', 'client'), 30)
  // Of 60 there are 30 left.
  assert.is(slots.freeFor(queueOf('quick', 'client')), 6)
  slots.take(queueOf('quick', 'client'), 10)
  assert.is(slots.freeFor(queueOf('quick', 'client')), 0)
})

test('a client with a slot for an unknown endpoint gets none of the last slots for a quick one', () => {
  const slots = createConcurrencySlots(LIMITS, noClient)
  slots.take(queueOf('unknown', 'client'), 1)
  slots.take(queueOf('quick', 'other'), 31)
  assert.is(slots.freeFor(queueOf('quick', 'client')), 0)
  assert.is(slots.freeFor(queueOf('quick', 'new')), 1)
})

test('requests that are over, and deliveries that wait, are no hanging requests', () => {
  const slots = createConcurrencySlots(LIMITS, noClient)
  slots.take(queueOf('failing', 'client'), 0, 30)
  assert.is(slots.freeFor(queueOf('quick', 'client')), 32)
  slots.take(queueOf('failing', 'other'), 30)
  assert.is(slots.freeFor(queueOf('quick', 'client')), 12)
  assert.is(slots.freeFor(queueOf('quick', 'other')), 3)
})

test('unknown endpoints do not count as slow, and leave slots to quick ones if all of them hang', () => {
  const slots = createConcurrencySlots(LIMITS, new Set(['first', 'second']))
  const unknown = queueOf('unknown', 'first')
  slots.take(queueOf('hanging', 'second'), 20)
  assert.is(slots.freeFor(unknown), UNPROVEN_MAX - 4 - 20)
  slots.take(unknown, 6)
  assert.is(slots.freeFor(unknown), 0)
  assert.is(slots.freeFor(queueOf('unknown', null)), 0)
  assert.is(slots.freeFor(queueOf('unknown', 'second')), 1, 'it has only slow ones')
  for (let other = 0; other < 4; other += 1) slots.take(queueOf('unknown', `other_${other}`), 1)
  assert.is(slots.freeFor(queueOf('unknown', 'second')), 0)
  assert.is(slots.freeFor(queueOf('quick', 'first')), 2)
})

test('more may be leased than sent, of quick endpoints only', () => {
  const slots = createConcurrencySlots(LIMITS, noClient, 2)
  assert.is(slots.freeFor(queueOf('quick', 'client')), 64)
  assert.is(slots.freeFor(queueOf('unknown', 'client')), UNPROVEN_MAX - 4)
  assert.is(slots.freeFor(queueOf('failing', 'client')), 16)
  slots.take(queueOf('quick', 'client'), 64)
  assert.is(slots.freeFor(queueOf('quick', 'client')), 0)
  assert.is(slots.freeFor(queueOf('quick', 'other')), 1)
})

test('where there are fewer slots than limits for slow endpoints, there are no more of those', () => {
  const slots = createConcurrencySlots({ ...DELIVERY_LIMITS, inFlightMax: 4 }, noClient)
  assert.is(slots.freeFor(queueOf('quick', 'client')), 4)
  assert.is(slots.freeFor(queueOf('unknown', 'client')), 4)
  assert.is(slots.freeFor(queueOf('failing', 'client')), 4)
  const contended = createConcurrencySlots({ ...DELIVERY_LIMITS, inFlightMax: 4 }, new Set(['other']))
  assert.is(contended.freeFor(queueOf('failing', 'client')), 2)
})

test.run()
