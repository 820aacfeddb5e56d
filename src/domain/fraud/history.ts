/** What can be done with money; the spec's operation types. */
export const OPERATIONS = ['transfer', 'payment', 'withdrawal', 'deposit', 'refund'] as const
export type Operation = (typeof OPERATIONS)[number]

/** One transaction as the history of its user keeps it. */
export type Entry = {
  /** The transaction's own time, milliseconds. */
  at: number
  /** Minor units of its currency. */
  minor: number
  currency: string
  /** Minor units of the base currency. */
  base: number
  operation: Operation
  /** These five tell one from another and may be digests. */
  merchant: string | null
  category: string | null
  device: string | null
  ip: string | null
  account?: string | null | undefined
  /** It was several times what the user usually moved then. */
  isSpike: boolean
}

/** What is remembered of a user: the transactions of the 30 days before the newest, by time and then by the order in which they came. */
export type History = {
  /** Time of the user's first transaction, milliseconds; null when there was none. */
  first: number | null
  /** All that ever entered. */
  count: number
  entries: readonly Entry[]
}

export const HOUR_MS = 3_600_000
export const DAY_MS = 86_400_000
/** The longest window. */
export const WINDOW_MS_MAX = 30 * DAY_MS

export const NO_HISTORY: History = { first: null, count: 0, entries: [] }

/** Whether a transaction of that time is in no window of the history: as old as the longest one before the newest, or older. */
export function isTooOld({ entries }: Pick<History, 'entries'>, at: number): boolean {
  return at <= (entries.at(-1)?.at ?? at) - WINDOW_MS_MAX
}

/** The history with one transaction more, in its place by time however late it comes. One that is too old changes nothing. */
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

/** Those in the window that ends with `at`, which it includes, and begins right behind `at` − `ms`. */
export function entriesWithin({ entries }: History, at: number, ms: number): readonly Entry[] {
  return entries.slice(countUpTo(entries, at - ms), countUpTo(entries, at))
}

/** How many are at `at` or before. */
export function countUpTo(entries: readonly Entry[], at: number): number {
  let low = 0
  let high = entries.length
  // Nearly always all or none, and what lies between costs a look at each.
  if (high === 0 || entries[0]!.at > at) return 0
  if (entries[high - 1]!.at <= at) return high
  while (low < high) {
    const middle = (low + high) >> 1
    if (entries[middle]!.at > at) high = middle
    else low = middle + 1
  }
  return low
}
