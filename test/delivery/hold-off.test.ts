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

test('nothing is claimed until other processes have lengthened their leases', async () => {
  const queue = { nextDueMs: 0 }
  const queues = {
    planClaim: () => [{ webhook: 'w', slots: 1 }],
    of: () => queue,
    find: () => queue,
  } as unknown as EndpointQueues
  const due = createClaimer({
    service: { db, log: testLog() } as unknown as Service,
    endpoints: { get: async () => null, forget: () => undefined, forgetAll: () => undefined },
    clientStatuses: { of: async () => 'active' },
    metrics: {} as DeliveryMetrics,
    limits: DELIVERY_LIMITS,
    queues,
    leases: new Map(),
    isBlocked: () => false,
    accept: () => assert.unreachable(),
    wake: () => undefined,
  })
  assert.ok(due.claimInMs() <= 0)
  await until('a claim that failed', () => {
    due.tick()
    return due.claimInMs() > DELIVERY_LIMITS.heartbeatMs
  })
  await until('it has ended', () => !due.isClaiming())
  assert.is(queue.nextDueMs, 0, 'it is tried again then')
})

test.run()
