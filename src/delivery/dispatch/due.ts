import type { DeliveryLimits } from '#delivery/limits.ts'
import type { DeliveryMetrics } from '#delivery/metrics.ts'
import { databaseMs } from '#edge/postgres/database-clock.ts'
import type { Service } from '#service.ts'
import { claim, findWaiting, giveBack, oldestPendingDay, type WaitingEndpoint } from './claim.ts'
import type { Endpoints } from './endpoints.ts'
import { isLimited } from './lane.ts'
import type { Lanes } from './lanes.ts'
import type { Leased } from './row.ts'
import type { Standings } from './standings.ts'

type Deps = {
  service: Service
  endpoints: Endpoints
  standings: Standings
  metrics: DeliveryMetrics
  limits: DeliveryLimits
  lanes: Lanes
  held: ReadonlyMap<string, unknown>
  /** Nothing new may be taken: the process stops, or outcomes wait to be written. */
  isBlocked(): boolean
  accept(rows: readonly Leased[], askedMs: number): void
  wake(): void
}

/** The failure may have been noticed a poll earlier than by others, and their heartbeat takes its time. */
const HEARTBEATS_HELD_OFF = 1.5

/**
 * A database that says nothing for this part of a lease is taken for silent. It may be frozen, and knows of that as little as of what waits for it:
 * it would do a claim that was made before, or meanwhile, with its first breath, when leases have ended and nobody's heartbeat is heard. Leases are
 * lengthened each third, so none ends while a claim that was made in the time of a poll and of one such part waits for another.
 */
const SILENT_AFTER = 1 / 4

/** Finds out what is due and leases it, one claim and one poll at a time. */
export function createDue({
  service,
  endpoints,
  standings,
  metrics,
  limits,
  lanes,
  held,
  isBlocked,
  accept,
  wake,
}: Deps) {
  let claiming = false
  let claimAgainMs = Number.NEGATIVE_INFINITY
  let polling = false
  let hearing = false
  /** When the first of the questions was asked to which nothing has come. */
  let silentSinceMs = Number.POSITIVE_INFINITY
  /** What the database's clock said, and when it was asked here: counted from the answer, no claim would be in time where every answer is late. */
  let clock: { databaseMs: number; askedMs: number } | null = null
  const silentMs = limits.leaseMs * SILENT_AFTER
  let pollAtMs = Number.NEGATIVE_INFINITY
  let polledAtMs = performance.now()
  let lateMs = 0
  let untouchedMs = 0
  /**
   * Leases may have ended while the database was away or silent. Whoever holds rows lengthens them with its next heartbeat; claimed before that they would
   * be sent by two processes.
   */
  const holdOff = () => {
    claimAgainMs = performance.now() + limits.heartbeatMs * HEARTBEATS_HELD_OFF
  }
  /** Before every day until the first poll. */
  let oldest = '-infinity'
  const isSilent = () => performance.now() - silentSinceMs > silentMs

  /** Claims for every lane that has room and may have due rows; a lane that gives less than its room has no more due. */
  async function claimDue() {
    if (clock === null || claiming || isBlocked() || performance.now() < claimAgainMs || isSilent()) return
    const wanted = lanes.rooms(held.size)
    if (wanted.length === 0) return
    claiming = true
    // Said first, so that what becomes due during the claim is not forgotten after it.
    for (const { webhook } of wanted) lanes.of(webhook).nextDueMs = Number.POSITIVE_INFINITY
    try {
      const { leaseMs } = limits
      const askedMs = performance.now()
      const byMs = clock.databaseMs + askedMs - clock.askedMs + silentMs
      const rows = await claim(service.db, wanted, { oldest, held: [...held.keys()], byMs, leaseMs })
      const got = Map.groupBy(rows, row => row.webhook)
      for (const { webhook, slots } of wanted) if (got.get(webhook)?.length === slots) lanes.of(webhook).nextDueMs = 0
      if (isBlocked()) await giveBack(service.db, rows)
      else accept(rows, askedMs)
    } catch (error) {
      service.log.warn({ err: error }, 'webhook claim failed')
      for (const { webhook } of wanted) lanes.of(webhook).nextDueMs = 0
      holdOff()
    } finally {
      claiming = false
      wake()
    }
  }

  /**
   * Whether the database says anything is told by this question alone, which costs it nothing: what a poll asks may take long because much waits,
   * and nothing would be claimed for as long as that is so. What counts is since when nothing was heard, however many questions were given up meanwhile.
   */
  async function hear() {
    if (hearing) return
    hearing = true
    const askedMs = performance.now()
    silentSinceMs = Math.min(silentSinceMs, askedMs)
    try {
      clock = { databaseMs: await databaseMs(service.db), askedMs }
      if (performance.now() - silentSinceMs > 2 * silentMs) holdOff()
      silentSinceMs = Number.POSITIVE_INFINITY
    } catch (error) {
      service.log.warn({ err: error }, "the database's clock was not heard: no webhook is claimed for a while")
      holdOff()
    } finally {
      hearing = false
    }
    wake()
  }

  /** What the database says waits: finds what no notice told of. */
  async function poll() {
    if (polling) return
    polling = true
    try {
      oldest = await oldestPendingDay(service.db)
      let latest = 0
      let untouched = 0
      const waiting = await findWaiting(service.db, oldest)
      await lookAfterHeld(waiting)
      await Promise.all(waiting.filter(isOutdated).map(({ webhook }) => refreshed(webhook)))
      for (const { webhook, due_in_ms } of waiting) {
        const lane = lanes.of(webhook)
        lane.nextDueMs = Math.min(lane.nextDueMs, performance.now() + due_in_ms)
        // A slow or limited endpoint is late on its own account.
        if (lanes.roomIn(lane) <= 0 || lanes.isSlow(lane) || isLimited(lane)) continue
        const ms = Math.min(-due_in_ms, performance.now() - lane.letGoAtMs)
        latest = Math.max(latest, ms)
        if (lane.inFlight + lane.settling + lane.queue.length === 0) untouched = Math.max(untouched, ms)
      }
      lateMs = latest
      untouchedMs = untouched
      metrics.oldestDueMs(latest)
      polledAtMs = performance.now()
      lanes.dropIdle()
    } catch (error) {
      service.log.warn({ err: error }, 'webhook poll failed')
    } finally {
      polling = false
    }
    wake()
  }

  /** A lane that is held makes no request, before which it would be asked how its client stands: it is let go from here. */
  async function lookAfterHeld(waiting: readonly WaitingEndpoint[]) {
    const held = waiting.filter(({ webhook }) => lanes.known(webhook)?.isHeld)
    const look = async ({ webhook, client_id }: WaitingEndpoint) => {
      if ((await standings.of(client_id)) !== 'active') return
      const lane = lanes.of(webhook)
      lane.isHeld = false
      lane.letGoAtMs = performance.now()
    }
    await Promise.all(held.map(look))
  }

  function isOutdated({ webhook, revision }: WaitingEndpoint): boolean {
    const lane = lanes.of(webhook)
    return lane.isLookedUp && lane.endpoint?.revision !== revision
  }

  /** An endpoint that can't be read (a secret of another master key) is no reason not to look at the ones after it. */
  async function refreshed(webhook: string) {
    await refresh(webhook).catch(error =>
      service.log.warn({ err: error, webhook_id: `wh_${webhook}` }, 'webhook endpoint not read'),
    )
  }

  async function refresh(webhook: string) {
    endpoints.forget(webhook)
    const lane = lanes.known(webhook)
    if (lane === undefined) return
    const before = lane.endpoint
    lane.endpoint = await endpoints.get(webhook)
    // A changed address is a new chance.
    if (before !== null && before.url?.href !== lane.endpoint?.url?.href) lane.silences = 0
  }

  return {
    refresh,
    /** Does what is to be done now; answers with the milliseconds until the next poll. */
    turn(): number {
      void claimDue()
      const wait = pollAtMs - performance.now()
      if (wait > 0) return wait
      pollAtMs = performance.now() + limits.pollMs
      void hear()
      void poll()
      return limits.pollMs
    },
    /** Something is due: for this endpoint (UUID), or somewhere. */
    notice(webhook: string) {
      if (webhook === '') pollAtMs = Number.NEGATIVE_INFINITY
      else lanes.of(webhook).nextDueMs = 0
      wake()
    },
    isClaiming: () => claiming,
    claimInMs: () => claimAgainMs - performance.now(),
    /** `untouchedMs`: for how long something has been due in an endpoint that nothing is under way to. */
    stats: () => ({ oldestDueMs: lateMs, untouchedMs, polledAtMs }),
  }
}
