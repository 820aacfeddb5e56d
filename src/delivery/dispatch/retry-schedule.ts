/** Spec: "after 8 failed attempts (about 8 hours) the event is marked failed". */
export const TRIES_MAX = 8
/** Delays of base × 4ⁿ, n = 0…6: with 5.274 s they add up to 28,801 s, eight hours. */
const GROWTH = 4
/** ± part of a delay, so that 10,000 deliveries that fail in one second don't return in one. */
const JITTER = 0.1
/** How many times longer a receiver's Retry-After can make a delay. */
const RETRY_AFTER_MAX = 2

/** The delay after `tries` failed attempts (1…7). `random` is from 0 to 1. `retryAfterMs` can only lengthen it. */
export function retryDelayMs(
  baseMs: number,
  tries: number,
  random: number,
  retryAfterMs: number | null = null,
): number {
  const delayMs = baseMs * GROWTH ** (tries - 1) * (1 - JITTER + 2 * JITTER * random)
  return Math.round(Math.min(Math.max(delayMs, retryAfterMs ?? 0), delayMs * RETRY_AFTER_MAX))
}

/** `Retry-After` in milliseconds: seconds or an HTTP date; null when it is neither. */
export function parseRetryAfter(value: string | undefined, now: Date): number | null {
  if (value === undefined) return null
  if (/^\d{1,10}$/.test(value.trim())) return Number(value) * 1_000
  const date = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} /.test(value) ? Date.parse(value) : Number.NaN
  return Number.isNaN(date) ? null : Math.max(0, date - now.getTime())
}
