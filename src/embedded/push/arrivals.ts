/** What has arrived at a network of the sandbox: the newest, for whoever wants to see what a phone would show. */
export type Arrival = {
  /** ISO 8601. */
  at: string
  token: string
  /** What was answered. */
  status: number
  reason: string | null
  headers: Record<string, string>
  payload: unknown
}

/** Older ones are forgotten. */
const KEPT_MAX = 1_000

export function createArrivals(keptMax = KEPT_MAX) {
  const kept: Arrival[] = []
  return {
    add(arrival: Arrival) {
      kept.push(arrival)
      if (kept.length > keptMax) kept.shift()
    },
    /** The newest first. */
    list: () => kept.toReversed(),
  }
}
