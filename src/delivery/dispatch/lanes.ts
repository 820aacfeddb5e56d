import type { DeliveryLimits } from '#delivery/limits.ts'
import { isSlow, type Lane, newLane, readyInMs, room } from './lane.ts'
import { createPlaces } from './places.ts'

export type Lanes = ReturnType<typeof createLanes>

/**
 * All lanes of this process, in the order of their turn. `share`: this process's part of an endpoint's rate; `lookUp` is called with each new lane,
 * and nothing is claimed for it before that is done.
 */
export function createLanes(limits: DeliveryLimits, share: () => number, lookUp: (lane: Lane) => void) {
  const lanes = new Map<string, Lane>()

  return {
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
    roomIn: (lane: Lane) => room(lane, limits, share(), performance.now()),

    /** How many rows to claim for whom, when this process holds `held` already. */
    rooms(held: number): { webhook: string; slots: number }[] {
      const nowMs = performance.now()
      let left = Math.min(limits.claimMax, limits.inFlightMax * 2 - held)
      const places = createPlaces({ max: limits.inFlightMax * 2, shared: limits.sharedMax * 2 })
      const slowPlaces = createPlaces({ max: limits.slowInFlightMax, shared: limits.slowSharedMax })
      const take = (lane: Lane, rows: number) => {
        if (rows <= 0) return
        places.take(lane, rows)
        if (isSlow(lane, limits)) slowPlaces.take(lane, rows)
      }
      for (const lane of lanes.values()) take(lane, lane.inFlight + lane.queue.length + lane.reserved)
      const found: { webhook: string; slots: number }[] = []
      for (const lane of lanes.values()) {
        if (lane.nextDueMs > nowMs || !lane.isLookedUp || left <= 0) continue
        const free = isSlow(lane, limits) ? slowPlaces.freeFor(lane) : left
        const slots = Math.min(room(lane, limits, share(), nowMs), left, free, places.freeFor(lane))
        // A busy lane claims in portions, not one row per answer.
        if (slots <= 0 || (lane.queue.length > 0 && slots < lane.width)) continue
        found.push({ webhook: lane.webhook, slots })
        left -= slots
        take(lane, slots)
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
        if (lane.inFlight + lane.queue.length + lane.reserved === 0 && lane.nextDueMs === Number.POSITIVE_INFINITY)
          lanes.delete(webhook)
    },
  }
}
