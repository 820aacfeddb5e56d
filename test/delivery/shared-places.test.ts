import * as assert from 'uvu/assert'
import type { Endpoint } from '#delivery/dispatch/endpoints.ts'
import { newLane } from '#delivery/dispatch/lane.ts'
import { createPlaces } from '#delivery/dispatch/places.ts'
import { DELIVERY_LIMITS } from '#delivery/limits.ts'
import { suite } from '../harness/suite.ts'

const test = suite('delivery: the places that lanes share')

const laneOf = (client_id: string | null) => ({
  ...newLane('endpoint', DELIVERY_LIMITS),
  endpoint: client_id === null ? null : ({ client_id } as Endpoint),
})

test('those that are kept are for clients that have none, one for each, and no more than there are', () => {
  const places = createPlaces({ max: 6, shared: 4 })
  const [first, second, third] = ['first', 'second', 'third'].map(laneOf) as [Lane, Lane, Lane]
  assert.is(places.freeFor(first), 4)
  const leave = places.take(first, 4)
  assert.is(places.freeFor(first), 0)
  assert.is(places.freeFor(laneOf(null)), 0, 'whose it is, is not known')
  assert.is(places.freeFor(second), 1)
  const leaveSecond = places.take(second, 1)
  assert.is(places.freeFor(second), 0)
  assert.is(places.taken(), 5)
  places.take(third, 1)
  assert.is(places.taken(), 6)
  assert.is(places.freeFor(laneOf('fourth')), 0)
  leaveSecond()
  assert.is(places.freeFor(second), 1, 'it has none again')
  leave()
  assert.is(places.freeFor(first), 3)
})

type Lane = ReturnType<typeof laneOf>

test.run()
