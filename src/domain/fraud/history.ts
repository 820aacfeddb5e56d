export const OPERATIONS = ['transfer', 'payment', 'withdrawal', 'deposit', 'refund'] as const
export type Operation = (typeof OPERATIONS)[number]

export type Entry = {
  at: number
  minor: number
  currency: string
  /** Minor units of the base currency. */
  base: number
  operation: Operation
  /** Identifiers, partly digests. */
  merchant: string | null
  category: string | null
  device: string | null
  ip: string | null
  account?: string | null | undefined
  isSpike: boolean
}

/** A user's transactions of the 30 days before the newest, by time, then by order of arrival. */
export type History = {
  /** Milliseconds; null for an empty history. */
  first: number | null
  count: number
  entries: readonly Entry[]
}

export const HOUR_MS = 3_600_000
export const DAY_MS = 86_400_000
export const WINDOW_MS_MAX = 30 * DAY_MS

export const NO_HISTORY: History = { first: null, count: 0, entries: [] }

export function isTooOld({ entries }: Pick<History, 'entries'>, at: number): boolean {
  return at <= (entries.at(-1)?.at ?? at) - WINDOW_MS_MAX
}

/** Sorted in by time, however late it comes. A transaction that is too old changes nothing. */
export function withEntry(history: History, entry: Entry): History {
  if (isTooOld(history, entry.at)) return history
  const { entries, first, count } = history
  const newest = Math.max(entries.at(-1)?.at ?? entry.at, entry.at)
  const index = countUpTo(entries, entry.at)
  const kept = countUpTo(entries, newest - WINDOW_MS_MAX)
  return {
    first: Math.min(first ?? entry.at, entry.at),
    count: count + 1,
    entries: [...entries.slice(kept, index), entry, ...entries.slice(index)],
  }
}

/** The window (`at` − `ms`, `at`]. */
export function entriesWithin({ entries }: History, at: number, ms: number): readonly Entry[] {
  return entries.slice(countUpTo(entries, at - ms), countUpTo(entries, at))
}

export function countUpTo(entries: readonly Entry[], at: number): number {
  let low = 0
  let high = entries.length
  if (high === 0 || entries[0]!.at > at) return 0
  if (entries[high - 1]!.at <= at) return high
  while (low < high) {
    const middle = (low + high) >> 1
    if (entries[middle]!.at > at) high = middle
    else low = middle + 1
  }
  return low
}
