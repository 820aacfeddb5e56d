import { NoAnswerError, ServiceError } from './errors.ts'

export const ATTEMPTS_MAX = 4
export const RETRY_AFTER_MS_MAX = 30_000
/** First delay without Retry-After; it doubles with each attempt. */
const BACKOFF_MS = 500
const BACKOFF_MS_MAX = 8_000
/** The request may have been forwarded: its outcome is unknown. */
const OUTCOME_UNKNOWN = [502, 503, 504]

/** Seconds or an HTTP date; null for anything else. */
export function parseRetryAfterMs(header: string | null, nowMs: number): number | null {
  if (header === null) return null
  if (/^\d+$/.test(header)) return Number(header) * 1_000
  const time = Date.parse(header)
  return Number.isNaN(time) ? null : Math.max(0, time - nowMs)
}

/**
 * A 429 had no effect. Everything else is only retried when a second execution has no effect: a read, or a command with
 * an Idempotency-Key. Such a retry gets IDEMPOTENCY_IN_PROGRESS while the first attempt is still running.
 */
export function isRetryable(error: unknown, isRepeatable: boolean, attempt: number): boolean {
  if (error instanceof NoAnswerError) return isRepeatable
  if (!(error instanceof ServiceError)) return false
  if (error.status === 429) return true
  if (error.code === 'IDEMPOTENCY_IN_PROGRESS') return isRepeatable && attempt > 1
  return isRepeatable && OUTCOME_UNKNOWN.includes(error.status)
}

/** Null when Retry-After is too long; `random` is between 0 and 1. */
export function retryDelayMs(error: unknown, attempt: number, retryAfterMsMax: number, random: number): number | null {
  const requestedMs = error instanceof ServiceError ? error.retryAfterMs : null
  const backoff = Math.min(BACKOFF_MS_MAX, BACKOFF_MS * 2 ** (attempt - 1)) * (0.5 + random / 2)
  if (requestedMs === null) return backoff
  // With jitter: clients that were rejected together must not return together.
  return requestedMs > retryAfterMsMax ? null : requestedMs + Math.min(requestedMs, BACKOFF_MS) * random
}
