import * as assert from 'uvu/assert'
import type { EndpointKind } from '#delivery/dispatch/endpoint-queue.ts'
import { createEndpointQueues } from '#delivery/dispatch/endpoint-queues.ts'
import type { Endpoint } from '#delivery/dispatch/endpoints.ts'
import type { LeasedDelivery } from '#delivery/dispatch/leased-delivery.ts'
import { DELIVERY_LIMITS } from '#delivery/limits.ts'
import { suite } from '../harness/suite.ts'

/** Which endpoints a process claims deliveries for, and in which order it sends them. */
const test = suite('delivery: quick endpoints come before slow ones')

/**
 * 100 slow slots, 90 of them shared; a tenth of them for a client where others wait, three quarters of that for
 * hanging ones.
 */
const LIMITS = {
  ...DELIVERY_LIMITS,
  inFlightMax: 200,
  sharedMax: 180,
  slowInFlightMax: 100,
  slowSharedMax: 90,
  claimMax: 60,
}

/** Queues whose endpoints have so many deliveries due; `width` requests at once for each. */
function queuesOf(given: { name: string; kind: EndpointKind; client?: string }[], { width = 4, limits = LIMITS } = {}) {
  const queues = createEndpointQueues(
    limits,
    () => 1,
    queue => {
      const { kind, client = 'client' } = given.find(({ name }) => name === queue.webhook)!
      queue.isEndpointLoaded = true
      queue.endpoint = { client_id: client, status: 'active', rate_per_second: null } as Endpoint
      queue.nextDueMs = 0
      queue.window = width
      if (kind !== 'unknown') queue.averageMs = kind === 'slow' ? limits.slowMs + 1 : 1
      if (kind === 'failing') queue.consecutiveFailures = limits.failingAfter
      if (kind === 'hanging') queue.consecutiveUnanswered = 2
    },
  )
  for (const { name } of given) queues.of(name)
  return queues
}

const many = (count: number, kind: EndpointKind, client: string) =>
  Array.from({ length: count }, (_, index) => ({ name: `${client} ${kind} ${index}`, kind, client }))
const claimed = (rooms: { webhook: string; slots: number }[], part: string) =>
  rooms.filter(({ webhook }) => webhook.includes(part)).reduce((sum, { slots }) => sum + slots, 0)

test('a claim takes for quick and unknown endpoints first, whatever the order of their turns', () => {
  const queues = queuesOf([
    { name: 'hanging', kind: 'hanging' },
    { name: 'failing', kind: 'failing' },
    { name: 'unknown', kind: 'unknown' },
    { name: 'quick', kind: 'quick' },
  ])
  assert.equal(
    [...queues.quickFirst()].map(({ webhook }) => webhook),
    ['unknown', 'quick', 'hanging', 'failing'],
  )
  assert.equal(queues.planClaim(0), [
    { webhook: 'unknown', slots: 4 },
    { webhook: 'quick', slots: 16 },
    { webhook: 'hanging', slots: 4 },
    { webhook: 'failing', slots: 4 },
  ])
  // All that one more claim may take.
  const left = LIMITS.inFlightMax * 2 - 10
  assert.equal(queues.planClaim(left), [
    { webhook: 'unknown', slots: 4 },
    { webhook: 'quick', slots: 6 },
  ])
})

test('nothing is claimed for a client that is suspended, and for a busy endpoint only half of what it may have', () => {
  const queues = queuesOf([
    { name: 'held', kind: 'quick' },
    { name: 'busy', kind: 'quick' },
  ])
  queues.find('held')!.isPaused = true
  const busy = queues.find('busy')!
  busy.deliveries = Array<LeasedDelivery>(9)
  assert.equal(queues.planClaim(0), [])
  busy.deliveries = Array<LeasedDelivery>(8)
  assert.equal(queues.planClaim(0), [{ webhook: 'busy', slots: 8 }])
})

test('nothing is claimed for an endpoint before it is read', () => {
  const queues = queuesOf([
    { name: 'read', kind: 'unknown' },
    { name: 'unread', kind: 'unknown' },
  ])
  queues.find('unread')!.isEndpointLoaded = false
  assert.equal(queues.planClaim(0), [{ webhook: 'read', slots: 4 }])
})

test('when there are many queues the idle ones are removed, and none that has a delivery due or in flight', () => {
  const limits = { ...LIMITS, inFlightMax: 4 }
  const names = ['idle', 'due', 'under way', 'leased', 'reserved']
  const queues = queuesOf(
    names.map(name => ({ name, kind: 'quick' as const })),
    { limits },
  )
  for (const queue of queues.all()) if (queue.webhook !== 'due') queue.nextDueMs = Number.POSITIVE_INFINITY
  queues.find('under way')!.inFlight = 1
  queues.find('leased')!.deliveries = Array<LeasedDelivery>(1)
  queues.find('reserved')!.reserved = 1
  queues.dropIdle()
  assert.equal(
    [...queues.all()].map(({ webhook }) => webhook),
    ['due', 'under way', 'leased', 'reserved'],
  )
  queues.find('due')!.nextDueMs = Number.POSITIVE_INFINITY
  queues.dropIdle()
  assert.ok(queues.find('due'), 'they are few')
})

test('deliveries that a queue leased while it was quick take no slot of an unknown endpoint', () => {
  const queues = queuesOf([...many(40, 'failing', 'hostile'), { name: 'unknown', kind: 'unknown', client: 'other' }])
  for (const queue of queues.all()) if (queue.webhook !== 'unknown') queue.deliveries = Array<LeasedDelivery>(4)
  assert.equal(queues.planClaim(160), [{ webhook: 'unknown', slots: 4 }])
})

test('a client gets a tenth of the slow slots while another waits, and three quarters of those for hanging ones', () => {
  const both = queuesOf([
    ...many(40, 'hanging', 'first'),
    ...many(40, 'failing', 'first'),
    ...many(1, 'failing', 'second'),
  ])
  const rooms = both.planClaim(0)
  assert.is(claimed(rooms, 'first hanging'), 7)
  assert.is(claimed(rooms, 'first failing'), 3)
  assert.is(claimed(rooms, 'second'), 4)
  const alone = queuesOf([...many(40, 'failing', 'first')])
  assert.is(claimed(alone.planClaim(0), 'first'), LIMITS.claimMax)
})

test('a client whose slow endpoints have all the requests they may have does not wait', () => {
  const queues = queuesOf([...many(10, 'failing', 'first'), ...many(1, 'failing', 'busy')])
  queues.find('busy failing 0')!.inFlight = 4
  queues.find('busy failing 0')!.waitingSinceMs = performance.now()
  assert.is(claimed(queues.planClaim(0), 'first'), 40)
})

test('a client waits whose delivery is leased already, and has no slot yet', () => {
  const queues = queuesOf([...many(10, 'failing', 'first'), ...many(1, 'failing', 'leased')])
  Object.assign(queues.find('leased failing 0')!, {
    deliveries: Array<LeasedDelivery>(1),
    nextDueMs: Number.POSITIVE_INFINITY,
  })
  assert.is(claimed(queues.planClaim(0), 'first'), 10)
})

test('a client waits for no slot while it is suspended, or while its endpoints wait for time alone', () => {
  const queues = queuesOf([...many(10, 'failing', 'first'), { name: 'late', kind: 'failing', client: 'second' }])
  const late = queues.find('late')!
  const claimedByFirst = () => claimed(queues.planClaim(0), 'first')
  assert.is(claimedByFirst(), 10, 'the other client waits')
  late.isPaused = true
  assert.is(claimedByFirst(), 40, 'it is suspended')
  late.isPaused = false
  Object.assign(late, { consecutiveUnanswered: LIMITS.breakerAfter, lastProbeMs: performance.now() })
  assert.is(claimedByFirst(), 40, 'it was probed just now')
  late.lastProbeMs = performance.now() - LIMITS.breakerProbeMs
  assert.is(claimedByFirst(), 10, 'its next probe is due')
  Object.assign(late, { consecutiveUnanswered: 0, tokens: 0, tokensAtMs: performance.now() })
  late.endpoint = { ...late.endpoint!, rate_per_second: 0.001 }
  assert.is(claimedByFirst(), 40, 'its rate is used up')
})

test('where all endpoints are slow none counts as slow, up to five seconds', () => {
  const queues = queuesOf([{ name: 'one', kind: 'quick' }])
  const queue = queues.find('one')!
  const isSlowAt = (averageMs: number) => {
    queue.averageMs = averageMs
    return queues.isSlow(queue)
  }
  assert.equal([isSlowAt(1_000), isSlowAt(1_001)], [false, true])
  for (let attempts = 0; attempts < 1_000; attempts += 1) queues.observeDuration(500)
  assert.equal([isSlowAt(1_900), isSlowAt(2_100)], [false, true])
  for (let attempts = 0; attempts < 1_000; attempts += 1) queues.observeDuration(20_000)
  assert.equal([isSlowAt(5_000), isSlowAt(5_001)], [false, true])
  for (let attempts = 0; attempts < 1_000; attempts += 1) queues.observeDuration(5)
  assert.equal([isSlowAt(1_000), isSlowAt(1_001)], [false, true])
})

test('a failed attempt that has ended keeps its slot, a success gives it back', () => {
  const queues = queuesOf([...many(30, 'failing', 'first'), ...many(1, 'failing', 'second')])
  for (const queue of queues.all()) queue.coolingDown = queue.webhook.startsWith('first') ? 3 : 0
  assert.is(claimed(queues.planClaim(0), 'first'), 0, '90 slots are kept')
  assert.is(claimed(queues.planClaim(0), 'second'), 1, 'it has none')
  for (const queue of queues.all()) queue.consecutiveFailures = 0
  assert.is(claimed(queues.planClaim(0), 'first'), LIMITS.claimMax)
  const inFlight = queues.countSlots()
  assert.is(inFlight.freeFor(queues.find('second failing 0')!), 180)
})

test.run()
