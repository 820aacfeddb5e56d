import { family } from '#category.ts'
import type { Decider, Recorded } from '#decider.ts'
import { type Entry, entered, type History, isTooOld, KEPT_MS, NO_HISTORY } from '../history.ts'
import { type EnteredTransaction, type ProfileEvent, profileStreams, type ScoredData } from './events.ts'

type Whose = { client_id: string; user_id: string; transaction_id: string }

export type ProfileCommand =
  /** `score`: what was found on the state that is decided on. */
  | { type: 'score'; whose: Whose; transaction: EnteredTransaction; score: Score }
  | { type: 'enter'; whose: Whose; transaction: EnteredTransaction }

/** A score without what the decider adds. */
export type Score = Omit<ScoredData, keyof Whose | 'transaction' | 'has_entered' | 'totals'>

/** A transaction of the stream: in which revision it was scored, null when it was not, and what entered of it, null when nothing did. */
type Known = { scoredAt: number | null; entry: Entry | null }

export type ProfileState = {
  history: History
  /** By transaction_id: all that are in the history, and some of those that came last. */
  known: ReadonlyMap<string, Known>
}

/** So many of those that are in no window any more are remembered: as many requests for one old transaction may be under way together. */
const OUTSIDE_MAX = 64

const profileDecider: Decider<ProfileCommand, ProfileState, ProfileEvent> = {
  initial: { history: NO_HISTORY, known: new Map() },

  decide({ type, whose, transaction, ...command }, { history, known }) {
    const before = known.get(whose.transaction_id)
    const enters = before === undefined && !isTooOld(history, Date.parse(transaction.timestamp))
    const totals = totalsOf(enters ? entered(history, entryOf(transaction)) : history)
    if (type === 'enter') return enters ? [{ type: 'TransactionEntered', data: { ...whose, transaction, totals } }] : []
    if (typeof before?.scoredAt === 'number' || !('score' in command)) return []
    const data = { ...whose, transaction, has_entered: enters, totals, ...command.score }
    return [{ type: 'TransactionScored', data }]
  },

  evolve: (state, event) => collate(state, [event]),
  evolveAll: collate,
}

export const profiles = {
  ...family(profileStreams, profileDecider),
  /** Whether everything in front of `older` is in no window any more, nor is it itself. */
  isTailFrom: (older: Recorded<ProfileEvent>, newest: Recorded<ProfileEvent>) =>
    timeOf(older.data.totals.newest) <= timeOf(newest.data.totals.newest) - KEPT_MS,
}

/** The history that a transaction is scored on: without itself, in case it has entered before. */
export function historyBefore({ history, known }: ProfileState, transactionId: string): History {
  const own = known.get(transactionId)?.entry ?? null
  if (own === null || !history.entries.includes(own)) return history
  return { ...history, count: history.count - 1, entries: history.entries.filter(entry => entry !== own) }
}

export function entryOf(transaction: EnteredTransaction): Entry {
  const { timestamp, amount_minor, base_minor, operation_type, is_spike, ...same } = transaction
  return {
    ...same,
    at: Date.parse(timestamp),
    minor: amount_minor,
    base: base_minor,
    operation: operation_type,
    isSpike: is_spike,
  }
}

function collate({ history, known: before }: ProfileState, events: readonly Recorded<ProfileEvent>[]): ProfileState {
  const known = new Map(before)
  let after = history
  for (const { type, data, revision } of events) {
    const { transaction_id, transaction, totals } = data
    const enters = type === 'TransactionEntered' || data.has_entered
    const entry = enters ? entryOf(transaction) : (known.get(transaction_id)?.entry ?? null)
    const { entries } = enters && entry !== null ? entered(after, entry) : after
    // Counted is also what the tail of a stream does not hold.
    after = { entries, count: totals.count, first: totals.first === null ? null : Date.parse(totals.first) }
    known.set(transaction_id, { scoredAt: type === 'TransactionScored' ? revision : null, entry })
  }
  forgetOld(known, after)
  return { history: after, known }
}

/** Whatever came first goes first. */
function forgetOld(known: Map<string, Known>, { entries }: History): void {
  let outside = known.size - entries.length
  const inHistory = new Set(outside > OUTSIDE_MAX ? entries : [])
  for (const [id, { entry }] of known) {
    if (outside <= OUTSIDE_MAX) return
    if (entry !== null && inHistory.has(entry)) continue
    known.delete(id)
    outside -= 1
  }
}

function totalsOf({ first, count, entries }: History): ScoredData['totals'] {
  const iso = (at: number | null | undefined) => (at === null || at === undefined ? null : new Date(at).toISOString())
  return { count, first: iso(first), newest: iso(entries.at(-1)?.at) }
}

function timeOf(time: string | null): number {
  return time === null ? Number.NEGATIVE_INFINITY : Date.parse(time)
}
