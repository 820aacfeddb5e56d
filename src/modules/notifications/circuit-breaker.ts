import type { PushOutcome } from '#edge/push/push-sender.ts'
import type { PushReason } from '#edge/push/reasons.ts'

/**
 * Whether a push network is worth being asked, as one process knows it: not for a while once it answers nothing or refuses us, and then by one message
 * alone until it answers again. What is queued meanwhile waits.
 */
export type CircuitBreaker = {
  /** In how many milliseconds a message may try; 0 = now, and then `settle` is told what came of it, and by which token. */
  acquire(): number
  recordOutcome(outcome: PushOutcome, token: string): void
  /** A message that had entered was not sent after all. */
  release(): void
  /** Why nothing is sent; null while it is. */
  outage(): { reason: PushReason; forMs: number } | null
}

/** In a row; fewer are what a network that is well has too. */
const FAILURES_MAX = 5
/** So many devices in a row that a network has a limit for are no longer the devices' doing: one alone must not keep it from everybody. */
const LIMITED_TOKENS_MAX = 3
const OPEN_MS_MIN = 1_000
const OPEN_MS_MAX = 60_000
/** Somebody has to mend the configuration; until then one message a minute finds out whether they have. */
const CREDENTIALS_OPEN_MS = 60_000
/** By no word of a network is it left alone for longer. */
const RETRY_AFTER_MS_MAX = 3_600_000
/** Behind the one that tries. */
const PROBE_POLL_MS = 500

export function createCircuitBreaker(now: () => number = () => performance.now()): CircuitBreaker {
  let failures = 0
  let openings = 0
  let open: { until: number; reason: PushReason } | undefined
  let isProbing = false
  /** Tokens that were told of a limit since the network took anything. */
  const limitedTokens = new Set<string>()

  function trip(reason: PushReason, ms: number) {
    const until = now() + ms
    open = { until: Math.max(until, open?.until ?? 0), reason }
    limitedTokens.clear()
  }

  /** Whether what may be one device's limit is everybody's. */
  function isNetworkWide(outcome: PushOutcome & { is: 'later' }, token: string): boolean {
    if (outcome.about === 'either') limitedTokens.add(token)
    return outcome.about === 'network' || limitedTokens.size >= LIMITED_TOKENS_MAX
  }

  return {
    acquire() {
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
    recordOutcome(outcome, token) {
      isProbing = false
      if (outcome.is === 'sent') limitedTokens.clear()
      if (outcome.is === 'credentials') {
        trip(outcome.reason, CREDENTIALS_OPEN_MS)
        return
      }
      if (outcome.is !== 'later' || outcome.about === 'message' || !isNetworkWide(outcome, token)) {
        // Whatever it says of this message, it is there. What was sent before it shut up says nothing of now.
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
