import type { DeliveryLimits } from '#delivery/limits.ts'
import { isSlowKind, kindOf, type Lane, type LaneKind } from './lane.ts'

export type PlaceLimits = Pick<
  DeliveryLimits,
  'inFlightMax' | 'sharedMax' | 'slowInFlightMax' | 'slowSharedMax' | 'slowMs' | 'failingAfter'
>
export type Places = ReturnType<typeof createPlaces>

type Counts = Record<LaneKind, number>
/** `shared` slots are for any client. Those above, up to `max`, are kept for clients that have none: each gets one. */
type Pool = { taken: number; shared: number; max: number }

/** Of the slow slots, at most this part goes to one client while other clients wait for them. */
const CLIENT_PART = 1 / 10
/**
 * Of the shared slow slots, and of those of one client, at most this part goes to hanging endpoints: these hold a slot for 30 s, failing ones for
 * one.
 */
const HANGING_PART = 3 / 4

const nothing = (): Counts => ({ quick: 0, unknown: 0, failing: 0, slow: 0, hanging: 0 })

/**
 * Counts slots by kind of endpoint and by client, and decides how many more a lane may take.
 *
 * - A slow or failing endpoint takes slots from its own pool only. Quick endpoints may turn to hanging with more
 *   requests under way than that pool has slots: up to as many again as all slots, these take none from other
 *   endpoints.
 * - An unknown endpoint may turn out to hang. Unknown, slow and failing ones together leave a part of all slots to quick ones.
 * - A client whose slow or failing endpoints wait has at most a tenth of the slow slots while another client's wait too.
 *
 * @param waiting clients whose slow or failing endpoints wait for a slot.
 * @param ahead deliveries of quick endpoints that may be leased per slot.
 */
export function createPlaces(limits: PlaceLimits, waiting: ReadonlySet<string>, ahead = 1) {
  const all = nothing()
  const byClient = new Map<string | null, Counts>()
  const max = limits.inFlightMax
  const slowMax = Math.min(limits.slowInFlightMax, max)
  const slowShared = Math.min(limits.slowSharedMax, slowMax)
  /** Half of what the slow pool leaves is for quick endpoints only. */
  const unprovenMax = slowMax + Math.ceil((max - slowMax) / 2)
  const hangingOf = (slots: number) => Math.max(1, Math.floor(slots * HANGING_PART))
  const hangingMax = hangingOf(slowShared)
  const clientMax = Math.max(2, Math.floor(slowMax * CLIENT_PART))
  /** Requests under way to slow and failing endpoints. A slot may be taken without one: it waits, or its request has ended. */
  let slowInFlight = 0

  /** Those that count against the slots of other endpoints. */
  const slowTaken = () => Math.max(Math.min(slowInFlight, slowMax), slowInFlight - max)

  const slowOf = ({ failing, slow, hanging }: Counts) => failing + slow + hanging
  const countsOf = (client: string | null) => byClient.get(client) ?? nothing()
  const clientOf = ({ endpoint }: Lane) => endpoint?.client_id ?? null
  const othersWait = (client: string | null) => waiting.size > (client !== null && waiting.has(client) ? 1 : 0)

  function freeIn({ taken, shared, max }: Pool, hasNone: boolean): number {
    if (taken < shared) return shared - taken
    return hasNone && taken < max ? 1 : 0
  }

  function freeForSlow(kind: LaneKind, client: string | null): number {
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

  function freeForUnknown(client: string | null): number {
    const taken = all.unknown + slowTaken()
    const shared = unprovenMax - (slowMax - slowShared)
    return freeIn({ taken, shared, max: unprovenMax }, client !== null && countsOf(client).unknown === 0)
  }

  return {
    /** How many more slots the lane may take. */
    freeFor(lane: Lane): number {
      const kind = kindOf(lane, limits)
      const client = clientOf(lane)
      const counts = countsOf(client)
      const isSlow = isSlowKind(kind)
      const hasNone = client !== null && (isSlow ? slowOf(counts) : counts.quick + counts.unknown) === 0
      const taken = all.quick + all.unknown + slowTaken()
      const shared = Math.min(limits.sharedMax, max) * ahead
      const free = freeIn({ taken, shared, max: max * ahead }, hasNone)
      if (isSlow) return Math.max(0, Math.min(free, freeForSlow(kind, client)))
      return kind === 'unknown' ? Math.min(free, freeForUnknown(client)) : free
    },
    /** @param waiting slots for deliveries that are leased and not sent; of a failing endpoint also for those that have ended. */
    take(lane: Lane, inFlight: number, waiting = 0): void {
      const slots = inFlight + waiting
      if (slots === 0) return
      const kind = kindOf(lane, limits)
      if (isSlowKind(kind)) slowInFlight += inFlight
      const client = clientOf(lane)
      const counts = countsOf(client)
      counts[kind] += slots
      all[kind] += slots
      byClient.set(client, counts)
    },
  }
}
