import { type ErrorCode, Rejection } from '#values/errors.ts'
import { endOf, type Plan, type Window } from './plans.ts'

/** The decision about a request, with the window that limits it first. `resetS`: Unix seconds. */
export type RateLimitVerdict = {
  admitted: boolean
  window: Window
  remaining: number
  resetS: number
  nowS: number
  policy: string
}

/** `pool`: what each window has left. `left`: what this instance holds in addition. */
export function verdictOf(
  plan: Plan,
  pool: readonly number[],
  left: number,
  nowS: number,
  admitted: boolean,
): RateLimitVerdict {
  let window = plan.windows[0]
  let remaining = (pool[0] ?? 0) + left
  for (let i = 1; i < plan.windows.length; i += 1) {
    const other = (pool[i] ?? 0) + left
    // Of two exhausted windows the longer one limits the caller.
    if (other <= remaining) {
      remaining = other
      window = plan.windows[i] ?? window
    }
  }
  const resetS = endOf(window, nowS)
  return { admitted, window, remaining, resetS, nowS, policy: plan.policy }
}

/** RATE_LIMIT_EXCEEDED or the route's own code. Retry-After is never before the end of the window. */
export function tooManyRequests(
  { window, resetS, nowS }: RateLimitVerdict,
  details: Record<string, unknown> = {},
  code: ErrorCode = 'RATE_LIMIT_EXCEEDED',
): Rejection {
  const retry_after_seconds = Math.max(1, resetS - nowS)
  const { limit, name } = window
  return new Rejection(
    code,
    { limit, window: name, retry_after_seconds, ...details },
    { retryAfterS: retry_after_seconds },
  )
}
