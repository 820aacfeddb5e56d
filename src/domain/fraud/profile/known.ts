import type { Entry } from '../history.ts'

/** A transaction of the stream: in which revision it was scored, null when it was not, and what entered of it, null when nothing did. */
export type Known = { scoredAt: number | null; entry: Entry | null }

/** By transaction_id: all that are in the history, and some of those that came last. Nothing of it changes. */
export type KnownTransactions = {
  get(transactionId: string): Known | undefined
  has(transactionId: string): boolean
  size: number
  /** With these as well, and `entries` in the history. */
  with(more: ReadonlyMap<string, Known>, entries: readonly Entry[]): KnownTransactions
}

/** So many of those that are in no window any more are remembered: as many requests for one old transaction may be under way together. */
const OUTSIDE_MAX = 64
/** So many that came last stand beside the others: a user may have tens of thousands, which one more does not copy. */
const RECENT_MAX = 64

export const NONE_KNOWN = createKnown(new Map(), new Map())

function createKnown(all: ReadonlyMap<string, Known>, last: ReadonlyMap<string, Known>): KnownTransactions {
  return {
    get: id => last.get(id) ?? all.get(id),
    has: id => last.has(id) || all.has(id),
    size: all.size + last.size,
    with(more, entries) {
      const newest = new Map([...last, ...more])
      if (newest.size <= RECENT_MAX) return createKnown(all, newest)
      const merged = new Map(all)
      for (const [id, known] of newest) merged.set(id, known)
      evictOld(merged, entries)
      return createKnown(merged, new Map())
    },
  }
}

/** Whatever came first goes first. */
function evictOld(known: Map<string, Known>, entries: readonly Entry[]): void {
  let outside = known.size - entries.length
  const inHistory = new Set(outside > OUTSIDE_MAX ? entries : [])
  for (const [id, { entry }] of known) {
    if (outside <= OUTSIDE_MAX) return
    if (entry !== null && inHistory.has(entry)) continue
    known.delete(id)
    outside -= 1
  }
}
