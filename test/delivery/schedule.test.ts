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

const test = suite('delivery: schedule and queues')
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

test('the window of a queue grows with responses and shrinks without them', () => {
  const queue = createEndpointQueue('w', limits)
  for (let index = 0; index < 100; index += 1) after(queue, 200)
  assert.is(queue.window, limits.windowMax)
  for (let index = 0; index < 10; index += 1) after(queue, null)
  assert.is(queue.window, 1)
})

test('a queue is unknown until it has answered, unless its last outcome on record is a success', () => {
  const queue = createEndpointQueue('w', limits)
  assert.is(kindOf(queue, limits), 'unknown')
  assert.is(freeCapacity(queue, limits, 1, 0), 1, 'one request, and nothing leased ahead')
  queue.endpoint = endpoint({ healthy: false })
  assert.is(kindOf(queue, limits), 'unknown')
  queue.endpoint = endpoint({ healthy: true })
  assert.is(kindOf(queue, limits), 'quick')
  queue.endpoint = null
  after(queue, 200)
  assert.is(kindOf(queue, limits), 'quick')
  assert.is(freeCapacity(queue, limits, 1, 0), 2 * limits.prefetchPerSlot)
})

test('a queue is hanging while it gets no response, and slow after one missing response or when the average is long', () => {
  const queue = createEndpointQueue('w', limits)
  after(queue, null)
  assert.is(kindOf(queue, limits), 'hanging')
  after(queue, 200, 20)
  assert.is(kindOf(queue, limits), 'quick')
  after(queue, null)
  assert.is(kindOf(queue, limits), 'slow')
  after(queue, null)
  assert.is(kindOf(queue, limits), 'hanging')
  after(queue, 200, 20)
  for (let index = 0; index < 10; index += 1) after(queue, 200, 5_000)
  assert.is(kindOf(queue, limits), 'slow')
  assert.is(freeCapacity(queue, limits, 1, 0), queue.window, 'no more is leased than sent')
})

test('a queue is slow or hanging once a request has had no response for a second, and not before', () => {
  const queue = createEndpointQueue('w', limits)
  queue.inFlight = 1
  queue.waitingSinceMs = performance.now() - limits.slowMs / 2
  assert.is(kindOf(queue, limits), 'unknown')
  queue.waitingSinceMs = performance.now() - limits.slowMs - 1
  assert.is(kindOf(queue, limits), 'hanging')
  queue.averageMs = 5
  assert.is(kindOf(queue, limits), 'slow')
  queue.averageMs = null
  queue.inFlight = 0
  assert.is(kindOf(queue, limits), 'unknown')
})

test('the waiting time of an idle queue begins with its next request', () => {
  const queue = createEndpointQueue('w', limits)
  queue.waitingSinceMs = performance.now() - 2 * limits.slowMs
  assert.ok(mayStart(queue, limits, 1, performance.now()))
  queue.inFlight = 1
  assert.is(kindOf(queue, limits), 'unknown')
  const since = performance.now() - 2 * limits.slowMs
  queue.waitingSinceMs = since
  assert.not.ok(mayStart(queue, limits, 1, performance.now()), 'one request at a time')
  queue.window = 2
  assert.ok(mayStart(queue, limits, 1, performance.now()))
  assert.is(queue.waitingSinceMs, since, 'a second request is no answer to the first')
})

test('what is settled without a request waits for nothing, and is no request that hangs', () => {
  const queues = createEndpointQueues(
    { ...limits, slowInFlightMax: 4, slowSharedMax: 4 },
    () => 1,
    () => undefined,
  )
  const queue = queues.of('w')
  queue.endpoint = endpoint({ status: 'disabled', healthy: false })
  queue.consecutiveUnanswered = limits.breakerAfter
  queue.inFlight = 1
  const [since, probed] = [queue.waitingSinceMs, queue.lastProbeMs]
  for (let started = 0; started < 4; started += 1) {
    assert.ok(mayStart(queue, limits, 1, performance.now()))
    queue.settling += 1
  }
  assert.equal([queue.waitingSinceMs, queue.lastProbeMs], [since, probed])
  assert.is(freeCapacity(queue, limits, 1, 0), limits.disabledClaimMax - 5)
  queue.consecutiveUnanswered = 0
  queue.inFlight = 0
  assert.is(kindOf(queue, limits), 'unknown')
  const other = createEndpointQueue('other', limits)
  other.consecutiveFailures = limits.failingAfter
  assert.is(queues.countSlots().freeFor(other), 4)
  queue.consecutiveUnanswered = 2
  assert.is(queues.countSlots().freeFor(other), 1, 'they take slots as others do')
})

test('a queue is failing after three failed attempts in a row, until the next success', () => {
  const queue = createEndpointQueue('w', limits)
  for (let index = 0; index < 2; index += 1) after(queue, 503)
  after(queue, 200)
  for (let index = 0; index < 2; index += 1) after(queue, 503)
  assert.is(kindOf(queue, limits), 'quick')
  assert.not.ok(isSlow(queue, limits))
  after(queue, 400)
  assert.is(kindOf(queue, limits), 'failing')
  assert.ok(isSlow(queue, limits))
  assert.is(freeCapacity(queue, limits, 1, 0), queue.window, 'no more is leased than sent')
  after(queue, 200)
  assert.is(kindOf(queue, limits), 'quick')
})

test('a silent endpoint is probed once per second, one request at a time', () => {
  const queue = createEndpointQueue('w', limits)
  for (let index = 0; index < limits.breakerAfter; index += 1) after(queue, null)
  assert.is(freeCapacity(queue, limits, 1, 10_000), 1)
  assert.ok(mayStart(queue, limits, 1, 10_000))
  assert.is(freeCapacity(queue, limits, 1, 10_000), 0)
  assert.not.ok(mayStart(queue, limits, 1, 10_500))
  assert.ok(mayStart(queue, limits, 1, 11_000))
  queue.inFlight = 1
  assert.not.ok(mayStart(queue, limits, 1, 20_000))
  after(queue, 200)
  queue.inFlight = 0
  assert.ok(mayStart(queue, limits, 1, 11_001))
})

test('ten a second is ten a second, and waiting leases nothing', () => {
  const queue = createEndpointQueue('w', limits)
  queue.endpoint = endpoint({ rate_per_second: 10 })
  queue.tokensAtMs = 0
  let started = 0
  for (let ms = 0; ms <= 60_000; ms += 5) if (mayStart(queue, limits, 1, ms)) started += 1
  assert.ok(Math.abs(started - 600) <= 11, `${started} in a minute`)
  assert.is(freeCapacity(queue, limits, 1, 60_000), 0)
})

test('of the deliveries that a rate allows some are already reserved', () => {
  const queue = createEndpointQueue('w', limits)
  queue.endpoint = endpoint({ rate_per_second: 10 })
  queue.window = 64
  queue.tokens = 10
  queue.tokensAtMs = 0
  queue.reserved = 4
  assert.is(freeCapacity(queue, limits, 1, 0), 6)
})

test('what waits for an endpoint that is off or deleted waits neither for its rate nor for its requests', () => {
  for (const status of ['disabled', 'deleted'] as const) {
    const queue = createEndpointQueue('w', limits)
    queue.endpoint = endpoint({ status, rate_per_second: 0.001 })
    queue.tokens = 0
    queue.inFlight = queue.window
    assert.ok(mayStart(queue, limits, 1, queue.tokensAtMs))
    assert.is(readyInMs(queue, limits, 1, queue.tokensAtMs), Number.POSITIVE_INFINITY)
  }
})

test('a queue is not removed while a delivery of it is being settled', () => {
  const queues = createEndpointQueues(
    { ...limits, inFlightMax: 1 },
    () => 1,
    () => undefined,
  )
  queues.of('settling').settling = 1
  queues.of('idle')
  queues.dropIdle()
  assert.equal(
    ['settling', 'idle'].map(webhook => queues.find(webhook) !== undefined),
    [true, false],
  )
})

test('two processes share the rate', () => {
  const queue = createEndpointQueue('w', limits)
  queue.endpoint = endpoint({ rate_per_second: 10 })
  queue.tokensAtMs = 0
  let started = 0
  for (let ms = 0; ms <= 10_000; ms += 5) if (mayStart(queue, limits, 0.5, ms)) started += 1
  assert.ok(Math.abs(started - 50) <= 6, `${started} in ten seconds`)
})

/** An attempt that ended with a status, or with no answer at all. */
function after(queue: EndpointQueue, status: number | null, durationMs = 5) {
  afterAttempt(queue, { hasResponse: status !== null, failed: status !== 200, durationMs }, limits)
}

test.run()
