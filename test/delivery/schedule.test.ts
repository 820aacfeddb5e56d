import * as assert from 'uvu/assert'
import {
  afterAttempt,
  createEndpointQueue,
  type EndpointQueue,
  freeCapacity,
  isSlow,
  kindOf,
  mayStart,
  readyInMs,
} from '#delivery/dispatch/endpoint-queue.ts'
import { createEndpointQueues } from '#delivery/dispatch/endpoint-queues.ts'
import type { Endpoint } from '#delivery/dispatch/endpoints.ts'
import { parseRetryAfter, retryDelayMs, TRIES_MAX } from '#delivery/dispatch/retry-schedule.ts'
import { DELIVERY_LIMITS } from '#delivery/limits.ts'
import { suite } from '../harness/suite.ts'

const test = suite('delivery: schedule and lanes')
const BASE_MS = 5_274

test('the seven gaps between eight attempts add up to eight hours before jitter', () => {
  const gaps = Array.from({ length: TRIES_MAX - 1 }, (_, index) => retryDelayMs(BASE_MS, index + 1, 0.5))
  assert.equal(gaps.slice(0, 3), [5_274, 21_096, 84_384])
  const hours = gaps.reduce((sum, gap) => sum + gap) / 3_600_000
  assert.ok(Math.abs(hours - 8) < 0.01, `${hours} hours`)
})

test('jitter is ten percent to either side', () => {
  assert.is(retryDelayMs(10_000, 1, 0), 9_000)
  assert.is(retryDelayMs(10_000, 1, 1), 11_000)
})

test('10,000 deliveries that fail in one second do not come back in one', () => {
  const gap = 3 * 60_000
  const seconds = new Map<number, number>()
  for (let index = 0; index < 10_000; index += 1) {
    const second = Math.floor((Math.random() * 1_000 + retryDelayMs(gap, 1, Math.random())) / 1_000)
    seconds.set(second, (seconds.get(second) ?? 0) + 1)
  }
  const mean = 10_000 / seconds.size
  assert.ok(Math.max(...seconds.values()) < 2 * mean, `${Math.max(...seconds.values())} against a mean of ${mean}`)
})

test('Retry-After lengthens a gap to twice its length at most and never shortens it', () => {
  assert.is(retryDelayMs(10_000, 1, 0.5, 3_000), 10_000)
  assert.is(retryDelayMs(10_000, 1, 0.5, 15_000), 15_000)
  assert.is(retryDelayMs(10_000, 1, 0.5, 315_360_000_000), 20_000)
})

for (const [value, ms] of [
  ['120', 120_000],
  ['Wed, 01 Jul 2026 00:01:00 GMT', 60_000],
  ['Wed, 01 Jul 2020 00:00:00 GMT', 0],
  ['-5', null],
  ['soon', null],
  ['1.5', null],
  ['', null],
  ['99999999999999999999', null],
  [undefined, null],
] as const)
  test(`Retry-After ${value === undefined ? 'absent' : `"${value}"`} is ${ms === null ? 'nothing' : `${ms} ms`}`, () => {
    assert.is(parseRetryAfter(value, new Date('2026-07-01T00:00:00Z')), ms)
  })

const limits = DELIVERY_LIMITS
const endpoint = (more: Partial<Endpoint>): Endpoint => ({
  webhook: 'w',
  webhook_id: 'wh_w',
  client_id: 'c',
  revision: 0,
  status: 'active',
  url: new URL('https://example.com'),
  rate_per_second: null,
  keys: [],
  healthy: true,
  ...more,
})

test('a lane widens with answers and narrows with silence', () => {
  const lane = createEndpointQueue('w', limits)
  for (let index = 0; index < 100; index += 1) after(lane, 200)
  assert.is(lane.window, limits.windowMax)
  for (let index = 0; index < 10; index += 1) after(lane, null)
  assert.is(lane.window, 1)
})

test('a lane is unknown until it has answered, unless its last outcome on record is a success', () => {
  const lane = createEndpointQueue('w', limits)
  assert.is(kindOf(lane, limits), 'unknown')
  assert.is(freeCapacity(lane, limits, 1, 0), 1, 'one request, and nothing leased ahead')
  lane.endpoint = endpoint({ healthy: false })
  assert.is(kindOf(lane, limits), 'unknown')
  lane.endpoint = endpoint({ healthy: true })
  assert.is(kindOf(lane, limits), 'quick')
  lane.endpoint = null
  after(lane, 200)
  assert.is(kindOf(lane, limits), 'quick')
  assert.is(freeCapacity(lane, limits, 1, 0), 2 * limits.prefetchPerSlot)
})

test('a lane is hanging while it is silent, and slow after one silence or when its answers take long on average', () => {
  const lane = createEndpointQueue('w', limits)
  after(lane, null)
  assert.is(kindOf(lane, limits), 'hanging')
  after(lane, 200, 20)
  assert.is(kindOf(lane, limits), 'quick')
  after(lane, null)
  assert.is(kindOf(lane, limits), 'slow')
  after(lane, null)
  assert.is(kindOf(lane, limits), 'hanging')
  after(lane, 200, 20)
  for (let index = 0; index < 10; index += 1) after(lane, 200, 5_000)
  assert.is(kindOf(lane, limits), 'slow')
  assert.is(freeCapacity(lane, limits, 1, 0), lane.window, 'no more is leased than sent')
})

test('a lane is slow or hanging once nothing was heard for a second while a request is under way, and not before', () => {
  const lane = createEndpointQueue('w', limits)
  lane.inFlight = 1
  lane.waitingSinceMs = performance.now() - limits.slowMs / 2
  assert.is(kindOf(lane, limits), 'unknown')
  lane.waitingSinceMs = performance.now() - limits.slowMs - 1
  assert.is(kindOf(lane, limits), 'hanging')
  lane.averageMs = 5
  assert.is(kindOf(lane, limits), 'slow')
  lane.averageMs = null
  lane.inFlight = 0
  assert.is(kindOf(lane, limits), 'unknown')
})

test('a lane that had nothing to do is waited for from its first request on', () => {
  const lane = createEndpointQueue('w', limits)
  lane.waitingSinceMs = performance.now() - 2 * limits.slowMs
  assert.ok(mayStart(lane, limits, 1, performance.now()))
  lane.inFlight = 1
  assert.is(kindOf(lane, limits), 'unknown')
  const since = performance.now() - 2 * limits.slowMs
  lane.waitingSinceMs = since
  assert.not.ok(mayStart(lane, limits, 1, performance.now()), 'one request at a time')
  lane.window = 2
  assert.ok(mayStart(lane, limits, 1, performance.now()))
  assert.is(lane.waitingSinceMs, since, 'a second request is no answer to the first')
})

test('what is settled without a request waits for nothing, and is no request that hangs', () => {
  const lanes = createEndpointQueues(
    { ...limits, slowInFlightMax: 4, slowSharedMax: 4 },
    () => 1,
    () => undefined,
  )
  const lane = lanes.of('w')
  lane.endpoint = endpoint({ status: 'disabled', healthy: false })
  lane.consecutiveUnanswered = limits.breakerAfter
  lane.inFlight = 1
  const [since, probed] = [lane.waitingSinceMs, lane.lastProbeMs]
  for (let started = 0; started < 4; started += 1) {
    assert.ok(mayStart(lane, limits, 1, performance.now()))
    lane.settling += 1
  }
  assert.equal([lane.waitingSinceMs, lane.lastProbeMs], [since, probed])
  assert.is(freeCapacity(lane, limits, 1, 0), limits.disabledClaimMax - 5)
  lane.consecutiveUnanswered = 0
  lane.inFlight = 0
  assert.is(kindOf(lane, limits), 'unknown')
  const other = createEndpointQueue('other', limits)
  other.consecutiveFailures = limits.failingAfter
  assert.is(lanes.countSlots().freeFor(other), 4)
  lane.consecutiveUnanswered = 2
  assert.is(lanes.countSlots().freeFor(other), 1, 'they take slots as others do')
})

test('a lane is failing after three failed attempts in a row, until the next success', () => {
  const lane = createEndpointQueue('w', limits)
  for (let index = 0; index < 2; index += 1) after(lane, 503)
  after(lane, 200)
  for (let index = 0; index < 2; index += 1) after(lane, 503)
  assert.is(kindOf(lane, limits), 'quick')
  assert.not.ok(isSlow(lane, limits))
  after(lane, 400)
  assert.is(kindOf(lane, limits), 'failing')
  assert.ok(isSlow(lane, limits))
  assert.is(freeCapacity(lane, limits, 1, 0), lane.window, 'no more is leased than sent')
  after(lane, 200)
  assert.is(kindOf(lane, limits), 'quick')
})

test('a silent endpoint is probed once per second, one request at a time', () => {
  const lane = createEndpointQueue('w', limits)
  for (let index = 0; index < limits.breakerAfter; index += 1) after(lane, null)
  assert.is(freeCapacity(lane, limits, 1, 10_000), 1)
  assert.ok(mayStart(lane, limits, 1, 10_000))
  assert.is(freeCapacity(lane, limits, 1, 10_000), 0)
  assert.not.ok(mayStart(lane, limits, 1, 10_500))
  assert.ok(mayStart(lane, limits, 1, 11_000))
  lane.inFlight = 1
  assert.not.ok(mayStart(lane, limits, 1, 20_000))
  after(lane, 200)
  lane.inFlight = 0
  assert.ok(mayStart(lane, limits, 1, 11_001))
})

test('ten a second is ten a second, and waiting leases nothing', () => {
  const lane = createEndpointQueue('w', limits)
  lane.endpoint = endpoint({ rate_per_second: 10 })
  lane.tokensAtMs = 0
  let started = 0
  for (let ms = 0; ms <= 60_000; ms += 5) if (mayStart(lane, limits, 1, ms)) started += 1
  assert.ok(Math.abs(started - 600) <= 11, `${started} in a minute`)
  assert.is(freeCapacity(lane, limits, 1, 60_000), 0)
})

test('of the rows that a rate allows some are promised already', () => {
  const lane = createEndpointQueue('w', limits)
  lane.endpoint = endpoint({ rate_per_second: 10 })
  lane.window = 64
  lane.tokens = 10
  lane.tokensAtMs = 0
  lane.reserved = 4
  assert.is(freeCapacity(lane, limits, 1, 0), 6)
})

test('what waits for an endpoint that is off or deleted waits neither for its rate nor for its requests', () => {
  for (const status of ['disabled', 'deleted'] as const) {
    const lane = createEndpointQueue('w', limits)
    lane.endpoint = endpoint({ status, rate_per_second: 0.001 })
    lane.tokens = 0
    lane.inFlight = lane.window
    assert.ok(mayStart(lane, limits, 1, lane.tokensAtMs))
    assert.is(readyInMs(lane, limits, 1, lane.tokensAtMs), Number.POSITIVE_INFINITY)
  }
})

test('a lane is not forgotten while something of it is being settled', () => {
  const lanes = createEndpointQueues(
    { ...limits, inFlightMax: 1 },
    () => 1,
    () => undefined,
  )
  lanes.of('settling').settling = 1
  lanes.of('idle')
  lanes.dropIdle()
  assert.equal(
    ['settling', 'idle'].map(webhook => lanes.find(webhook) !== undefined),
    [true, false],
  )
})

test('two processes share the rate', () => {
  const lane = createEndpointQueue('w', limits)
  lane.endpoint = endpoint({ rate_per_second: 10 })
  lane.tokensAtMs = 0
  let started = 0
  for (let ms = 0; ms <= 10_000; ms += 5) if (mayStart(lane, limits, 0.5, ms)) started += 1
  assert.ok(Math.abs(started - 50) <= 6, `${started} in ten seconds`)
})

/** An attempt that ended with a status, or with no answer at all. */
function after(lane: EndpointQueue, status: number | null, durationMs = 5) {
  afterAttempt(lane, { hasResponse: status !== null, failed: status !== 200, durationMs }, limits)
}

test.run()
