import type { DeliveryLimits } from '#delivery/limits.ts'
import { isSlow, type Lane, newLane, readyInMs, room } from './lane.ts'
import { createSlowPlaces } from './slow-places.ts'

export type Lanes = ReturnType<typeof createLanes>

/** All lanes of this process, in the order of their turn. `share`: this process's part of an endpoint's rate. */
export function createLanes(limits: DeliveryLimits, share: () => number) {
  const lanes = new Map<string, Lane>()

  return {
    of(webhook: string): Lane {
      const lane = lanes.get(webhook) ?? newLane(webhook, limits)
      lanes.set(webhook, lane)
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
      const slowPlaces = createSlowPlaces(limits)
      for (const lane of lanes.values()) {
        const places = lane.inFlight + lane.queue.length
        if (places > 0 && isSlow(lane, limits)) slowPlaces.take(lane, places)
      }
      const found: { webhook: string; slots: number }[] = []
      for (const lane of lanes.values()) {
        if (lane.nextDueMs > nowMs || left <= 0) continue
        const slow = isSlow(lane, limits)
        const slots = Math.min(room(lane, limits, share(), nowMs), left, slow ? slowPlaces.freeFor(lane) : left)
        // A busy lane claims in portions, not one row per answer.
        if (slots <= 0 || (lane.queue.length > 0 && slots < lane.width)) continue
        found.push({ webhook: lane.webhook, slots })
        left -= slots
        if (slow) slowPlaces.take(lane, slots)
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
