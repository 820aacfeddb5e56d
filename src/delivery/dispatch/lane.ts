import type { DeliveryLimits } from '#delivery/limits.ts'
import type { Endpoint } from './endpoints.ts'
import type { Leased } from './row.ts'

/** Weight of the newest answer in the average. */
const AVERAGE_WEIGHT = 0.2

/**
 * One endpoint's way through this process: how many requests at once, how many a second, and whether it answers at all.
 * Everything is asked before a row is leased, so that waiting costs no attempt and a slow endpoint holds nothing of others.
 */
export type Lane = {
  webhook: string
  endpoint: Endpoint | null
  /** Its endpoint is there, or could not be read: before that nobody knows whose places it takes. */
  isLookedUp: boolean
  /** The client is suspended, or not known not to be: everything waits, and nothing is leased. */
  isHeld: boolean
  /** When it was last let go: what waited until then is late from then on. */
  letGoAtMs: number
  /** Leased and waiting for a slot. */
  queue: Leased[]
  inFlight: number
  /** Rows that are being settled without a request, since the endpoint was off when their turn came. */
  settling: number
  /** Promised to rows that are being inserted. */
  reserved: number
  /** When the next row is due, as far as known (ms of this process, as everything here); Infinity = nothing waits. */
  nextDueMs: number
  /** Requests at once: doubles with each round of answers, halves with each silence. */
  width: number
  /** Attempts in a row that got no answer at all. */
  silences: number
  /** Attempts in a row that failed, with or without an answer. */
  failures: number
  /** It became slow or failing and gave back what it had leased ahead. */
  hasYielded: boolean
  /** Failed attempts that have ended and keep their slots until `slowMs` after their start. */
  resting: number
  /** Moving average of how long answers take (ms); null before the first. */
  averageMs: number | null
  /** When something was last heard, or asked of an idle endpoint (ms). */
  waitingSinceMs: number
  lastProbeMs: number
  tokens: number
  tokensAtMs: number
}

export function newLane(webhook: string, limits: DeliveryLimits): Lane {
  return {
    webhook,
    endpoint: null,
    isLookedUp: false,
    isHeld: false,
    letGoAtMs: Number.NEGATIVE_INFINITY,
    queue: [],
    inFlight: 0,
    settling: 0,
    reserved: 0,
    nextDueMs: Number.POSITIVE_INFINITY,
    width: limits.laneStart,
    silences: 0,
    failures: 0,
    hasYielded: false,
    resting: 0,
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
export type LaneKind = 'quick' | 'unknown' | 'failing' | 'slow' | 'hanging'

export function kindOf(lane: Lane, limits: Pick<DeliveryLimits, 'slowMs' | 'failingAfter'>): LaneKind {
  const isWaiting = lane.inFlight > 0 && performance.now() - lane.waitingSinceMs > limits.slowMs
  if (lane.silences > 1) return 'hanging'
  if (lane.silences > 0 || isWaiting) return lane.averageMs === null ? 'hanging' : 'slow'
  if (lane.averageMs !== null && lane.averageMs > limits.slowMs) return 'slow'
  if (lane.failures >= limits.failingAfter) return 'failing'
  return lane.averageMs === null && lane.endpoint?.healthy !== true ? 'unknown' : 'quick'
}

export const isSlowKind = (kind: LaneKind) => kind === 'failing' || kind === 'slow' || kind === 'hanging'

/** Hanging, slow or failing: such lanes share a part of the process's slots, start after the others, and lease no more than they send. */
export function isSlow(lane: Lane, limits: DeliveryLimits): boolean {
  return isSlowKind(kindOf(lane, limits))
}

/** It says itself how many it takes in a second. One that is off is asked nothing: what waits for it must not wait here, in the places of others. */
export function isLimited({ endpoint }: Lane): boolean {
  return endpoint !== null && endpoint.status === 'active' && endpoint.rate_per_second !== null
}

/** It is switched off or deleted: what waits for it is settled without a request. */
export function isOff({ endpoint }: Lane): boolean {
  return endpoint !== null && endpoint.status !== 'active'
}

/** Requests that may be in flight now. */
export function slots(lane: Lane, limits: DeliveryLimits): number {
  return lane.silences >= limits.breakerAfter ? 1 : lane.width
}

/** Rows that are sent or settled now, wait for a slot, or are being inserted for this lane. */
export function heldBy({ inFlight, settling, queue, reserved }: Lane): number {
  return inFlight + settling + queue.length + reserved
}

/**
 * Rows this lane can hold beside those it holds: what it may claim. Negative: it holds more than it may, since its
 * endpoint has changed.
 */
export function room(lane: Lane, limits: DeliveryLimits, share: number, nowMs: number): number {
  if (lane.isHeld) return 0
  const held = heldBy(lane)
  if (isOff(lane)) return limits.disabledClaimMax - held
  if (lane.silences >= limits.breakerAfter)
    return Math.min(1 - held, nowMs - lane.lastProbeMs >= limits.breakerProbeMs ? 1 : 0)
  const ahead = kindOf(lane, limits) === 'quick' ? limits.laneAhead : 1
  const width = slots(lane, limits) * ahead - held
  const rate = rateOf(lane, share)
  return rate === null
    ? width
    : Math.min(width, Math.floor(refill(lane, rate, nowMs)) - lane.queue.length - lane.reserved)
}

/** Whether the next waiting row may be sent, or settled without a request, now; takes a token. */
export function mayStart(lane: Lane, limits: DeliveryLimits, share: number, nowMs: number): boolean {
  if (isOff(lane)) return true
  if (lane.inFlight >= slots(lane, limits)) return false
  if (lane.silences >= limits.breakerAfter && nowMs - lane.lastProbeMs < limits.breakerProbeMs) return false
  const rate = rateOf(lane, share)
  if (rate !== null && refill(lane, rate, nowMs) < 1) return false
  if (rate !== null) lane.tokens -= 1
  lane.lastProbeMs = nowMs
  if (lane.inFlight === 0) lane.waitingSinceMs = nowMs
  return true
}

/** Milliseconds until time alone lets this lane go on; Infinity when something else must happen first. */
export function readyInMs(lane: Lane, limits: DeliveryLimits, share: number, nowMs: number): number {
  const rate = rateOf(lane, share)
  const token = rate === null ? 0 : ((1 - refill(lane, rate, nowMs)) / rate) * 1_000
  const probe = lane.silences >= limits.breakerAfter ? lane.lastProbeMs + limits.breakerProbeMs - nowMs : 0
  const wait = Math.max(token, probe)
  return wait > 0 ? wait : Number.POSITIVE_INFINITY
}

type AttemptEnd = { answered: boolean; failed: boolean; durationMs: number }

export function afterAttempt(lane: Lane, { answered, failed, durationMs }: AttemptEnd, limits: DeliveryLimits): void {
  lane.waitingSinceMs = performance.now()
  lane.failures = failed ? lane.failures + 1 : 0
  if (answered) {
    lane.silences = 0
    lane.width = Math.min(lane.width + 1, limits.laneMax)
    lane.averageMs = (lane.averageMs ?? durationMs) * (1 - AVERAGE_WEIGHT) + durationMs * AVERAGE_WEIGHT
  } else {
    lane.silences += 1
    lane.width = Math.max(1, Math.floor(lane.width / 2))
  }
}

function rateOf(lane: Lane, share: number): number | null {
  return isLimited(lane) ? lane.endpoint!.rate_per_second! * share : null
}

/** Tokens pile up for one second at most: after a pause the endpoint is not flooded. */
function refill(lane: Lane, rate: number, nowMs: number): number {
  const burst = Math.max(1, rate)
  lane.tokens = Math.min(burst, lane.tokens + ((nowMs - lane.tokensAtMs) * rate) / 1_000)
  lane.tokensAtMs = nowMs
  return lane.tokens
}
