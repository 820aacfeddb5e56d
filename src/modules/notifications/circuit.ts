import type { PushOutcome } from '#edge/push/push.ts'
import type { Reason } from '#edge/push/reasons.ts'

/**
 * Whether a push network is worth being asked, as one process knows it: not for a while once it answers nothing or refuses us, and then by one message
 * alone until it answers again. What is queued meanwhile waits.
 */
export type Circuit = {
  /** In how many milliseconds a message may try; 0 = now, and then `settle` is told what came of it, and by which token. */
  enter(): number
  settle(outcome: PushOutcome, token: string): void
  /** A message that had entered was not sent after all. */
  leave(): void
  /** Why nothing is sent; null while it is. */
  trouble(): { reason: Reason; forMs: number } | null
}

/** In a row; fewer are what a network that is well has too. */
const FAULTS_MAX = 5
/** So many devices in a row that a network has a limit for are no longer the devices' doing: one alone must not keep it from everybody. */
const LIMITED_MAX = 3
const GAP_MS_MIN = 1_000
const GAP_MS_MAX = 60_000
/** Somebody has to mend the configuration; until then one message a minute finds out whether they have. */
const CREDENTIALS_GAP_MS = 60_000
/** By no word of a network is it left alone for longer. */
const NAMED_GAP_MS_MAX = 3_600_000
/** Behind the one that tries. */
const BEHIND_MS = 500

export function createCircuit(now: () => number = () => performance.now()): Circuit {
  let faults = 0
  let gaps = 0
  let open: { until: number; reason: Reason } | undefined
  let isTrying = false
  /** Tokens that were told of a limit since the network took anything. */
  const limited = new Set<string>()

  function shut(reason: Reason, ms: number) {
    const until = now() + ms
    open = { until: Math.max(until, open?.until ?? 0), reason }
    limited.clear()
  }

  /** Whether what may be one device's limit is everybody's. */
  function isOfAll(outcome: PushOutcome & { is: 'later' }, token: string): boolean {
    if (outcome.about === 'either') limited.add(token)
    return outcome.about === 'network' || limited.size >= LIMITED_MAX
  }

  return {
    enter() {
      if (open === undefined) return 0
      const inMs = open.until - now()
      if (inMs > 0) return inMs
      if (isTrying) return BEHIND_MS
      isTrying = true
      return 0
    },
    leave() {
      isTrying = false
    },
    settle(outcome, token) {
      isTrying = false
      if (outcome.is === 'sent') limited.clear()
      if (outcome.is === 'credentials') {
        shut(outcome.reason, CREDENTIALS_GAP_MS)
        return
      }
      if (outcome.is !== 'later' || outcome.about === 'message' || !isOfAll(outcome, token)) {
        // Whatever it says of this message, it is there. What was sent before it shut up says nothing of now.
        if (open !== undefined && open.until > now()) return
        open = undefined
        faults = 0
        gaps = 0
        return
      }
      if (outcome.retryAfterMs !== null) {
        shut(outcome.reason, Math.min(outcome.retryAfterMs, NAMED_GAP_MS_MAX))
        return
      }
      faults += 1
      if (faults < FAULTS_MAX || (open !== undefined && open.until > now())) return
      shut(outcome.reason, Math.min(GAP_MS_MIN * 2 ** gaps, GAP_MS_MAX))
      gaps += 1
    },
    trouble: () => (open === undefined ? null : { reason: open.reason, forMs: Math.max(0, open.until - now()) }),
  }
}
