import pMap from 'p-map'
import { deviceOf } from '#commands/fraud/enter-transaction.ts'
import { judge } from '#domain/fraud/assess.ts'
import { BASE_CURRENCY } from '#domain/fraud/base-currency.ts'
import { isSpike, readingsOf } from '#domain/fraud/features.ts'
import { countUpTo, type Entry, type History, KEPT_MS, NO_HISTORY, type Operation } from '#domain/fraud/history.ts'
import type { ListEntry, ListState } from '#domain/fraud/lists/decider.ts'
import { entriesFor } from '#domain/fraud/lists/match.ts'
import { transactions } from '#domain/transactions/decider.ts'
import { accountKey, deviceKey } from '#projections/fraud/figures.ts'
import type { RecordedScore } from '#projections/fraud/transactions.ts'
import { figuresBefore } from '#queries/fraud/figures-before.ts'
import type { ListedTransaction } from '#queries/fraud/list-transactions.ts'
import { type PastsParams, pastsOf } from '#queries/fraud/pasts-of.ts'
import { accountDigest, factsOf } from '#services/fraud/facts-of.ts'
import type { BatchService } from '#services/fraud/scoring.ts'
import { termsOf } from '#services/fraud/terms-for.ts'
import { inTurns } from './in-turns.ts'

/** Streams that are read at the same time, of transactions whose device is asked for. */
const PARALLEL = 32
/** What is usual of a transaction in the longest window is found in the one before that. */
const PAST_MS = 2 * KEPT_MS

/** A score of no threshold. */
export type BatchScore = Pick<RecordedScore, 'score' | 'level' | 'risk_factors' | 'is_allowed'>

/** What a transaction was made with: as the list names it, and in clear. */
type Made = {
  device: string | null
  ip: string | null
  clear: { fingerprint: string | null; ip: string | null } | null
}

/**
 * What transactions that were never scored would have been scored when they came, by the model, rules and lists of now: as if each had been scored
 * as it was recorded, and those of one request in the order of their own times. The order in which they entered is another
 * one: of what was recorded seconds apart the older enters first. One that came late has its whole window, of which a profile no longer remembers the end.
 */
export async function scoresOf(
  service: BatchService,
  client_id: string,
  asked: readonly ListedTransaction[],
): Promise<Map<string, BatchScore>> {
  if (asked.length === 0) return new Map()
  const { listed } = await termsOf(service.execute, client_id)
  const own = await madeWith(service, client_id, keysToOpen(asked, listed))
  const accountOf = ({ account_id }: ListedTransaction) => {
    const digest = accountDigest(service.vault, client_id, account_id)
    return digest === null ? null : accountKey(client_id, digest)
  }
  const complete = asked.map(one => ({ ...one, account: accountOf(one), ...own.get(one.transaction_key) }))
  const [figures, histories] = await Promise.all([
    figuresBefore(service, client_id, complete),
    historiesOf(service, client_id, asked),
  ])
  const found = await inTurns(complete, transaction => {
    const entry = entryOf(transaction, false)
    const around = figures.get(transaction.transaction_key)!
    const readings = readingsOf(entry, historyOf(histories, transaction), around)
    return { transaction, entry, around, readings }
  })
  const answers = await service.scoring.answers(found.map(({ readings }) => readings))
  const now = service.now()
  const judged = await inTurns([...found.entries()], ([at, { transaction, readings: _, ...given }]) => {
    const { clear = null } = own.get(transaction.transaction_key) ?? {}
    const entries = entriesNaming(listed, transaction, clear, now)
    const history = historyOf(histories, transaction)
    const { score, level, risk_factors, decision } = judge({ ...given, history, answer: answers[at]!, entries })
    return [transaction.transaction_key, { score, level, risk_factors, is_allowed: decision === 'allow' }] as const
  })
  return new Map(judged)
}

/** Overlapping windows of a user are read once. */
function rangesOf(asked: readonly ListedTransaction[]): PastsParams[] {
  const ranges: PastsParams[] = []
  for (const { profile, at } of asked.toSorted((a, b) =>
    a.profile < b.profile ? -1 : a.profile > b.profile ? 1 : a.at - b.at,
  )) {
    const last = ranges.at(-1)
    if (last?.profile === profile && at - PAST_MS <= last.to) last.to = at
    else ranges.push({ profile, from: at - PAST_MS, to: at })
  }
  return ranges
}

/** What no profile has yet is sealed in the transaction's stream, and so is what lists name in clear. */
function keysToOpen(asked: readonly ListedTransaction[], listed: ListState): string[] {
  const isListed = [...listed.values()].some(({ kind }) => kind === 'device' || kind === 'ip_range')
  const sealed = asked.filter(({ has_device, is_entered }) => has_device && (isListed || !is_entered))
  return sealed.map(({ transaction_key }) => transaction_key)
}

async function madeWith(service: BatchService, client_id: string, keys: readonly string[]): Promise<Map<string, Made>> {
  const made = new Map<string, Made>()
  const read = async (key: string) => {
    const { recorded } = (await service.execute.load(transactions, key)).state
    if (recorded === null) return
    const clear = await deviceOf(service, key, recorded)
    const { device, ip } = factsOf(service.vault, client_id, { ...recorded, device: clear })
    made.set(key, { device: device === null ? null : deviceKey(client_id, device), ip, clear })
  }
  await pMap(keys, read, { concurrency: PARALLEL })
  return made
}

/**
 * Where the history of a transaction stands among its user's: a thousand copies of a long one would be hundreds of megabytes. `entries` are in the
 * order of their times, `order` tells which of them was recorded as the how manieth; those before the `own` one are the history.
 */
type Stretch = { first: number | null; at: number; own: number; entries: readonly Entry[]; order: readonly number[] }

function historyOf(stretches: ReadonlyMap<string, Stretch>, { transaction_key }: ListedTransaction): History {
  const stretch = stretches.get(transaction_key)
  if (stretch === undefined) return NO_HISTORY
  const { first, at, own, entries, order } = stretch
  const begin = countUpTo(entries, at - KEPT_MS)
  const window = entries.slice(begin, countUpTo(entries, at))
  return { first, count: own, entries: window.filter((_, place) => order[begin + place]! < own) }
}

/** By transaction: what its user had done in the longest window before it. */
async function historiesOf(
  service: BatchService,
  client_id: string,
  asked: readonly ListedTransaction[],
): Promise<Map<string, Stretch>> {
  const pasts = await pastsOf(service.db, rangesOf(asked))
  const sealed = pasts.flatMap(({ transactions }) => transactions.filter(({ is_sealed }) => is_sealed))
  const made = await madeWith(
    service,
    client_id,
    sealed.map(({ transaction_key }) => transaction_key),
  )
  const wanted = new Set(asked.map(({ transaction_key }) => transaction_key))
  const stretches = new Map<string, Stretch>()
  const lives = pasts.map(({ first, transactions }) => ({
    first,
    transactions,
    entries: [] as Entry[],
    order: [] as number[],
  }))
  await inTurns(
    lives.flatMap(life => life.transactions.map((one, own) => ({ life, one, own }))),
    ({ life, one, own }) => {
      const { first, entries, order } = life
      const { transaction_key, at, base, is_spike } = one
      if (wanted.has(transaction_key)) stretches.set(transaction_key, { first, at, own, entries, order })
      const spike = is_spike ?? isSpike({ first, count: own, entries }, at, base)
      const place = countUpTo(entries, at)
      entries.splice(place, 0, entryOf({ ...one, category: null, ...made.get(transaction_key) }, spike))
      order.splice(place, 0, own)
      life.first = Math.min(first ?? at, at)
    },
  )
  return stretches
}

type Known = {
  at: number
  operation: string
  merchant: string | null
  category: string | null
  device: string | null
  ip: string | null
} & ({ base: number } | { base_minor: number })

/** In the base currency: only the velocity, which no batch tells, is in others. */
function entryOf({ at, operation, merchant, category, device, ip, ...amount }: Known, isSpike: boolean): Entry {
  const base = 'base' in amount ? amount.base : amount.base_minor
  return {
    ...{ at, minor: base, currency: BASE_CURRENCY, base, operation: operation as Operation },
    ...{ merchant, category, device, ip, isSpike },
  }
}

function entriesNaming(
  listed: ListState,
  { user_id, account_id, merchant }: ListedTransaction,
  clear: Made['clear'],
  now: Date,
): ListEntry[] {
  const device = clear?.fingerprint ?? null
  return entriesFor(listed, { user: user_id, account: account_id, merchant, device, ip: clear?.ip ?? null }, now)
}
