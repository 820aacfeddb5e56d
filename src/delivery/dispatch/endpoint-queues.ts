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
/** An endpoint is slow when it takes so many times as long as the usual one. */
const SLOWER = 4
/** However slow all are, one that takes so many times `slowMs` is slow. */
const SLOW_FACTOR_MAX = 5
/** Deliveries that the process leases per slot. */
const LEASED_PER_SLOT = 2

export type EndpointQueues = ReturnType<typeof createEndpointQueues>

/**
 * All lanes of this process, in the order of their turn. `share`: this process's part of an endpoint's rate; `lookUp` is called with each new lane,
 * and nothing is claimed for it before that is done.
 */
export function createEndpointQueues(
  limits: DeliveryLimits,
  fairShare: () => number,
  loadEndpoint: (queue: EndpointQueue) => void,
) {
  const queues = new Map<string, EndpointQueue>()
  /** As `limits`, with `slowMs` as it holds now. */
  const current: DeliveryLimits = { ...limits }
  let typicalMs = 0

  /**
   * Takes in how long a successful attempt took. Where the usual one takes long, this process or its machine is what is slow, and an endpoint counts
   * as slow only when it is slower than the others.
   */
  function learn(durationMs: number) {
    typicalMs += (durationMs - typicalMs) * TYPICAL_WEIGHT
    current.slowMs = limits.slowMs * Math.min(SLOW_FACTOR_MAX, Math.max(1, (SLOWER * typicalMs) / limits.slowMs))
  }

  /**
   * Clients whose slow or failing endpoints wait for a slot. A lane that is held, or waits for time alone, needs none.
   */
  function clientsWaitingForSlow(nowMs: number): Set<string> {
    const waiting = new Set<string>()
    for (const queue of queues.values()) {
      const { endpoint, rows, nextDueMs, inFlight, isPaused } = queue
      if (endpoint === null || isPaused || (rows.length === 0 && nextDueMs > nowMs)) continue
      if (inFlight >= concurrencyLimit(queue, limits) || !isSlow(queue, current)) continue
      if (readyInMs(queue, limits, fairShare(), nowMs) === Number.POSITIVE_INFINITY) waiting.add(endpoint.client_id)
    }
    return waiting
  }

  /** Slots as they are taken now: by requests in flight, and by those that `waiting` counts. */
  function countSlots(waiting: (queue: EndpointQueue) => number, ahead: number): ConcurrencySlots {
    const counted = createConcurrencySlots(current, clientsWaitingForSlow(performance.now()), ahead)
    for (const queue of queues.values()) {
      const resting = queue.coolingDown > 0 && kindOf(queue, current) === 'failing' ? queue.coolingDown : 0
      counted.take(queue, queue.inFlight, queue.settling + resting + waiting(queue))
    }
    return counted
  }

  /** Those that start first come first: a quick or unknown endpoint never waits behind a slow one. */
  function* inOrder(): Generator<EndpointQueue> {
    for (const queue of queues.values()) if (!isSlow(queue, current)) yield queue
    for (const queue of queues.values()) if (isSlow(queue, current)) yield queue
  }

  return {
    /** Slots of the requests in flight. */
    countSlots: () => countSlots(() => 0, 1),
    inOrder,
    learn,
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
    /** The lane has had its turn. */
    moveToEnd(queue: EndpointQueue) {
      queues.delete(queue.webhook)
      queues.set(queue.webhook, queue)
    },
    freeCapacity: (queue: EndpointQueue, nowMs = performance.now()) => freeCapacity(queue, current, fairShare(), nowMs),

    /** How many rows to claim for whom, when this process holds `held` already. */
    planClaim(leasedRows: number): { webhook: string; slots: number }[] {
      const nowMs = performance.now()
      let left = Math.min(limits.claimMax, limits.inFlightMax * LEASED_PER_SLOT - leasedRows)
      const free = countSlots(({ rows, reserved }) => rows.length + reserved, LEASED_PER_SLOT)
      const found: { webhook: string; slots: number }[] = []
      for (const queue of inOrder()) {
        if (queue.nextDueMs > nowMs || !queue.isEndpointLoaded || left <= 0) continue
        const slots = Math.min(freeCapacity(queue, current, fairShare(), nowMs), left, free.freeFor(queue))
        // A busy lane claims in portions, not one row per answer.
        if (slots <= 0 || (queue.rows.length > 0 && slots < queue.window)) continue
        found.push({ webhook: queue.webhook, slots })
        left -= slots
        free.take(queue, 0, slots)
      }
      return found
    },

    /** Milliseconds until time alone gives something to do, when nothing is claimed before `claimInMs`. */
    idleMs(claimInMs: number): number {
      const nowMs = performance.now()
      let next = Number.POSITIVE_INFINITY
      for (const queue of queues.values()) {
        const isWaiting = queue.rows.length > 0 || queue.nextDueMs <= nowMs
        const inMs = isWaiting ? readyInMs(queue, limits, fairShare(), nowMs) : queue.nextDueMs - nowMs
        next = Math.min(next, queue.rows.length > 0 ? inMs : Math.max(inMs, claimInMs))
      }
      return next
    },

    /** Forgets lanes that have nothing to do, when there are too many to go through. */
    dropIdle() {
      if (queues.size <= limits.inFlightMax) return
      for (const [webhook, queue] of queues)
        if (usedCapacity(queue) === 0 && queue.nextDueMs === Number.POSITIVE_INFINITY) queues.delete(webhook)
    },
  }
}
