type Waiting = { cost: number; resolve(): void }

/** All pages of a browser take turns: at first some at once, then one every so often. */
const LIMITS = { atOnce: 6, refillMs: 10_000 }

/**
 * Turns for the readings that no person requested, over all pages, so that 50 events a second cost no more requests
 * than the client's machines can spare: 12 in the first minute, then 6.
 */
export function createTurns({ atOnce, refillMs } = LIMITS, now: () => number = () => performance.now()) {
  const waiting: Waiting[] = []
  let left = atOnce
  let filledAtMs = now()
  let blockedUntilMs = Number.NEGATIVE_INFINITY
  let timer: ReturnType<typeof setTimeout> | undefined

  function refill(): void {
    const parts = Math.floor((now() - filledAtMs) / refillMs)
    left = Math.min(atOnce, left + parts)
    filledAtMs = left === atOnce ? now() : filledAtMs + parts * refillMs
  }

  /** Until the first that waits can have its turn. */
  function delayMs(cost: number): number {
    // A reading that costs more than there can be gets all there is.
    const missing = Math.min(cost, atOnce) - left
    const filledMs = missing <= 0 ? 0 : filledAtMs + missing * refillMs - now()
    return Math.max(0, filledMs, blockedUntilMs - now())
  }

  function grant(): void {
    clearTimeout(timer)
    for (let first = waiting[0]; first !== undefined; first = waiting[0]) {
      refill()
      const waitMs = delayMs(first.cost)
      if (waitMs > 0) {
        timer = setTimeout(grant, waitMs)
        return
      }
      waiting.shift()
      left = Math.max(0, left - first.cost)
      first.resolve()
    }
  }

  return {
    /** Resolves when it is this reading's turn. `cost`: how many requests it makes. */
    take(cost: number): Promise<void> {
      return new Promise(resolve => {
        waiting.push({ cost, resolve })
        grant()
      })
    },
    /** Grants no turn until then: what is left of the rate limit is for persons and machines. */
    block(forMs: number): void {
      blockedUntilMs = Math.max(blockedUntilMs, now() + forMs)
      grant()
    },
  }
}
