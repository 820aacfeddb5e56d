import * as assert from 'uvu/assert'
import { createConcurrencySlots } from '#delivery/dispatch/concurrency-slots.ts'
import { createEndpointQueue, type EndpointKind } from '#delivery/dispatch/endpoint-queue.ts'
import type { Endpoint } from '#delivery/dispatch/endpoints.ts'
import { DELIVERY_LIMITS } from '#delivery/limits.ts'
import { suite } from '../harness/suite.ts'

const test = suite('delivery: the slots that lanes share')

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

function laneOf(kind: EndpointKind, client_id: string | null) {
  const lane = createEndpointQueue('endpoint', LIMITS)
  lane.endpoint = client_id === null ? null : ({ client_id } as Endpoint)
  if (kind !== 'unknown') lane.averageMs = kind === 'slow' ? LIMITS.slowMs + 1 : LIMITS.slowMs
  if (kind === 'failing') lane.consecutiveFailures = LIMITS.failingAfter
  if (kind === 'hanging') lane.consecutiveUnanswered = 2
  return lane
}

const noClient = new Set<string>()

test('the last slots are kept for clients that have none, one for each', () => {
  const places = createConcurrencySlots(LIMITS, noClient)
  const first = laneOf('quick', 'first')
  assert.is(places.freeFor(first), 32)
  places.take(first, 32)
  assert.is(places.freeFor(first), 0)
  assert.is(places.freeFor(laneOf('quick', null)), 0, 'the client of the lane is not known')
  for (let other = 0; other < 8; other += 1) {
    const lane = laneOf('quick', `other_${other}`)
    assert.is(places.freeFor(lane), 1)
    places.take(lane, 1)
    assert.is(places.freeFor(lane), 0)
  }
  assert.is(places.freeFor(laneOf('quick', 'one too many')), 0)
})

test('slow and failing endpoints have slots of their own, and the last of them are kept too', () => {
  const places = createConcurrencySlots(LIMITS, noClient)
  places.take(laneOf('failing', 'first'), 6)
  assert.is(places.freeFor(laneOf('failing', 'second')), 10)
  places.take(laneOf('hanging', 'second'), 10)
  assert.is(places.freeFor(laneOf('failing', 'first')), 0)
  assert.is(places.freeFor(laneOf('hanging', 'second')), 0)
  assert.is(places.freeFor(laneOf('failing', null)), 0, 'the client of the lane is not known')
  for (let other = 0; other < 4; other += 1) {
    const lane = laneOf(other < 2 ? 'hanging' : 'failing', `other_${other}`)
    assert.is(places.freeFor(lane), 1)
    places.take(lane, 1)
    assert.is(places.freeFor(lane), 0)
  }
  assert.is(places.freeFor(laneOf('failing', 'one too many')), 0)
  assert.is(places.freeFor(laneOf('quick', 'first')), 12, 'of the 32 shared slots 20 are taken')
})

test('of the shared slow slots a quarter is left to failing endpoints', () => {
  const places = createConcurrencySlots(LIMITS, noClient)
  assert.is(places.freeFor(laneOf('hanging', 'first')), HANGING_MAX)
  places.take(laneOf('hanging', 'first'), HANGING_MAX)
  assert.is(places.freeFor(laneOf('hanging', 'first')), 0)
  assert.is(places.freeFor(laneOf('hanging', 'second')), 1, 'it has none')
  assert.is(places.freeFor(laneOf('failing', 'first')), 4)
})

test('slow endpoints that answer are not limited to the part of hanging ones', () => {
  const places = createConcurrencySlots(LIMITS, noClient)
  places.take(laneOf('hanging', 'client'), 20)
  assert.is(places.freeFor(laneOf('slow', 'client')), 16 - HANGING_MAX)
  places.take(laneOf('slow', 'client'), 3)
  assert.is(places.freeFor(laneOf('failing', 'client')), 1)
  const contended = createConcurrencySlots(LIMITS, new Set(['other']))
  contended.take(laneOf('slow', 'client'), 1)
  assert.is(contended.freeFor(laneOf('failing', 'client')), CLIENT_MAX - 1)
})

test('unknown endpoints that turn out to hang take more than their part, and nothing from failing ones', () => {
  const places = createConcurrencySlots(LIMITS, noClient)
  places.take(laneOf('hanging', 'first'), 20)
  assert.is(places.freeFor(laneOf('failing', 'first')), 16 - HANGING_MAX)
  assert.is(places.freeFor(laneOf('hanging', 'second')), 0)
  const contended = createConcurrencySlots(LIMITS, new Set(['first', 'second']))
  contended.take(laneOf('hanging', 'first'), 8)
  assert.is(contended.freeFor(laneOf('failing', 'first')), CLIENT_MAX / 2)
  assert.is(contended.freeFor(laneOf('hanging', 'first')), 0)
})

test('a client has at most a tenth of the slow slots while those of another client wait', () => {
  const taken = [laneOf('hanging', 'hostile'), laneOf('failing', 'hostile')]
  const free = (...waiting: string[]) => {
    const places = createConcurrencySlots(LIMITS, new Set(waiting))
    for (const lane of taken) places.take(lane, CLIENT_MAX / 2)
    return [places.freeFor(taken[0]!), places.freeFor(taken[1]!), places.freeFor(laneOf('failing', 'other'))]
  }
  assert.equal(free(), [11, 14, 14])
  assert.equal(free('hostile'), [11, 14, CLIENT_MAX], 'the other one would wait behind it')
  assert.equal(free('other'), [0, 0, 14])
  assert.equal(free('hostile', 'other'), [0, 0, CLIENT_MAX])
})

test('a client that took more before the others came takes no more until it is below a tenth', () => {
  const places = createConcurrencySlots(LIMITS, new Set(['other']))
  places.take(laneOf('failing', 'first'), 10)
  assert.is(places.freeFor(laneOf('failing', 'first')), 0)
})

test('what is slow or failing takes no slot that a quick endpoint of the same client may have', () => {
  const places = createConcurrencySlots(LIMITS, new Set(['client', 'other']))
  places.take(laneOf('hanging', 'client'), 20)
  places.take(laneOf('unknown', 'other'), 12)
  assert.is(places.freeFor(laneOf('failing', 'client')), 0)
  assert.is(places.freeFor(laneOf('quick', 'client')), 1, 'all shared slots are taken, and it has none of this kind')
})

test('quick endpoints that turn to hanging, and have more requests under way than slow ones may, hold up no others', () => {
  const places = createConcurrencySlots(LIMITS, noClient)
  places.take(laneOf('hanging', 'client'), 32)
  assert.is(places.freeFor(laneOf('quick', 'other')), 12, 'as while all slow slots are taken')
  assert.is(places.freeFor(laneOf('unknown', 'other')), 6)
  places.take(laneOf('hanging', 'client'), 28)
  assert.is(places.freeFor(laneOf('quick', 'other')), 12, 'they are as many as all slots and half of them')
  places.take(laneOf('hanging', 'client'), 12)
  assert.is(places.freeFor(laneOf('quick', 'other')), 1, 'there are no more than twice as many requests')
})

test('a client with more than its part of them gets a tenth of what is left of them, and at least one slot', () => {
  const places = createConcurrencySlots(LIMITS, noClient)
  const free = (client: string) => (['quick', 'unknown'] as const).map(kind => places.freeFor(laneOf(kind, client)))
  places.take(laneOf('hanging', 'client'), 20)
  assert.equal(free('client'), [12, 6], 'no more than there are slow slots')
  places.take(laneOf('hanging', 'few'), CLIENT_MAX)
  places.take(laneOf('hanging', 'many'), CLIENT_MAX + 1)
  // Of 60 there are 35 left.
  assert.equal(
    [free('client'), free('few'), free('many')],
    [
      [3, 3],
      [12, 6],
      [3, 3],
    ],
  )
  places.take(laneOf('quick', 'client'), 2)
  assert.equal(free('client'), [1, 1])
  places.take(laneOf('unknown', 'client'), 1)
  assert.equal(free('client'), [0, 0])
  assert.equal(free('many'), [3, 3])
  places.take(laneOf('hanging', 'many'), 34)
  assert.equal(
    [free('many'), free('few')],
    [
      [1, 1],
      [9, 5],
    ],
  )
})

test('of the last slots a client with more than its part of requests that hang gets none', () => {
  const places = createConcurrencySlots(LIMITS, noClient)
  places.take(laneOf('hanging', 'client'), 66)
  assert.is(places.freeFor(laneOf('unknown', 'client')), 0)
  assert.is(places.freeFor(laneOf('unknown', 'other')), 1)
  places.take(laneOf('hanging', 'client'), 6)
  assert.is(places.freeFor(laneOf('quick', 'client')), 0)
  assert.is(places.freeFor(laneOf('quick', 'other')), 1)
})

test('of a client with more than its part of them more may be leased than sent, too', () => {
  const places = createConcurrencySlots(LIMITS, noClient, 2)
  places.take(laneOf('hanging', 'client'), 30)
  // Of 60 there are 30 left.
  assert.is(places.freeFor(laneOf('quick', 'client')), 6)
  places.take(laneOf('quick', 'client'), 10)
  assert.is(places.freeFor(laneOf('quick', 'client')), 0)
})

test('a client with a slot for an unknown endpoint gets none of the last slots for a quick one', () => {
  const places = createConcurrencySlots(LIMITS, noClient)
  places.take(laneOf('unknown', 'client'), 1)
  places.take(laneOf('quick', 'other'), 31)
  assert.is(places.freeFor(laneOf('quick', 'client')), 0)
  assert.is(places.freeFor(laneOf('quick', 'new')), 1)
})

test('requests that are over, and rows that wait, are no requests that hang', () => {
  const places = createConcurrencySlots(LIMITS, noClient)
  places.take(laneOf('failing', 'client'), 0, 30)
  assert.is(places.freeFor(laneOf('quick', 'client')), 32)
  places.take(laneOf('failing', 'other'), 30)
  assert.is(places.freeFor(laneOf('quick', 'client')), 12)
  assert.is(places.freeFor(laneOf('quick', 'other')), 3)
})

test('unknown endpoints do not count as slow, and leave slots to quick ones if all of them hang', () => {
  const places = createConcurrencySlots(LIMITS, new Set(['first', 'second']))
  const unknown = laneOf('unknown', 'first')
  places.take(laneOf('hanging', 'second'), 20)
  assert.is(places.freeFor(unknown), UNPROVEN_MAX - 4 - 20)
  places.take(unknown, 6)
  assert.is(places.freeFor(unknown), 0)
  assert.is(places.freeFor(laneOf('unknown', null)), 0)
  assert.is(places.freeFor(laneOf('unknown', 'second')), 1, 'it has only slow ones')
  for (let other = 0; other < 4; other += 1) places.take(laneOf('unknown', `other_${other}`), 1)
  assert.is(places.freeFor(laneOf('unknown', 'second')), 0)
  assert.is(places.freeFor(laneOf('quick', 'first')), 2)
})

test('more may be leased than sent, of quick endpoints only', () => {
  const places = createConcurrencySlots(LIMITS, noClient, 2)
  assert.is(places.freeFor(laneOf('quick', 'client')), 64)
  assert.is(places.freeFor(laneOf('unknown', 'client')), UNPROVEN_MAX - 4)
  assert.is(places.freeFor(laneOf('failing', 'client')), 16)
  places.take(laneOf('quick', 'client'), 64)
  assert.is(places.freeFor(laneOf('quick', 'client')), 0)
  assert.is(places.freeFor(laneOf('quick', 'other')), 1)
})

test('where there are fewer slots than limits for slow endpoints, there are no more of those', () => {
  const places = createConcurrencySlots({ ...DELIVERY_LIMITS, inFlightMax: 4 }, noClient)
  assert.is(places.freeFor(laneOf('quick', 'client')), 4)
  assert.is(places.freeFor(laneOf('unknown', 'client')), 4)
  assert.is(places.freeFor(laneOf('failing', 'client')), 4)
  const contended = createConcurrencySlots({ ...DELIVERY_LIMITS, inFlightMax: 4 }, new Set(['other']))
  assert.is(contended.freeFor(laneOf('failing', 'client')), 2)
})

test.run()
