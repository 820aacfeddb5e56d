import type { DeliveryLimits } from '#delivery/limits.ts'
import { type EndpointKind, type EndpointQueue, isSlowKind, kindOf } from './endpoint-queue.ts'

export type SlotLimits = Pick<
  DeliveryLimits,
  'inFlightMax' | 'sharedMax' | 'slowInFlightMax' | 'slowSharedMax' | 'slowMs' | 'failingAfter'
>
export type ConcurrencySlots = ReturnType<typeof createConcurrencySlots>

/** `slowInFlight`: requests to slow and failing endpoints, without waiting deliveries and slots that cool down. */
type Counts = Record<EndpointKind | 'slowInFlight', number>
/** `shared` slots are for any client. The rest, up to `max`, is reserved: one for each client that has none. */
type Pool = { taken: number; shared: number; max: number }

/** Part of the slow slots that one client may have while others wait, and of the reserve for hanging requests. */
const CLIENT_SHARE = 1 / 10
/** At most this part of the slow slots is for hanging endpoints, which hold one for 30 s (failing ones: 1 s). */
const HANGING_SHARE = 3 / 4

const emptyCounts = (): Counts => ({ quick: 0, unknown: 0, failing: 0, slow: 0, hanging: 0, slowInFlight: 0 })

/**
 * Counts slots by kind of endpoint and by client, and decides how many more a queue may take (src/delivery/README.md).
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

  /** Slow requests that take slots from other endpoints. */
  const slowTaken = () => Math.max(Math.min(all.slowInFlight, slowMax), all.slowInFlight - max)
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
    // Unknown endpoints that turn out to hang can exceed this part; they take nothing from failing ones.
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
    /** @param waiting slots of deliveries that are leased and not sent, or that cool down. */
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
