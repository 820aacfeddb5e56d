import type { DeliveryLimits } from '#delivery/limits.ts'
import { type ConcurrencySlots, createConcurrencySlots } from './concurrency-slots.ts'
import {
  concurrencyLimit,
  createEndpointQueue,
  type EndpointQueue,
  freeCapacity,
  isSlow,
  kindOf,
  readyInMs,
  usedCapacity,
} from './endpoint-queue.ts'

/** Weight of the newest attempt in the average of all endpoints. */
const TYPICAL_WEIGHT = 0.01
/** How many times slower than the typical endpoint a slow one is. */
const SLOWER = 4
/** However slow all are, an endpoint that takes so many times `slowMs` is slow. */
const SLOW_FACTOR_MAX = 5
const LEASED_PER_SLOT = 2

export type EndpointQueues = ReturnType<typeof createEndpointQueues>

/** The queues of this process, in the order of their turn. A new one claims nothing until `loadEndpoint` is done. */
export function createEndpointQueues(
  limits: DeliveryLimits,
  fairShare: () => number,
  loadEndpoint: (queue: EndpointQueue) => void,
) {
  const queues = new Map<string, EndpointQueue>()
  /** `slowMs` adapts to the typical duration. */
  const current: DeliveryLimits = { ...limits }
  let typicalMs = 0

  /**
   * When successful attempts take long, the machine is slow: only an endpoint slower than the others counts as slow.
   */
  function observeDuration(durationMs: number) {
    typicalMs += (durationMs - typicalMs) * TYPICAL_WEIGHT
    current.slowMs = limits.slowMs * Math.min(SLOW_FACTOR_MAX, Math.max(1, (SLOWER * typicalMs) / limits.slowMs))
  }

  /** Clients whose slow or failing endpoints wait for a slot. A paused or rate-limited queue needs none. */
  function clientsWaitingForSlow(nowMs: number): Set<string> {
    const waiting = new Set<string>()
    for (const queue of queues.values()) {
      const { endpoint, deliveries, nextDueMs, inFlight, isPaused } = queue
      if (endpoint === null || isPaused || (deliveries.length === 0 && nextDueMs > nowMs)) continue
      if (inFlight >= concurrencyLimit(queue, limits) || !isSlow(queue, current)) continue
      if (readyInMs(queue, limits, fairShare(), nowMs) === Number.POSITIVE_INFINITY) waiting.add(endpoint.client_id)
    }
    return waiting
  }

  /** Slots of the requests in flight and of those that `waiting` counts. */
  function countSlots(waiting: (queue: EndpointQueue) => number, ahead: number): ConcurrencySlots {
    const counted = createConcurrencySlots(current, clientsWaitingForSlow(performance.now()), ahead)
    for (const queue of queues.values()) {
      const resting = queue.coolingDown > 0 && kindOf(queue, current) === 'failing' ? queue.coolingDown : 0
      counted.take(queue, queue.inFlight, queue.settling + resting + waiting(queue))
    }
    return counted
  }

  /** A quick or unknown endpoint never waits behind a slow one. */
  function* quickFirst(): Generator<EndpointQueue> {
    for (const queue of queues.values()) if (!isSlow(queue, current)) yield queue
    for (const queue of queues.values()) if (isSlow(queue, current)) yield queue
  }

  return {
    countSlots: () => countSlots(() => 0, 1),
    quickFirst,
    observeDuration,
    kindOf: (queue: EndpointQueue) => kindOf(queue, current),
    isSlow: (queue: EndpointQueue) => isSlow(queue, current),
    of(webhook: string): EndpointQueue {
      const known = queues.get(webhook)
      if (known !== undefined) return known
      const queue = createEndpointQueue(webhook, limits)
      queues.set(webhook, queue)
      loadEndpoint(queue)
      return queue
    },
    find: (webhook: string) => queues.get(webhook),
    all: () => queues.values(),
    moveToEnd(queue: EndpointQueue) {
      queues.delete(queue.webhook)
      queues.set(queue.webhook, queue)
    },
    freeCapacity: (queue: EndpointQueue, nowMs = performance.now()) => freeCapacity(queue, current, fairShare(), nowMs),

    /** How many deliveries to claim for which endpoints. `leased`: those of this process. */
    planClaim(leased: number): { webhook: string; slots: number }[] {
      const nowMs = performance.now()
      let left = Math.min(limits.claimMax, limits.inFlightMax * LEASED_PER_SLOT - leased)
      const free = countSlots(({ deliveries, reserved }) => deliveries.length + reserved, LEASED_PER_SLOT)
      const found: { webhook: string; slots: number }[] = []
      for (const queue of quickFirst()) {
        if (queue.nextDueMs > nowMs || !queue.isEndpointLoaded || left <= 0) continue
        const slots = Math.min(freeCapacity(queue, current, fairShare(), nowMs), left, free.freeFor(queue))
        // A busy queue claims in portions, not one delivery per response: as many as it still has, a window at least.
        if (slots <= 0) continue
        if (queue.deliveries.length > 0 && slots < Math.max(queue.window, usedCapacity(queue))) continue
        found.push({ webhook: queue.webhook, slots })
        left -= slots
        free.take(queue, 0, slots)
      }
      return found
    },

    /** Milliseconds until time alone makes something ready. Nothing is claimed before `claimInMs`. */
    idleMs(claimInMs: number): number {
      const nowMs = performance.now()
      let next = Number.POSITIVE_INFINITY
      for (const queue of queues.values()) {
        const isWaiting = queue.deliveries.length > 0 || queue.nextDueMs <= nowMs
        const inMs = isWaiting ? readyInMs(queue, limits, fairShare(), nowMs) : queue.nextDueMs - nowMs
        next = Math.min(next, queue.deliveries.length > 0 ? inMs : Math.max(inMs, claimInMs))
      }
      return next
    },

    /** Removes idle queues when there are too many to iterate. */
    dropIdle() {
      if (queues.size <= limits.inFlightMax) return
      for (const [webhook, queue] of queues)
        if (usedCapacity(queue) === 0 && queue.nextDueMs === Number.POSITIVE_INFINITY) queues.delete(webhook)
    },
  }
}
