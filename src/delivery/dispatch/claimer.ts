import type { DeliveryLimits } from '#delivery/limits.ts'
import type { DeliveryMetrics } from '#delivery/metrics.ts'
import { databaseMs } from '#edge/postgres/database-clock.ts'
import type { Service } from '#service.ts'
import { claim, findWaiting, oldestPendingDay, releaseLeases, type WaitingEndpoint } from './claim.ts'
import type { ClientStatusCache } from './client-status-cache.ts'
import { isRateLimited } from './endpoint-queue.ts'
import type { EndpointQueues } from './endpoint-queues.ts'
import type { Endpoints } from './endpoints.ts'
import type { LeasedDelivery } from './leased-delivery.ts'

type Deps = {
  service: Service
  endpoints: Endpoints
  clientStatuses: ClientStatusCache
  metrics: DeliveryMetrics
  limits: DeliveryLimits
  queues: EndpointQueues
  leases: ReadonlyMap<string, unknown>
  /** Nothing new may be taken: the process stops, or outcomes wait to be written. */
  isBlocked(): boolean
  accept(rows: readonly LeasedDelivery[], requestedAtMs: number): void
  wake(): void
}

/** The failure may have been noticed a poll earlier than by others, and their heartbeat takes its time. */
const HOLD_OFF_HEARTBEATS = 1.5

/**
 * A database that says nothing for this part of a lease is taken for silent. It may be frozen, and knows of that as little as of what waits for it:
 * it would do a claim that was made before, or meanwhile, with its first breath, when leases have ended and nobody's heartbeat is heard. Leases are
 * lengthened each third, so none ends while a claim that was made in the time of a poll and of one such part waits for another.
 */
const UNRESPONSIVE_LEASE_FRACTION = 1 / 4

/** Finds out what is due and leases it, one claim and one poll at a time. */
export function createClaimer({
  service,
  endpoints,
  clientStatuses,
  metrics,
  limits,
  queues,
  leases,
  isBlocked,
  accept,
  wake,
}: Deps) {
  let claiming = false
  let claimAgainMs = Number.NEGATIVE_INFINITY
  let polling = false
  let isReadingClock = false
  /** When the first of the questions was asked to which nothing has come. */
  let unresponsiveSinceMs = Number.POSITIVE_INFINITY
  /** What the database's clock said, and when it was asked here: counted from the answer, no claim would be in time where every answer is late. */
  let clock: { databaseMs: number; requestedAtMs: number } | null = null
  const unresponsiveMsMax = limits.leaseMs * UNRESPONSIVE_LEASE_FRACTION
  let pollAtMs = Number.NEGATIVE_INFINITY
  let polledAtMs = performance.now()
  let lateMs = 0
  let untouchedMs = 0
  /**
   * Leases may have ended while the database was away or silent. Whoever holds rows lengthens them with its next heartbeat; claimed before that they would
   * be sent by two processes.
   */
  const holdOff = () => {
    claimAgainMs = performance.now() + limits.heartbeatMs * HOLD_OFF_HEARTBEATS
  }
  /** Before every day until the first poll. */
  let oldest = '-infinity'
  const isUnresponsive = () => performance.now() - unresponsiveSinceMs > unresponsiveMsMax

  /** Claims for every lane that has room and may have due rows; a lane that gives less than its room has no more due. */
  async function claimDue() {
    if (clock === null || claiming || isBlocked() || performance.now() < claimAgainMs || isUnresponsive()) return
    const claims = queues.planClaim(leases.size)
    if (claims.length === 0) return
    claiming = true
    // Said first, so that what becomes due during the claim is not forgotten after it.
    for (const { webhook } of claims) queues.of(webhook).nextDueMs = Number.POSITIVE_INFINITY
    try {
      const { leaseMs } = limits
      const requestedAtMs = performance.now()
      const byMs = clock.databaseMs + requestedAtMs - clock.requestedAtMs + unresponsiveMsMax
      const rows = await claim(service.db, claims, { oldest, leasedIds: [...leases.keys()], byMs, leaseMs })
      const got = Map.groupBy(rows, row => row.webhook)
      for (const { webhook, slots } of claims) if (got.get(webhook)?.length === slots) queues.of(webhook).nextDueMs = 0
      if (isBlocked()) await releaseLeases(service.db, rows)
      else accept(rows, requestedAtMs)
    } catch (error) {
      service.log.warn({ err: error }, 'webhook claim failed')
      for (const { webhook } of claims) queues.of(webhook).nextDueMs = 0
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
  async function readClock() {
    if (isReadingClock) return
    isReadingClock = true
    const requestedAtMs = performance.now()
    unresponsiveSinceMs = Math.min(unresponsiveSinceMs, requestedAtMs)
    try {
      clock = { databaseMs: await databaseMs(service.db), requestedAtMs }
      if (performance.now() - unresponsiveSinceMs > 2 * unresponsiveMsMax) holdOff()
      unresponsiveSinceMs = Number.POSITIVE_INFINITY
    } catch (error) {
      service.log.warn({ err: error }, "the database's clock was not heard: no webhook is claimed for a while")
      holdOff()
    } finally {
      isReadingClock = false
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
      await resumePaused(waiting)
      await Promise.all(waiting.filter(isOutdated).map(({ webhook }) => tryRefresh(webhook)))
      for (const { webhook, due_in_ms } of waiting) {
        const queue = queues.of(webhook)
        queue.nextDueMs = Math.min(queue.nextDueMs, performance.now() + due_in_ms)
        // A slow or limited endpoint is late on its own account.
        if (queues.freeCapacity(queue) <= 0 || queues.isSlow(queue) || isRateLimited(queue)) continue
        const ms = Math.min(-due_in_ms, performance.now() - queue.resumedAtMs)
        latest = Math.max(latest, ms)
        if (queue.inFlight + queue.settling + queue.rows.length === 0) untouched = Math.max(untouched, ms)
      }
      lateMs = latest
      untouchedMs = untouched
      metrics.oldestDueMs(latest)
      polledAtMs = performance.now()
      queues.dropIdle()
    } catch (error) {
      service.log.warn({ err: error }, 'webhook poll failed')
    } finally {
      polling = false
    }
    wake()
  }

  /** A lane that is held makes no request, before which it would be asked how its client stands: it is let go from here. */
  async function resumePaused(waiting: readonly WaitingEndpoint[]) {
    const paused = waiting.filter(({ webhook }) => queues.find(webhook)?.isPaused)
    const resume = async ({ webhook, client_id }: WaitingEndpoint) => {
      if ((await clientStatuses.of(client_id)) !== 'active') return
      const queue = queues.of(webhook)
      queue.isPaused = false
      queue.resumedAtMs = performance.now()
    }
    await Promise.all(paused.map(resume))
  }

  function isOutdated({ webhook, revision }: WaitingEndpoint): boolean {
    const queue = queues.of(webhook)
    return queue.isEndpointLoaded && queue.endpoint?.revision !== revision
  }

  /** An endpoint that can't be read (a secret of another master key) is no reason not to look at the ones after it. */
  async function tryRefresh(webhook: string) {
    await refresh(webhook).catch(error =>
      service.log.warn({ err: error, webhook_id: `wh_${webhook}` }, 'webhook endpoint not read'),
    )
  }

  async function refresh(webhook: string) {
    endpoints.forget(webhook)
    const queue = queues.find(webhook)
    if (queue === undefined) return
    const before = queue.endpoint
    queue.endpoint = await endpoints.get(webhook)
    // A changed address is a new chance.
    if (before !== null && before.url?.href !== queue.endpoint?.url?.href) queue.consecutiveUnanswered = 0
  }

  return {
    refresh,
    /** Does what is to be done now; answers with the milliseconds until the next poll. */
    tick(): number {
      void claimDue()
      const wait = pollAtMs - performance.now()
      if (wait > 0) return wait
      pollAtMs = performance.now() + limits.pollMs
      void readClock()
      void poll()
      return limits.pollMs
    },
    /** Something is due: for this endpoint (UUID), or somewhere. */
    notifyDue(webhook: string) {
      if (webhook === '') pollAtMs = Number.NEGATIVE_INFINITY
      else queues.of(webhook).nextDueMs = 0
      wake()
    },
    isClaiming: () => claiming,
    claimInMs: () => claimAgainMs - performance.now(),
    /** `untouchedMs`: for how long something has been due in an endpoint that nothing is under way to. */
    stats: () => ({ oldestDueMs: lateMs, untouchedMs, polledAtMs }),
  }
}
