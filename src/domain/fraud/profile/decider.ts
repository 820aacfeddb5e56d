import { family } from '#event-sourcing/category.ts'
import type { Decider, Recorded } from '#event-sourcing/decider.ts'
import { countUpTo, type Entry, type History, isTooOld, NO_HISTORY, WINDOW_MS_MAX } from '../history.ts'
import { type ProfileEvent, type ProfileTransaction, profileStreams, type ScoredData } from './events.ts'
import { type Known, type KnownTransactions, NONE_KNOWN } from './known.ts'

type TransactionRef = { client_id: string; user_id: string; transaction_id: string }

export type ProfileCommand =
  | { type: 'score'; ref: TransactionRef; transaction: ProfileTransaction; score: Score }
  | { type: 'enter'; ref: TransactionRef; transaction: ProfileTransaction }

export type Score = Omit<ScoredData, keyof TransactionRef | 'transaction' | 'has_entered' | 'totals'>

export type ProfileState = { history: History; known: KnownTransactions }

const profileDecider: Decider<ProfileCommand, ProfileState, ProfileEvent> = {
  initial: { history: NO_HISTORY, known: NONE_KNOWN },

  decide({ type, ref, transaction, ...command }, { history, known }) {
    const before = known.get(ref.transaction_id)
    const isIngested = before === undefined && !isTooOld(history, Date.parse(transaction.timestamp))
    const totals = totalsOf(history, isIngested ? Date.parse(transaction.timestamp) : null)
    if (type === 'enter')
      return isIngested ? [{ type: 'TransactionEntered', data: { ...ref, transaction, totals } }] : []
    if (typeof before?.scoredAt === 'number' || !('score' in command)) return []
    const data = { ...ref, transaction, has_entered: isIngested, totals, ...command.score }
    return [{ type: 'TransactionScored', data }]
  },

  evolve: (state, event) => collate(state, [event]),
  evolveAll: collate,
}

export const profiles = {
  ...family(profileStreams, profileDecider),
  /** Whether `older` and all events before it are outside every window. */
  isFoldStart: (older: Recorded<ProfileEvent>, newest: Recorded<ProfileEvent>) =>
    timeOf(older.data.totals.newest) <= timeOf(newest.data.totals.newest) - WINDOW_MS_MAX,
}

export function historyBefore({ history, known }: ProfileState, transactionId: string): History {
  const own = known.get(transactionId)?.entry ?? null
  if (own === null || !history.entries.includes(own)) return history
  return { ...history, count: history.count - 1, entries: history.entries.filter(entry => entry !== own) }
}

export function entryOf(transaction: ProfileTransaction): Entry {
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

/** All events in one pass: a copy per event would be quadratic. */
function collate({ history, known: before }: ProfileState, events: readonly Recorded<ProfileEvent>[]): ProfileState {
  const known = new Map<string, Known>()
  const entries = history.entries.slice()
  for (const { type, data, revision } of events) {
    const { transaction_id, transaction } = data
    const isIngested = type === 'TransactionEntered' || data.has_entered
    const seen = known.get(transaction_id) ?? before.get(transaction_id)
    const entry = isIngested ? entryOf(transaction) : (seen?.entry ?? null)
    if (isIngested && entry !== null && !isTooOld({ entries }, entry.at))
      entries.splice(countUpTo(entries, entry.at), 0, entry)
    known.set(transaction_id, { scoredAt: type === 'TransactionScored' ? revision : null, entry })
  }
  const last = events.at(-1)
  if (last === undefined) return { history, known: before }
  entries.splice(0, countUpTo(entries, entries.at(-1)!.at - WINDOW_MS_MAX))
  // From the totals: the tail that is read lacks older events.
  const { count, first } = last.data.totals
  return {
    history: { entries, count, first: first === null ? null : Date.parse(first) },
    known: before.with(known, entries),
  }
}

function totalsOf({ first, count, entries }: History, at: number | null): ScoredData['totals'] {
  const iso = (times: (number | null | undefined)[], of: (...times: number[]) => number) => {
    const known = times.filter(time => typeof time === 'number')
    return known.length === 0 ? null : new Date(of(...known)).toISOString()
  }
  return {
    count: at === null ? count : count + 1,
    first: iso([first, at], Math.min),
    newest: iso([entries.at(-1)?.at, at], Math.max),
  }
}

function timeOf(time: string | null): number {
  return time === null ? Number.NEGATIVE_INFINITY : Date.parse(time)
}
