import type { DeliveryLimits } from '#delivery/limits.ts'
import { type EndpointKind, type EndpointQueue, isSlowKind, kindOf } from './endpoint-queue.ts'

export type SlotLimits = Pick<
  DeliveryLimits,
  'inFlightMax' | 'sharedMax' | 'slowInFlightMax' | 'slowSharedMax' | 'slowMs' | 'failingAfter'
>
export type ConcurrencySlots = ReturnType<typeof createConcurrencySlots>

/**
 * `slowInFlight`: requests under way to slow and failing endpoints. A slot may be taken without one: it waits, or its
 * request has ended.
 */
type Counts = Record<EndpointKind | 'slowInFlight', number>
/** `shared` slots are for any client. Those above, up to `max`, are kept for clients that have none: each gets one. */
type Pool = { taken: number; shared: number; max: number }

/**
 * Of the slow slots, at most this part goes to one client while other clients wait for them. Of what more requests may
 * hang beside all slots, one client gets at most this part of what is left.
 */
const CLIENT_SHARE = 1 / 10
/**
 * Of the shared slow slots, and of those of one client, at most this part goes to hanging endpoints: these hold a slot for 30 s, failing ones for
 * one.
 */
const HANGING_SHARE = 3 / 4

const emptyCounts = (): Counts => ({ quick: 0, unknown: 0, failing: 0, slow: 0, hanging: 0, slowInFlight: 0 })

/**
 * Counts slots by kind of endpoint and by client, and decides how many more a lane may take.
 *
 * - A slow or failing endpoint takes slots from its own pool only. Quick endpoints may turn to hanging with more
 *   requests under way than that pool has slots: up to as many again as all slots, these take none from other
 *   endpoints. Meanwhile a client with more than a tenth of the slow pool under way gets few slots for other endpoints:
 *   they may hang next.
 * - An unknown endpoint may turn out to hang. Unknown, slow and failing ones together leave a part of all slots to quick ones.
 * - A client whose slow or failing endpoints wait has at most a tenth of the slow slots while another client's wait too.
 *
 * @param waiting clients whose slow or failing endpoints wait for a slot.
 * @param leasesPerSlot deliveries of quick endpoints that may be leased per slot.
 */
export function createConcurrencySlots(limits: SlotLimits, waiting: ReadonlySet<string>, leasesPerSlot = 1) {
  const all = emptyCounts()
  const byClient = new Map<string | null, Counts>()
  const max = limits.inFlightMax
  const slowMax = Math.min(limits.slowInFlightMax, max)
  const slowShared = Math.min(limits.slowSharedMax, slowMax)
  /** Half of what the slow pool leaves is for quick endpoints only. */
  const unprovenMax = slowMax + Math.ceil((max - slowMax) / 2)
  const hangingOf = (slots: number) => Math.max(1, Math.floor(slots * HANGING_SHARE))
  const hangingMax = hangingOf(slowShared)
  const clientMax = Math.max(2, Math.floor(slowMax * CLIENT_SHARE))

  /** Those that count against the slots of other endpoints. */
  const slowTaken = () => Math.max(Math.min(all.slowInFlight, slowMax), all.slowInFlight - max)
  /** The client has more than its part of slow requests under way, and all clients have more than there are slow slots. */
  const isCrowding = ({ slowInFlight }: Counts) => all.slowInFlight > slowMax && slowInFlight > clientMax

  const slowOf = ({ failing, slow, hanging }: Counts) => failing + slow + hanging
  const countsOf = (client: string | null) => byClient.get(client) ?? emptyCounts()
  const clientOf = ({ endpoint }: EndpointQueue) => endpoint?.client_id ?? null
  const othersWait = (client: string | null) => waiting.size > (client !== null && waiting.has(client) ? 1 : 0)

  function freeIn({ taken, shared, max }: Pool, hasNone: boolean): number {
    if (taken < shared) return shared - taken
    return hasNone && taken < max ? 1 : 0
  }

  function freeForSlow(kind: EndpointKind, client: string | null): number {
    const own = countsOf(client)
    const hasNone = client !== null && slowOf(own) === 0
    // Unknown endpoints that turn out to hang may be more than their part: they take nothing from failing ones.
    const hanging = Math.min(all.hanging, hangingMax)
    const taken = all.failing + all.slow + (kind === 'hanging' ? all.hanging : hanging)
    const pool = freeIn({ taken, shared: slowShared, max: slowMax }, hasNone)
    const ofPart = kind === 'hanging' ? Math.max(hasNone ? 1 : 0, hangingMax - hanging) : slowMax
    if (!othersWait(client)) return Math.min(pool, ofPart)
    const ownHanging = Math.min(own.hanging, hangingOf(clientMax))
    const ofClient = kind === 'hanging' ? hangingOf(clientMax) - ownHanging : clientMax
    return Math.min(
      pool,
      ofPart,
      ofClient,
      clientMax - own.failing - own.slow - (kind === 'hanging' ? own.hanging : ownHanging),
    )
  }

  /** Slots that a client which is crowding may have for quick and unknown endpoints. */
  function freeForCrowding({ quick, unknown }: Counts): number {
    const left = Math.floor((max + slowMax - all.slowInFlight) * CLIENT_SHARE)
    return Math.max(1, left) * leasesPerSlot - quick - unknown
  }

  function freeForUnknown(client: string | null): number {
    const taken = all.unknown + slowTaken()
    const shared = unprovenMax - (slowMax - slowShared)
    const own = countsOf(client)
    const hasNone = client !== null && own.unknown === 0 && !isCrowding(own)
    return freeIn({ taken, shared, max: unprovenMax }, hasNone)
  }

  return {
    /** How many more slots the lane may take. */
    freeFor(queue: EndpointQueue): number {
      const kind = kindOf(queue, limits)
      const client = clientOf(queue)
      const counts = countsOf(client)
      const isSlow = isSlowKind(kind)
      const mayUseReserved = isSlow ? slowOf(counts) === 0 : counts.quick + counts.unknown === 0 && !isCrowding(counts)
      const hasNone = client !== null && mayUseReserved
      const taken = all.quick + all.unknown + slowTaken()
      const shared = Math.min(limits.sharedMax, max) * leasesPerSlot
      const free = freeIn({ taken, shared, max: max * leasesPerSlot }, hasNone)
      if (isSlow) return Math.max(0, Math.min(free, freeForSlow(kind, client)))
      const ofKind = kind === 'unknown' ? Math.min(free, freeForUnknown(client)) : free
      return isCrowding(counts) ? Math.max(0, Math.min(ofKind, freeForCrowding(counts))) : ofKind
    },
    /** @param waiting slots for deliveries that are leased and not sent; of a failing endpoint also for those that have ended. */
    take(queue: EndpointQueue, inFlight: number, waiting = 0): void {
      const slots = inFlight + waiting
      if (slots === 0) return
      const kind = kindOf(queue, limits)
      const client = clientOf(queue)
      const counts = countsOf(client)
      byClient.set(client, counts)
      for (const count of [counts, all]) {
        count[kind] += slots
        if (isSlowKind(kind)) count.slowInFlight += inFlight
      }
    },
  }
}
