/** What can be done with money; the spec's operation types. */
export const OPERATIONS = ['transfer', 'payment', 'withdrawal', 'deposit', 'refund'] as const
export type Operation = (typeof OPERATIONS)[number]

/** One transaction as the history of its user keeps it. Times are the transaction's own, in milliseconds; amounts minor units of the base currency. */
export type Entry = {
  at: number
  minor: number
  operation: Operation
  merchant: string | null
  category: string | null
  device: string | null
  ip: string | null
  /** It was several times what the user usually moved then. */
  isSpike: boolean
}

type Device = { id: string; first: number; last: number }

/** What is remembered of a user: the transactions of 30 days, by time and then by the order in which they came, and the newest devices. */
export type History = {
  /** Time of the user's first transaction. */
  first: number | null
  /** All that ever entered. */
  count: number
  entries: readonly Entry[]
  devices: readonly Device[]
}

export const HOUR_MS = 3_600_000
export const DAY_MS = 86_400_000
/** The longest window. */
export const KEPT_MS = 30 * DAY_MS
/** A user with more devices is remembered by the newest of them. */
const DEVICES_MAX = 16

export const NO_HISTORY: History = { first: null, count: 0, entries: [], devices: [] }

/**
 * The history with one transaction more, in its place by time however late it comes. One that is older than the longest window before the newest
 * changes nothing.
 */
export function entered(history: History, entry: Entry): History {
  const { entries, first, count } = history
  const newest = Math.max(entries.at(-1)?.at ?? entry.at, entry.at)
  if (entry.at <= newest - KEPT_MS) return history
  const place = behind(entries, entry.at)
  const kept = behind(entries, newest - KEPT_MS)
  return {
    first: Math.min(first ?? entry.at, entry.at),
    count: count + 1,
    entries: [...entries.slice(kept, place), entry, ...entries.slice(place)],
    devices: entry.device === null ? history.devices : withDevice(history.devices, entry.device, entry.at),
  }
}

/** Those in the window that ends with `at`, which it includes, and begins right behind `at` − `ms`. */
export function within({ entries }: History, at: number, ms: number): readonly Entry[] {
  return entries.slice(behind(entries, at - ms), behind(entries, at))
}

/** How many are at `at` or before. */
function behind(entries: readonly Entry[], at: number): number {
  let low = 0
  let high = entries.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (entries[middle]!.at > at) high = middle
    else low = middle + 1
  }
  return low
}

function withDevice(devices: readonly Device[], id: string, at: number): readonly Device[] {
  const known = devices.find(device => device.id === id)
  const now =
    known === undefined
      ? { id, first: at, last: at }
      : { id, first: Math.min(known.first, at), last: Math.max(known.last, at) }
  return [now, ...devices.filter(device => device.id !== id)].sort((a, b) => b.last - a.last).slice(0, DEVICES_MAX)
}
