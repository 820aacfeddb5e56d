import type { Entry } from '../history.ts'

/** `scoredAt`: revision of its score, null without one; `entry`: null if it was not ingested. */
export type Known = { scoredAt: number | null; entry: Entry | null }

/** By transaction_id: all transactions of the history and some recent others. Immutable. */
export type KnownTransactions = {
  get(transactionId: string): Known | undefined
  has(transactionId: string): boolean
  size: number
  with(more: ReadonlyMap<string, Known>, entries: readonly Entry[]): KnownTransactions
}

/** Transactions outside every window that are kept: parallel requests for one old transaction find it here. */
const OUTSIDE_MAX = 64
/** Recent ones are kept apart, so that adding one does not copy the tens of thousands of a busy user. */
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
