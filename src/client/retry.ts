import { NoAnswerError, ServiceError } from './errors.ts'

/** How often a call is made at most, the first time included. */
export const ATTEMPTS_MAX = 4
/** A longer wait that the service asks for is the caller's to decide: the error says how long. */
export const RETRY_AFTER_MS_MAX = 30_000
/** The first wait where the service names none; each next one is twice as long. */
const BACKOFF_MS = 500
const BACKOFF_MS_MAX = 8_000
/** The request may have been forwarded, or not: its outcome is unknown. */
const OUTCOME_UNKNOWN = [502, 503, 504]

/** `Retry-After`, seconds or an HTTP date, in milliseconds from now; null when there is none that makes sense. */
export function parseRetryAfterMs(header: string | null, nowMs: number): number | null {
  if (header === null) return null
  if (/^\d+$/.test(header)) return Number(header) * 1_000
  const time = Date.parse(header)
  return Number.isNaN(time) ? null : Math.max(0, time - nowMs)
}

/**
 * Whether a call that failed so may be made again. Too many requests (429) is refused before anything is done. Anything else only
 * where a second time has no effect of its own: a read, or a command with an Idempotency-Key. For such a command `still being
 * processed` is what its own repeat is told when the first time did arrive.
 */
export function isRetryable(error: unknown, isRepeatable: boolean, attempt: number): boolean {
  if (error instanceof NoAnswerError) return isRepeatable
  if (!(error instanceof ServiceError)) return false
  if (error.status === 429) return true
  if (error.code === 'IDEMPOTENCY_IN_PROGRESS') return isRepeatable && attempt > 1
  return isRepeatable && OUTCOME_UNKNOWN.includes(error.status)
}

/** How long to wait after this attempt, or null when it is too long; `random` is between 0 and 1. */
export function retryDelayMs(error: unknown, attempt: number, retryAfterMsMax: number, random: number): number | null {
  const requestedMs = error instanceof ServiceError ? error.retryAfterMs : null
  const backoff = Math.min(BACKOFF_MS_MAX, BACKOFF_MS * 2 ** (attempt - 1)) * (0.5 + random / 2)
  if (requestedMs === null) return backoff
  // A little later than asked for, each at another moment: all who were refused together would be back together.
  return requestedMs > retryAfterMsMax ? null : requestedMs + Math.min(requestedMs, BACKOFF_MS) * random
}
