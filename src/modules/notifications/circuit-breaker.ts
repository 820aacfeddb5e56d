import type { PushOutcome } from '#edge/push/push-sender.ts'
import type { PushReason } from '#edge/push/reasons.ts'

/** Consecutive failures; a healthy network has fewer. */
const FAILURES_MAX = 5
/** Consecutive devices with a rate limit, above which the limit is taken for one of the whole network. */
const LIMITED_TOKENS_MAX = 3
const OPEN_MS_MIN = 1_000
const OPEN_MS_MAX = 60_000
/** An operator must correct the configuration; one message a minute detects it. */
const CREDENTIALS_OPEN_MS = 60_000
const RETRY_AFTER_MS_MAX = 3_600_000
const PROBE_POLL_MS = 500

/** Opens after repeated failures or refused credentials; half-open, one message probes the network. */
export function createCircuitBreaker(now: () => number = () => performance.now()) {
  let failures = 0
  let openings = 0
  let open: { until: number; reason: PushReason } | undefined
  let isProbing = false
  const limitedTokens = new Set<string>()

  function trip(reason: PushReason, ms: number) {
    const until = now() + ms
    open = { until: Math.max(until, open?.until ?? 0), reason }
    limitedTokens.clear()
  }

  function isNetworkWide(outcome: PushOutcome & { is: 'later' }, token: string): boolean {
    if (outcome.about === 'either') limitedTokens.add(token)
    return outcome.about === 'network' || limitedTokens.size >= LIMITED_TOKENS_MAX
  }

  return {
    /** Milliseconds until a message may be sent; 0 = now, followed by `recordOutcome` or `release`. */
    acquire(): number {
      if (open === undefined) return 0
      const remainingMs = open.until - now()
      if (remainingMs > 0) return remainingMs
      if (isProbing) return PROBE_POLL_MS
      isProbing = true
      return 0
    },
    release() {
      isProbing = false
    },
    recordOutcome(outcome: PushOutcome, token: string): void {
      isProbing = false
      if (outcome.is === 'sent') limitedTokens.clear()
      if (outcome.is === 'credentials') {
        trip(outcome.reason, CREDENTIALS_OPEN_MS)
        return
      }
      if (outcome.is !== 'later' || outcome.about === 'message' || !isNetworkWide(outcome, token)) {
        // The network responds. Results of messages sent before it opened do not count.
        if (open !== undefined && open.until > now()) return
        open = undefined
        failures = 0
        openings = 0
        return
      }
      if (outcome.retryAfterMs !== null) {
        trip(outcome.reason, Math.min(outcome.retryAfterMs, RETRY_AFTER_MS_MAX))
        return
      }
      failures += 1
      if (failures < FAILURES_MAX || (open !== undefined && open.until > now())) return
      trip(outcome.reason, Math.min(OPEN_MS_MIN * 2 ** openings, OPEN_MS_MAX))
      openings += 1
    },
    outage: () => (open === undefined ? null : { reason: open.reason, forMs: Math.max(0, open.until - now()) }),
  }
}
