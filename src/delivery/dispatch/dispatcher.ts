import { openPayload } from '#delivery/enqueue/payload.ts'
import type { DeliveryLimits } from '#delivery/limits.ts'
import type { DeliveryMetrics } from '#delivery/metrics.ts'
import type { Service } from '#service.ts'
import type { Agents } from './agents.ts'
import { type AttemptOutcome, attempt } from './attempt.ts'
import { releaseLeases, renew } from './claim.ts'
import { createClaimer } from './claimer.ts'
import type { ClientStatusCache } from './client-status-cache.ts'
import { afterAttempt, type EndpointQueue, isInactive, mayStart } from './endpoint-queue.ts'
import { createEndpointQueues } from './endpoint-queues.ts'
import type { Endpoints } from './endpoints.ts'
import type { LeasedDelivery } from './leased-delivery.ts'
import type { OutcomeWriter } from './outcome-writer.ts'
import { traceAttempt } from './trace-attempt.ts'

type Deps = {
  service: Service
  agents: Agents
  endpoints: Endpoints
  clientStatuses: ClientStatusCache
  outcomes: OutcomeWriter
  metrics: DeliveryMetrics
  limits: DeliveryLimits
  /** This process's part of an endpoint's rate: 1 / processes. */
  fairShare(): number
}
export type Dispatcher = ReturnType<typeof createDispatcher>

/** Sends due deliveries: leased by the enqueuer or claimed, as the endpoint's queue decides. */
export function createDispatcher(deps: Deps) {
  const { service, agents, endpoints, clientStatuses, outcomes, metrics, limits, fairShare } = deps
  const queues = createEndpointQueues(limits, fairShare, queue => void loadEndpoint(queue))
  /** By delivery, until its outcome is written. Until `untilMs`, as far as known, no other process can lease it. */
  const leases = new Map<string, { delivery: LeasedDelivery; untilMs: number }>()
  let reserved = 0
  let inFlight = 0
  let lastSentMs = performance.now()
  let stopping = false
  let scheduled = false
  let timer: NodeJS.Timeout | undefined

  const isBlocked = () => stopping || outcomes.isBacklogged()
  const claimer = createClaimer({ ...deps, queues, leases, isBlocked, accept, wake })

  /** Queues of unreadable endpoints count as loaded: the attempt reports the error. */
  async function loadEndpoint(queue: EndpointQueue) {
    try {
      queue.endpoint = await endpoints.get(queue.webhook)
    } catch {
    } finally {
      queue.isEndpointLoaded = true
      wake()
    }
  }

  function sendReady() {
    if (stopping) return
    const nowMs = performance.now()
    const slots = queues.countSlots()
    for (const queue of queues.quickFirst()) {
      if (queue.deliveries.length === 0) continue
      releasePrefetched(queue, nowMs)
      if (queue.deliveries.length === 0 || slots.freeFor(queue) <= 0 || !mayStart(queue, limits, fairShare(), nowMs))
        continue
      queues.moveToEnd(queue)
      slots.take(queue, 1)
      void send(queue, queue.deliveries.shift()!)
    }
  }

  async function send(queue: EndpointQueue, delivery: LeasedDelivery) {
    const isWithoutRequest = isInactive(queue)
    const count = isWithoutRequest ? 'settling' : 'inFlight'
    inFlight += 1
    queue[count] += 1
    try {
      const endpoint = await endpoints.get(delivery.webhook)
      queue.endpoint = endpoint
      if (endpoint === null) throw new Error(`no endpoint for delivery ${delivery.id}`)
      // The endpoint was enabled in the meantime, and this delivery has not waited for a slot.
      if (isWithoutRequest && !isInactive(queue)) return returnToQueue(queue, [delivery])
      // Before the status check, so that nothing comes between that and the request.
      const payload = await openPayload(service, delivery.event, delivery.body)
      if ((await clientStatuses.of(endpoint.client_id)) !== 'active') {
        queue.isPaused = true
        return returnToQueue(queue, [delivery, ...queue.deliveries.splice(0)])
      }
      if (performance.now() > (leases.get(delivery.id)?.untilMs ?? 0)) return dropExpired(queue, delivery)
      const send = () => attempt({ service, agents, limits }, delivery, endpoint, payload)
      const outcome = await traceAttempt(service.tracing, delivery, send)
      lastSentMs = performance.now()
      if (outcome.error === null) queues.observeDuration(outcome.durationMs)
      if (wasSent(outcome)) {
        afterAttempt(queue, { ...outcome, failed: outcome.error !== null }, limits)
        coolDown(queue, outcome.durationMs)
      }
      metrics.attempted(outcome, endpoint)
      // The slot is free; the lease is held until the outcome is written.
      void outcomes.add(outcome, endpoint).then(() => {
        leases.delete(delivery.id)
        if (outcome.state !== 'pending') return
        const current = queues.of(delivery.webhook)
        current.nextDueMs = Math.min(current.nextDueMs, performance.now() + outcome.retryDelayMs)
        wake()
      })
    } catch (error) {
      // An error of this process: the lease ends, and the delivery is due again.
      service.log.error({ err: error, delivery: `dlv_${delivery.id}` }, 'webhook attempt broke')
      leases.delete(delivery.id)
    } finally {
      queue[count] -= 1
      inFlight -= 1
      wake()
    }
  }

  function coolDown(queue: EndpointQueue, durationMs: number) {
    if (queues.kindOf(queue) !== 'failing' || durationMs >= limits.slowMs) return
    queue.coolingDown += 1
    const end = () => {
      queue.coolingDown -= 1
      wake()
    }
    setTimeout(end, limits.slowMs - durationMs).unref()
  }

  /** The lease of a process that was frozen has ended: another one may have sent the delivery. */
  function dropExpired(queue: EndpointQueue, delivery: LeasedDelivery) {
    leases.delete(delivery.id)
    queue.nextDueMs = 0
  }

  /**
   * A queue that becomes slow or failing returns its prefetched deliveries: they use up capacity, and other processes
   * may send them. So does one whose capacity shrinks: the endpoint was enabled, or its rate was lowered.
   */
  function releasePrefetched(queue: EndpointQueue, nowMs: number) {
    const wasReleased = queue.hasReleasedPrefetched
    queue.hasReleasedPrefetched = queues.isSlow(queue)
    const excess =
      queue.hasReleasedPrefetched && !wasReleased ? queue.deliveries.length : -queues.freeCapacity(queue, nowMs)
    if (excess > 0) returnToQueue(queue, queue.deliveries.splice(-excess))
  }

  function returnToQueue(queue: EndpointQueue, deliveries: LeasedDelivery[]) {
    if (deliveries.length === 0) return
    for (const delivery of deliveries) leases.delete(delivery.id)
    queue.nextDueMs = 0
    releaseLeases(service.db, deliveries).catch(error =>
      service.log.warn({ err: error }, 'webhook leases not released; they will expire'),
    )
  }

  function accept(deliveries: readonly LeasedDelivery[], requestedAtMs: number) {
    for (const delivery of deliveries) {
      leases.set(delivery.id, { delivery, untilMs: requestedAtMs + limits.leaseMs })
      queues.of(delivery.webhook).deliveries.push(delivery)
    }
    if (deliveries.length > 0) sendReady()
  }

  function wake() {
    if (scheduled || stopping) return
    scheduled = true
    setImmediate(() => {
      scheduled = false
      tick()
    })
  }

  function tick() {
    clearTimeout(timer)
    if (stopping) return
    sendReady()
    const next = Math.min(claimer.tick(), queues.idleMs(claimer.claimInMs()))
    timer = setTimeout(tick, Math.max(1, next))
  }

  async function renewLeases() {
    const requestedAtMs = performance.now()
    const deliveries = [...leases.values()].map(({ delivery }) => delivery)
    const renewed = await renew(service.db, deliveries, limits.leaseMs)
    for (const [delivery, held] of leases) if (renewed.has(delivery)) held.untilMs = requestedAtMs + limits.leaseMs
  }

  const heartbeat = setInterval(() => {
    if (leases.size > 0) renewLeases().catch(error => service.log.warn({ err: error }, 'webhook leases not renewed'))
  }, limits.heartbeatMs)

  return {
    start: wake,
    notifyDue: claimer.notifyDue,
    refresh: claimer.refresh,
    /**
     * Whether the queue takes one more delivery now; `handOver` uses the reservation, `release` drops it. A slow queue
     * takes none: its deliveries are claimed when their turn comes.
     */
    reserve(webhook: string): boolean {
      const queue = queues.of(webhook)
      const isFull = leases.size + reserved >= limits.inFlightMax
      if (stopping || isFull || !queue.isEndpointLoaded || queues.isSlow(queue) || queues.freeCapacity(queue) < 1)
        return false
      queue.reserved += 1
      reserved += 1
      return true
    },
    release(webhook: string) {
      queues.of(webhook).reserved -= 1
      reserved -= 1
    },
    /** `requestedAtMs`: when the commit of these reserved deliveries began. */
    handOver(deliveries: readonly LeasedDelivery[], requestedAtMs: number) {
      for (const delivery of deliveries) queues.of(delivery.webhook).reserved -= 1
      reserved -= deliveries.length
      accept(deliveries, requestedAtMs)
    },
    stats: () => ({ inFlight, leased: leases.size, lastSentMs, ...claimer.stats() }),
    /** Returns waiting deliveries, and waits for the requests in flight. */
    async stop(): Promise<void> {
      stopping = true
      clearTimeout(timer)
      const waiting = [...queues.all()].flatMap(queue => queue.deliveries.splice(0))
      for (const delivery of waiting) leases.delete(delivery.id)
      if (waiting.length > 0) await releaseLeases(service.db, waiting).catch(() => undefined)
      const deadline = performance.now() + limits.stopMs
      while ((inFlight > 0 || claimer.isClaiming()) && performance.now() < deadline)
        await new Promise(resolve => setTimeout(resolve, 10))
      clearInterval(heartbeat)
    },
  }
}

/** An outcome without a request tells nothing about the endpoint. */
function wasSent({ error }: Pick<AttemptOutcome, 'error'>): boolean {
  return error !== 'endpoint_disabled' && error !== 'cancelled'
}
