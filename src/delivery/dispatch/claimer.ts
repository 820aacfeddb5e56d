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
  /** The process stops, or outcomes wait to be written. */
  isBlocked(): boolean
  accept(deliveries: readonly LeasedDelivery[], requestedAtMs: number): void
  wake(): void
}

/** One heartbeat, and half of one for a process that noticed the outage later. */
const HOLD_OFF_HEARTBEATS = 1.5

/**
 * After this part of a lease without a response, the database counts as unresponsive. A frozen database executes an
 * earlier claim when it resumes: leases have ended by then, and no heartbeat has renewed them. Leases are renewed every
 * third of their time, so none ends while a claim waits that was sent within one poll and one such part.
 */
const UNRESPONSIVE_LEASE_FRACTION = 1 / 4

/** One claim and one poll at a time. */
export function createClaimer(deps: Deps) {
  const { service, endpoints, clientStatuses, metrics, limits, queues, leases, isBlocked, accept, wake } = deps
  let claiming = false
  /** Of the claim under way. */
  let claimedSlots = new Map<string, number>()
  let claimAgainMs = Number.NEGATIVE_INFINITY
  let polling = false
  let isReadingClock = false
  /** When the oldest unanswered clock query was sent. */
  let unresponsiveSinceMs = Number.POSITIVE_INFINITY
  /** Counted from the request: counted from the response, a claim would always be late where every response is late. */
  let clock: { databaseMs: number; requestedAtMs: number } | null = null
  const unresponsiveMsMax = limits.leaseMs * UNRESPONSIVE_LEASE_FRACTION
  let pollAtMs = Number.NEGATIVE_INFINITY
  let polledAtMs = performance.now()
  let lateMs = 0
  let stalledMs = 0
  /** An outage may have ended leases; a claim before their holders' next heartbeat would send deliveries twice. */
  const holdOff = () => {
    claimAgainMs = performance.now() + limits.heartbeatMs * HOLD_OFF_HEARTBEATS
  }
  let oldest = '-infinity'
  const isUnresponsive = () => performance.now() - unresponsiveSinceMs > unresponsiveMsMax

  /** A queue that returns fewer deliveries than its capacity has no more due. */
  async function claimDue() {
    if (clock === null || claiming || isBlocked() || performance.now() < claimAgainMs || isUnresponsive()) return
    const claims = queues.planClaim(leases.size)
    if (claims.length === 0) return
    claiming = true
    // Set first, so that a delivery that becomes due during the claim is not missed.
    for (const { webhook } of claims) queues.of(webhook).nextDueMs = Number.POSITIVE_INFINITY
    // Otherwise the enqueuer leases deliveries for the same capacity, and the excess is released and claimed again.
    claimedSlots = new Map(claims.map(({ webhook, slots }) => [webhook, slots]))
    for (const { webhook, slots } of claims) queues.of(webhook).reserved += slots
    const unreserve = () => {
      claimedSlots.clear()
      for (const { webhook, slots } of claims) queues.of(webhook).reserved -= slots
    }
    try {
      const { leaseMs } = limits
      const requestedAtMs = performance.now()
      const byMs = clock.databaseMs + requestedAtMs - clock.requestedAtMs + unresponsiveMsMax
      const leasedIds = [...leases.keys()]
      const deliveries = await claim(service.db, claims, { oldest, leasedIds, byMs, leaseMs }).finally(unreserve)
      const got = Map.groupBy(deliveries, delivery => delivery.webhook)
      for (const { webhook, slots } of claims) if (got.get(webhook)?.length === slots) queues.of(webhook).nextDueMs = 0
      if (isBlocked()) await releaseLeases(service.db, deliveries)
      else accept(deliveries, requestedAtMs)
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
   * A query that costs the database nothing tells whether it responds: a poll may take long for a long queue, and
   * nothing would be claimed during it.
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
      service.log.warn({ err: error }, "the database's clock was not read: webhook claims pause")
      holdOff()
    } finally {
      isReadingClock = false
    }
    wake()
  }

  async function poll() {
    if (polling) return
    polling = true
    try {
      oldest = await oldestPendingDay(service.db)
      let latest = 0
      let stalled = 0
      const waiting = await findWaiting(service.db, oldest)
      await resumePaused(waiting)
      await Promise.all(waiting.filter(isOutdated).map(({ webhook }) => tryRefresh(webhook)))
      for (const { webhook, due_in_ms } of waiting) {
        const queue = queues.of(webhook)
        queue.nextDueMs = Math.min(queue.nextDueMs, performance.now() + due_in_ms)
        // A slow or rate-limited endpoint is late for its own reasons.
        // Nothing is sent in the slots of a claim without an answer.
        const free = queues.freeCapacity(queue) + (claimedSlots.get(webhook) ?? 0)
        if (free <= 0 || queues.isSlow(queue) || isRateLimited(queue)) continue
        const ms = Math.min(-due_in_ms, performance.now() - queue.resumedAtMs)
        latest = Math.max(latest, ms)
        if (queue.inFlight + queue.settling + queue.deliveries.length === 0) stalled = Math.max(stalled, ms)
      }
      lateMs = latest
      stalledMs = stalled
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

  /** A paused queue sends nothing, so no attempt would check its client's status again. */
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

  /** An unreadable endpoint (a secret of another master key) must not stop the ones after it. */
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
    // A changed address gets a new chance.
    if (before !== null && before.url?.href !== queue.endpoint?.url?.href) queue.consecutiveUnanswered = 0
  }

  return {
    refresh,
    /** Returns the milliseconds until the next poll. */
    tick(): number {
      void claimDue()
      const wait = pollAtMs - performance.now()
      if (wait > 0) return wait
      pollAtMs = performance.now() + limits.pollMs
      void readClock()
      void poll()
      return limits.pollMs
    },
    /** Something is due for this endpoint (UUID), or for any when empty. */
    notifyDue(webhook: string) {
      if (webhook === '') pollAtMs = Number.NEGATIVE_INFINITY
      else queues.of(webhook).nextDueMs = 0
      wake()
    },
    isClaiming: () => claiming,
    claimInMs: () => claimAgainMs - performance.now(),
    /** `stalledMs`: age of the oldest due delivery of an endpoint to which nothing is in flight. */
    stats: () => ({ oldestDueMs: lateMs, stalledMs, polledAtMs }),
  }
}
