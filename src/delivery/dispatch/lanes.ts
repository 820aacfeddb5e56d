import type { DeliveryLimits } from '#delivery/limits.ts'
import { heldBy, isSlow, kindOf, type Lane, newLane, readyInMs, room, slots } from './lane.ts'
import { createPlaces, type Places } from './places.ts'

/** Weight of the newest attempt in the average of all endpoints. */
const USUAL_WEIGHT = 0.01
/** An endpoint is slow when it takes so many times as long as the usual one. */
const SLOWER = 4
/** However slow all are, one that takes so many times `slowMs` is slow. */
const SLOW_FACTOR_MAX = 5
/** Deliveries that the process leases per slot. */
const LEASED_PER_SLOT = 2

export type Lanes = ReturnType<typeof createLanes>

/**
 * All lanes of this process, in the order of their turn. `share`: this process's part of an endpoint's rate; `lookUp` is called with each new lane,
 * and nothing is claimed for it before that is done.
 */
export function createLanes(limits: DeliveryLimits, share: () => number, lookUp: (lane: Lane) => void) {
  const lanes = new Map<string, Lane>()
  /** As `limits`, with `slowMs` as it holds now. */
  const current: DeliveryLimits = { ...limits }
  let usualMs = 0

  /**
   * Takes in how long a successful attempt took. Where the usual one takes long, this process or its machine is what is slow, and an endpoint counts
   * as slow only when it is slower than the others.
   */
  function learn(durationMs: number) {
    usualMs += (durationMs - usualMs) * USUAL_WEIGHT
    current.slowMs = limits.slowMs * Math.min(SLOW_FACTOR_MAX, Math.max(1, (SLOWER * usualMs) / limits.slowMs))
  }

  /**
   * Clients whose slow or failing endpoints wait for a slot. A lane that is held, or waits for time alone, needs none.
   */
  function waitingSlowly(nowMs: number): Set<string> {
    const waiting = new Set<string>()
    for (const lane of lanes.values()) {
      const { endpoint, queue, nextDueMs, inFlight, isHeld } = lane
      if (endpoint === null || isHeld || (queue.length === 0 && nextDueMs > nowMs)) continue
      if (inFlight >= slots(lane, limits) || !isSlow(lane, current)) continue
      if (readyInMs(lane, limits, share(), nowMs) === Number.POSITIVE_INFINITY) waiting.add(endpoint.client_id)
    }
    return waiting
  }

  /** Slots as they are taken now: by requests in flight, and by those that `waiting` counts. */
  function places(waiting: (lane: Lane) => number, ahead: number): Places {
    const counted = createPlaces(current, waitingSlowly(performance.now()), ahead)
    for (const lane of lanes.values()) {
      const resting = lane.resting > 0 && kindOf(lane, current) === 'failing' ? lane.resting : 0
      counted.take(lane, lane.inFlight, lane.settling + resting + waiting(lane))
    }
    return counted
  }

  /** Those that start first come first: a quick or unknown endpoint never waits behind a slow one. */
  function* inOrder(): Generator<Lane> {
    for (const lane of lanes.values()) if (!isSlow(lane, current)) yield lane
    for (const lane of lanes.values()) if (isSlow(lane, current)) yield lane
  }

  return {
    /** Slots of the requests in flight. */
    places: () => places(() => 0, 1),
    inOrder,
    learn,
    kindOf: (lane: Lane) => kindOf(lane, current),
    isSlow: (lane: Lane) => isSlow(lane, current),
    of(webhook: string): Lane {
      const known = lanes.get(webhook)
      if (known !== undefined) return known
      const lane = newLane(webhook, limits)
      lanes.set(webhook, lane)
      lookUp(lane)
      return lane
    },
    known: (webhook: string) => lanes.get(webhook),
    all: () => lanes.values(),
    /** The lane has had its turn. */
    toTheEnd(lane: Lane) {
      lanes.delete(lane.webhook)
      lanes.set(lane.webhook, lane)
    },
    roomIn: (lane: Lane, nowMs = performance.now()) => room(lane, current, share(), nowMs),

    /** How many rows to claim for whom, when this process holds `held` already. */
    rooms(held: number): { webhook: string; slots: number }[] {
      const nowMs = performance.now()
      let left = Math.min(limits.claimMax, limits.inFlightMax * LEASED_PER_SLOT - held)
      const free = places(({ queue, reserved }) => queue.length + reserved, LEASED_PER_SLOT)
      const found: { webhook: string; slots: number }[] = []
      for (const lane of inOrder()) {
        if (lane.nextDueMs > nowMs || !lane.isLookedUp || left <= 0) continue
        const slots = Math.min(room(lane, current, share(), nowMs), left, free.freeFor(lane))
        // A busy lane claims in portions, not one row per answer.
        if (slots <= 0 || (lane.queue.length > 0 && slots < lane.width)) continue
        found.push({ webhook: lane.webhook, slots })
        left -= slots
        free.take(lane, 0, slots)
      }
      return found
    },

    /** Milliseconds until time alone gives something to do, when nothing is claimed before `claimInMs`. */
    idleMs(claimInMs: number): number {
      const nowMs = performance.now()
      let next = Number.POSITIVE_INFINITY
      for (const lane of lanes.values()) {
        const waits = lane.queue.length > 0 || lane.nextDueMs <= nowMs
        const inMs = waits ? readyInMs(lane, limits, share(), nowMs) : lane.nextDueMs - nowMs
        next = Math.min(next, lane.queue.length > 0 ? inMs : Math.max(inMs, claimInMs))
      }
      return next
    },

    /** Forgets lanes that have nothing to do, when there are too many to go through. */
    dropIdle() {
      if (lanes.size <= limits.inFlightMax) return
      for (const [webhook, lane] of lanes)
        if (heldBy(lane) === 0 && lane.nextDueMs === Number.POSITIVE_INFINITY) lanes.delete(webhook)
    },
  }
}
