import * as assert from 'uvu/assert'
import { createClaimer } from '#delivery/dispatch/claimer.ts'
import type { EndpointQueues } from '#delivery/dispatch/endpoint-queues.ts'
import { DELIVERY_LIMITS } from '#delivery/limits.ts'
import type { DeliveryMetrics } from '#delivery/metrics.ts'
import type { Service } from '#service.ts'
import { testLog } from '../harness/log.ts'
import { suite } from '../harness/suite.ts'
import { until } from './engine.ts'

const test = suite('delivery: claims after one that failed')

/** A database whose clock is heard, and that refuses all else. */
const refused = async () => {
  throw new Error('refused')
}
const db = {
  oneFirst: async () => Date.now(),
  any: refused,
  query: refused,
  maybeOneFirst: refused,
  transaction: refused,
}

type Queue = { nextDueMs: number; reserved: number }

function claimerOf(any: () => Promise<never[]>, queue: Queue, accept: () => void) {
  const queues = {
    planClaim: () => [{ webhook: 'w', slots: 1 }],
    of: () => queue,
    find: () => queue,
  } as unknown as EndpointQueues
  return createClaimer({
    service: { db: { ...db, any }, log: testLog() } as unknown as Service,
    endpoints: { get: async () => null, forget: () => undefined, forgetAll: () => undefined },
    clientStatuses: { of: async () => 'active' },
    metrics: {} as DeliveryMetrics,
    limits: DELIVERY_LIMITS,
    queues,
    leases: new Map(),
    isBlocked: () => false,
    accept,
    wake: () => undefined,
  })
}

test('nothing is claimed until other processes have lengthened their leases', async () => {
  const queue = { nextDueMs: 0, reserved: 0 }
  const due = claimerOf(refused, queue, () => assert.unreachable())
  assert.ok(due.claimInMs() <= 0)
  await until('a claim that failed', () => {
    due.tick()
    return due.claimInMs() > DELIVERY_LIMITS.heartbeatMs
  })
  await until('it has ended', () => !due.isClaiming())
  assert.is(queue.nextDueMs, 0, 'it is tried again then')
  assert.is(queue.reserved, 0)
})

test('what a claim may bring is reserved until its answer', async () => {
  const queue = { nextDueMs: 0, reserved: 0 }
  const answer = Promise.withResolvers<never[]>()
  const due = claimerOf(
    () => answer.promise,
    queue,
    () => undefined,
  )
  await until('a claim', () => {
    due.tick()
    return due.isClaiming()
  })
  assert.is(queue.reserved, 1)
  answer.resolve([])
  await until('it has ended', () => !due.isClaiming())
  assert.is(queue.reserved, 0)
})

test.run()
