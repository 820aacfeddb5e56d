import type { DeliveryLimits } from '#delivery/limits.ts'
import type { Endpoint } from './endpoints.ts'
import type { LeasedDelivery } from './leased-delivery.ts'

/** Weight of the newest answer in the average. */
const AVERAGE_WEIGHT = 0.2

/**
 * One endpoint's way through this process: how many requests at once, how many a second, and whether it answers at all.
 * Everything is asked before a row is leased, so that waiting costs no attempt and a slow endpoint holds nothing of others.
 */
export type EndpointQueue = {
  webhook: string
  endpoint: Endpoint | null
  /** Its endpoint is there, or could not be read: before that nobody knows whose places it takes. */
  isEndpointLoaded: boolean
  /** The client is suspended, or not known not to be: everything waits, and nothing is leased. */
  isPaused: boolean
  /** When it was last let go: what waited until then is late from then on. */
  resumedAtMs: number
  /** Leased and waiting for a slot. */
  rows: LeasedDelivery[]
  inFlight: number
  /** Rows that are being settled without a request, since the endpoint was off when their turn came. */
  settling: number
  /** Promised to rows that are being inserted. */
  reserved: number
  /** When the next row is due, as far as known (ms of this process, as everything here); Infinity = nothing waits. */
  nextDueMs: number
  /** Requests at once: doubles with each round of answers, halves with each silence. */
  window: number
  /** Attempts in a row that got no answer at all. */
  consecutiveUnanswered: number
  /** Attempts in a row that failed, with or without an answer. */
  consecutiveFailures: number
  /** It became slow or failing and gave back what it had leased ahead. */
  hasReleasedPrefetched: boolean
  /** Failed attempts that have ended and keep their slots until `slowMs` after their start. */
  coolingDown: number
  /** Moving average of how long answers take (ms); null before the first. */
  averageMs: number | null
  /** When something was last heard, or asked of an idle endpoint (ms). */
  waitingSinceMs: number
  lastProbeMs: number
  tokens: number
  tokensAtMs: number
}

export function createEndpointQueue(webhook: string, limits: DeliveryLimits): EndpointQueue {
  return {
    webhook,
    endpoint: null,
    isEndpointLoaded: false,
    isPaused: false,
    resumedAtMs: Number.NEGATIVE_INFINITY,
    rows: [],
    inFlight: 0,
    settling: 0,
    reserved: 0,
    nextDueMs: Number.POSITIVE_INFINITY,
    window: limits.windowStart,
    consecutiveUnanswered: 0,
    consecutiveFailures: 0,
    hasReleasedPrefetched: false,
    coolingDown: 0,
    averageMs: null,
    waitingSinceMs: 0,
    lastProbeMs: Number.NEGATIVE_INFINITY,
    tokens: 1,
    tokensAtMs: performance.now(),
  }
}

/**
 * How an endpoint has answered so far.
 *
 * - hanging: it has never answered this process and lets a request wait, or let two in a row pass without an answer.
 * - slow: it answers slowly, or let one request pass without an answer, as any endpoint may on a busy machine.
 * - failing: it answers in time, and not with 2xx.
 * - unknown: it has not answered this process yet, and its last outcome on record is not a success.
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

/** Hanging, slow or failing: such lanes share a part of the process's slots, start after the others, and lease no more than they send. */
export function isSlow(queue: EndpointQueue, limits: DeliveryLimits): boolean {
  return isSlowKind(kindOf(queue, limits))
}

/** It says itself how many it takes in a second. One that is off is asked nothing: what waits for it must not wait here, in the places of others. */
export function isRateLimited({ endpoint }: EndpointQueue): boolean {
  return endpoint !== null && endpoint.status === 'active' && endpoint.rate_per_second !== null
}

/** It is switched off or deleted: what waits for it is settled without a request. */
export function isInactive({ endpoint }: EndpointQueue): boolean {
  return endpoint !== null && endpoint.status !== 'active'
}

/** Requests that may be in flight now. */
export function concurrencyLimit(queue: EndpointQueue, limits: DeliveryLimits): number {
  return queue.consecutiveUnanswered >= limits.breakerAfter ? 1 : queue.window
}

/** Rows that are sent or settled now, wait for a slot, or are being inserted for this lane. */
export function usedCapacity({ inFlight, settling, rows, reserved }: EndpointQueue): number {
  return inFlight + settling + rows.length + reserved
}

/**
 * Rows this lane can hold beside those it holds: what it may claim. Negative: it holds more than it may, since its
 * endpoint has changed.
 */
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
    : Math.min(free, Math.floor(refill(queue, rate, nowMs)) - queue.rows.length - queue.reserved)
}

/** Whether the next waiting row may be sent, or settled without a request, now; takes a token. */
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

/** Milliseconds until time alone lets this lane go on; Infinity when something else must happen first. */
export function readyInMs(queue: EndpointQueue, limits: DeliveryLimits, fairShare: number, nowMs: number): number {
  const rate = rateOf(queue, fairShare)
  const token = rate === null ? 0 : ((1 - refill(queue, rate, nowMs)) / rate) * 1_000
  const probe =
    queue.consecutiveUnanswered >= limits.breakerAfter ? queue.lastProbeMs + limits.breakerProbeMs - nowMs : 0
  const wait = Math.max(token, probe)
  return wait > 0 ? wait : Number.POSITIVE_INFINITY
}

type AttemptEnd = { answered: boolean; failed: boolean; durationMs: number }

export function afterAttempt(
  queue: EndpointQueue,
  { answered, failed, durationMs }: AttemptEnd,
  limits: DeliveryLimits,
): void {
  queue.waitingSinceMs = performance.now()
  queue.consecutiveFailures = failed ? queue.consecutiveFailures + 1 : 0
  if (answered) {
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

/** Tokens pile up for one second at most: after a pause the endpoint is not flooded. */
function refill(queue: EndpointQueue, rate: number, nowMs: number): number {
  const burst = Math.max(1, rate)
  queue.tokens = Math.min(burst, queue.tokens + ((nowMs - queue.tokensAtMs) * rate) / 1_000)
  queue.tokensAtMs = nowMs
  return queue.tokens
}
