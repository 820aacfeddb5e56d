import type { DeliveryLimits } from '#delivery/limits.ts'
import type { Endpoint } from './endpoints.ts'
import type { LeasedDelivery } from './leased-delivery.ts'

const AVERAGE_WEIGHT = 0.2

/**
 * One endpoint's deliveries in this process. Window, rate and circuit breaker are checked before a delivery is leased,
 * so that waiting uses up no attempt and a slow endpoint holds nothing of others. Times are of `performance.now()`.
 */
export type EndpointQueue = ReturnType<typeof createEndpointQueue>

export function createEndpointQueue(webhook: string, limits: DeliveryLimits) {
  return {
    webhook,
    endpoint: null as Endpoint | null,
    /** Also true when it could not be read. Before that the owner of its slots is unknown. */
    isEndpointLoaded: false,
    /** The client is suspended, or its status is unknown: nothing is leased. */
    isPaused: false,
    /** Deliveries that waited until then count as late from then on. */
    resumedAtMs: Number.NEGATIVE_INFINITY,
    /** Leased and waiting for a slot. */
    deliveries: [] as LeasedDelivery[],
    inFlight: 0,
    /** Deliveries of a disabled or deleted endpoint that end without a request. */
    settling: 0,
    /** For deliveries that are being inserted. */
    reserved: 0,
    /** When the next delivery is due, as far as known; Infinity = none. */
    nextDueMs: Number.POSITIVE_INFINITY,
    /** Concurrency window: grows by one with each response, halves with each attempt without one. */
    window: limits.windowStart,
    consecutiveUnanswered: 0,
    /** Consecutive attempts that failed, with or without a response. */
    consecutiveFailures: 0,
    /** It became slow or failing and returned its prefetched deliveries. */
    hasReleasedPrefetched: false,
    /** Failed attempts that ended and keep their slots until `slowMs` after their start. */
    coolingDown: 0,
    /** Moving average of response times; null before the first. */
    averageMs: null as number | null,
    /** When the endpoint last responded, or was idle and got a request. */
    waitingSinceMs: 0,
    lastProbeMs: Number.NEGATIVE_INFINITY,
    tokens: 1,
    tokensAtMs: performance.now(),
  }
}

/**
 * How an endpoint has responded so far.
 * - hanging: it has never responded to this process and lets a request wait, or left two in a row without a response.
 * - slow: it responds slowly, or left one request without a response, which can happen on a busy machine.
 * - failing: it responds in time, but not with 2xx.
 * - unknown: it has not responded to this process yet, and its last recorded outcome is not a success.
 * - quick: all others.
 */
export type EndpointKind = 'quick' | 'unknown' | 'failing' | 'slow' | 'hanging'

export function kindOf(queue: EndpointQueue, limits: Pick<DeliveryLimits, 'slowMs' | 'failingAfter'>): EndpointKind {
  const isWaiting = queue.inFlight > 0 && performance.now() - queue.waitingSinceMs > limits.slowMs
  if (queue.consecutiveUnanswered > 1) return 'hanging'
  if (queue.consecutiveUnanswered > 0 || isWaiting) return queue.averageMs === null ? 'hanging' : 'slow'
  if (queue.averageMs !== null && queue.averageMs > limits.slowMs) return 'slow'
  if (queue.consecutiveFailures >= limits.failingAfter) return 'failing'
  return queue.averageMs === null && queue.endpoint?.healthy !== true ? 'unknown' : 'quick'
}

export const isSlowKind = (kind: EndpointKind) => kind === 'failing' || kind === 'slow' || kind === 'hanging'

/** Such queues share a part of the slots, start after the others and prefetch nothing. */
export function isSlow(queue: EndpointQueue, limits: DeliveryLimits): boolean {
  return isSlowKind(kindOf(queue, limits))
}

/** A disabled endpoint gets no requests, so its deliveries need not wait for its rate. */
export function isRateLimited({ endpoint }: EndpointQueue): boolean {
  return endpoint !== null && endpoint.status === 'active' && endpoint.rate_per_second !== null
}

/** Disabled or deleted: its deliveries end without a request. */
export function isInactive({ endpoint }: EndpointQueue): boolean {
  return endpoint !== null && endpoint.status !== 'active'
}

export function concurrencyLimit(queue: EndpointQueue, limits: DeliveryLimits): number {
  return queue.consecutiveUnanswered >= limits.breakerAfter ? 1 : queue.window
}

export function usedCapacity({ inFlight, settling, deliveries, reserved }: EndpointQueue): number {
  return inFlight + settling + deliveries.length + reserved
}

/** How many deliveries the queue may claim. Negative when it holds more than it may, since its endpoint has changed. */
export function freeCapacity(queue: EndpointQueue, limits: DeliveryLimits, fairShare: number, nowMs: number): number {
  if (queue.isPaused) return 0
  const used = usedCapacity(queue)
  if (isInactive(queue)) return limits.disabledClaimMax - used
  if (queue.consecutiveUnanswered >= limits.breakerAfter)
    return Math.min(1 - used, nowMs - queue.lastProbeMs >= limits.breakerProbeMs ? 1 : 0)
  const ahead = kindOf(queue, limits) === 'quick' ? limits.prefetchPerSlot : 1
  const free = concurrencyLimit(queue, limits) * ahead - used
  const rate = rateOf(queue, fairShare)
  return rate === null
    ? free
    : Math.min(free, Math.floor(refill(queue, rate, nowMs)) - queue.deliveries.length - queue.reserved)
}

export function mayStart(queue: EndpointQueue, limits: DeliveryLimits, fairShare: number, nowMs: number): boolean {
  if (isInactive(queue)) return true
  if (queue.inFlight >= concurrencyLimit(queue, limits)) return false
  if (queue.consecutiveUnanswered >= limits.breakerAfter && nowMs - queue.lastProbeMs < limits.breakerProbeMs)
    return false
  const rate = rateOf(queue, fairShare)
  if (rate !== null && refill(queue, rate, nowMs) < 1) return false
  if (rate !== null) queue.tokens -= 1
  queue.lastProbeMs = nowMs
  if (queue.inFlight === 0) queue.waitingSinceMs = nowMs
  return true
}

/** Milliseconds until time alone lets the queue go on; Infinity when something else must happen first. */
export function readyInMs(queue: EndpointQueue, limits: DeliveryLimits, fairShare: number, nowMs: number): number {
  const rate = rateOf(queue, fairShare)
  const token = rate === null ? 0 : ((1 - refill(queue, rate, nowMs)) / rate) * 1_000
  const probe =
    queue.consecutiveUnanswered >= limits.breakerAfter ? queue.lastProbeMs + limits.breakerProbeMs - nowMs : 0
  const wait = Math.max(token, probe)
  return wait > 0 ? wait : Number.POSITIVE_INFINITY
}

type AttemptEnd = { hasResponse: boolean; failed: boolean; durationMs: number }

export function afterAttempt(
  queue: EndpointQueue,
  { hasResponse, failed, durationMs }: AttemptEnd,
  limits: DeliveryLimits,
): void {
  queue.waitingSinceMs = performance.now()
  queue.consecutiveFailures = failed ? queue.consecutiveFailures + 1 : 0
  if (hasResponse) {
    queue.consecutiveUnanswered = 0
    queue.window = Math.min(queue.window + 1, limits.windowMax)
    queue.averageMs = (queue.averageMs ?? durationMs) * (1 - AVERAGE_WEIGHT) + durationMs * AVERAGE_WEIGHT
  } else {
    queue.consecutiveUnanswered += 1
    queue.window = Math.max(1, Math.floor(queue.window / 2))
  }
}

function rateOf(queue: EndpointQueue, fairShare: number): number | null {
  return isRateLimited(queue) ? queue.endpoint!.rate_per_second! * fairShare : null
}

/** Tokens accumulate for one second at most, so that a pause is not followed by a flood. */
function refill(queue: EndpointQueue, rate: number, nowMs: number): number {
  const burst = Math.max(1, rate)
  queue.tokens = Math.min(burst, queue.tokens + ((nowMs - queue.tokensAtMs) * rate) / 1_000)
  queue.tokensAtMs = nowMs
  return queue.tokens
}
