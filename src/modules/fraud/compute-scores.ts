import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import pMap from 'p-map'
import { openDevice } from '#commands/fraud/ingest-transaction.ts'
import { evaluate } from '#domain/fraud/assess.ts'
import { BASE_CURRENCY } from '#domain/fraud/base-currency.ts'
import { featureVariants, isSpike } from '#domain/fraud/features.ts'
import {
  countUpTo,
  type Entry,
  type History,
  NO_HISTORY,
  type Operation,
  WINDOW_MS_MAX,
} from '#domain/fraud/history.ts'
import type { ListEntry, ListState } from '#domain/fraud/lists/decider.ts'
import { matchEntries } from '#domain/fraud/lists/match.ts'
import { transactions } from '#domain/transactions/decider.ts'
import { accountKey, deviceKey } from '#projections/fraud/aggregate-rows.ts'
import type { RecordedScore } from '#projections/fraud/transactions.ts'
import type { ListedTransaction } from '#queries/fraud/list-transactions.ts'
import { loadPolicyAndLists } from '#services/fraud/policy-cache.ts'
import { accountDigest, toProfileTransaction } from '#services/fraud/profile-transaction.ts'
import type { BatchService } from '#services/fraud/scoring.ts'
import { findAggregatesBefore } from './aggregates/find-aggregates-before.ts'
import { type HistoryRange, loadHistories } from './load-histories.ts'

const CONCURRENCY = 32
/** A transaction at the start of the longest window needs that window before it. */
const HISTORY_MS = 2 * WINDOW_MS_MAX

export type BatchScore = Pick<RecordedScore, 'score' | 'level' | 'risk_factors' | 'is_allowed'>

type DeviceFields = {
  device: string | null
  ip: string | null
  plaintext: { fingerprint: string | null; ip: string | null } | null
}

/** A late transaction has its whole window. */
export async function computeScores(
  service: BatchService,
  client_id: string,
  listedTransactions: readonly ListedTransaction[],
): Promise<Map<string, BatchScore>> {
  if (listedTransactions.length === 0) return new Map()
  const { listed } = await loadPolicyAndLists(service.execute, client_id)
  const own = await loadDevices(service, client_id, keysToOpen(listedTransactions, listed))
  const accountOf = ({ account_id }: ListedTransaction) => {
    const digest = accountDigest(service.vault, client_id, account_id)
    return digest === null ? null : accountKey(client_id, digest)
  }
  const complete = listedTransactions.map(one => ({ ...one, account: accountOf(one), ...own.get(one.transaction_key) }))
  const [aggregatesByKey, histories] = await Promise.all([
    findAggregatesBefore(service, client_id, complete),
    loadSlices(service, client_id, listedTransactions),
  ])
  const found = await mapYielding(complete, transaction => {
    const entry = entryOf(transaction, false)
    const aggregates = aggregatesByKey.get(transaction.transaction_key)!
    const variants = featureVariants(entry, historyOf(histories, transaction), aggregates)
    return { transaction, entry, aggregates, variants }
  })
  const answers = await service.scoring.predictBatch(found.map(({ variants }) => variants))
  const now = service.now()
  const evaluated = await mapYielding([...found.entries()], ([at, { transaction, variants: _, ...given }]) => {
    const { plaintext = null } = own.get(transaction.transaction_key) ?? {}
    const entries = findListEntries(listed, transaction, plaintext, now)
    const history = historyOf(histories, transaction)
    const { score, level, risk_factors, decision } = evaluate({ ...given, history, modelScore: answers[at]!, entries })
    return [transaction.transaction_key, { score, level, risk_factors, is_allowed: decision === 'allow' }] as const
  })
  return new Map(evaluated)
}

function rangesOf(listedTransactions: readonly ListedTransaction[]): HistoryRange[] {
  const ranges: HistoryRange[] = []
  for (const { profile, at } of listedTransactions.toSorted((a, b) =>
    a.profile < b.profile ? -1 : a.profile > b.profile ? 1 : a.at - b.at,
  )) {
    const last = ranges.at(-1)
    if (last?.profile === profile && at - HISTORY_MS <= last.to) last.to = at
    else ranges.push({ profile, from: at - HISTORY_MS, to: at })
  }
  return ranges
}

/** Devices that no profile has yet, or that lists name in plaintext. */
function keysToOpen(listedTransactions: readonly ListedTransaction[], listed: ListState): string[] {
  const isListed = [...listed.values()].some(({ kind }) => kind === 'device' || kind === 'ip_range')
  const sealed = listedTransactions.filter(({ has_device, is_entered }) => has_device && (isListed || !is_entered))
  return sealed.map(({ transaction_key }) => transaction_key)
}

async function loadDevices(
  service: BatchService,
  client_id: string,
  keys: readonly string[],
): Promise<Map<string, DeviceFields>> {
  const devices = new Map<string, DeviceFields>()
  const read = async (key: string) => {
    const { recorded } = (await service.execute.load(transactions, key)).state
    if (recorded === null) return
    const plaintext = await openDevice(service, key, recorded)
    const { device, ip } = toProfileTransaction(service.vault, client_id, { ...recorded, device: plaintext })
    devices.set(key, { device: device === null ? null : deviceKey(client_id, device), ip, plaintext })
  }
  await pMap(keys, read, { concurrency: CONCURRENCY })
  return devices
}

/**
 * A transaction's part of its user's history; a thousand copies of a long history would take hundreds of megabytes.
 * `entries` are ordered by time, `order` has their order of recording; those below `own` are the history.
 */
type HistorySlice = {
  first: number | null
  at: number
  own: number
  entries: readonly Entry[]
  order: readonly number[]
}

function historyOf(slices: ReadonlyMap<string, HistorySlice>, { transaction_key }: ListedTransaction): History {
  const slice = slices.get(transaction_key)
  if (slice === undefined) return NO_HISTORY
  const { first, at, own, entries, order } = slice
  const begin = countUpTo(entries, at - WINDOW_MS_MAX)
  const window = entries.slice(begin, countUpTo(entries, at))
  return { first, count: own, entries: window.filter((_, position) => order[begin + position]! < own) }
}

async function loadSlices(
  service: BatchService,
  client_id: string,
  listedTransactions: readonly ListedTransaction[],
): Promise<Map<string, HistorySlice>> {
  const userHistories = await loadHistories(service.db, rangesOf(listedTransactions))
  const sealed = userHistories.flatMap(({ transactions }) => transactions.filter(({ is_sealed }) => is_sealed))
  const devices = await loadDevices(
    service,
    client_id,
    sealed.map(({ transaction_key }) => transaction_key),
  )
  const wanted = new Set(listedTransactions.map(({ transaction_key }) => transaction_key))
  const slices = new Map<string, HistorySlice>()
  const timelines = userHistories.map(({ first, transactions }) => ({
    first,
    transactions,
    entries: [] as Entry[],
    order: [] as number[],
  }))
  await mapYielding(
    timelines.flatMap(timeline => timeline.transactions.map((one, own) => ({ life: timeline, one, own }))),
    ({ life, one, own }) => {
      const { first, entries, order } = life
      const { transaction_key, at, base, is_spike } = one
      if (wanted.has(transaction_key)) slices.set(transaction_key, { first, at, own, entries, order })
      const spike = is_spike ?? isSpike({ first, count: own, entries }, at, base)
      const position = countUpTo(entries, at)
      entries.splice(position, 0, entryOf({ ...one, category: null, ...devices.get(transaction_key) }, spike))
      order.splice(position, 0, own)
      life.first = Math.min(first ?? at, at)
    },
  )
  return slices
}

type EntrySource = {
  at: number
  operation: string
  merchant: string | null
  category: string | null
  device: string | null
  ip: string | null
} & ({ base: number } | { base_minor: number })

/** Amounts in the base currency: only velocity, which a batch omits, needs others. */
function entryOf({ at, operation, merchant, category, device, ip, ...amount }: EntrySource, isSpike: boolean): Entry {
  const base = 'base' in amount ? amount.base : amount.base_minor
  return {
    ...{ at, minor: base, currency: BASE_CURRENCY, base, operation: operation as Operation },
    ...{ merchant, category, device, ip, isSpike },
  }
}

function findListEntries(
  listed: ListState,
  { user_id, account_id, merchant }: ListedTransaction,
  plaintext: DeviceFields['plaintext'],
  now: Date,
): ListEntry[] {
  const device = plaintext?.fingerprint ?? null
  return matchEntries(listed, { user: user_id, account: account_id, merchant, device, ip: plaintext?.ip ?? null }, now)
}

const SLICE_MS_MAX = 4

/** Like `map`, but lets the event loop run in between. */
async function mapYielding<T, R>(items: readonly T[], work: (item: T) => R): Promise<R[]> {
  const results: R[] = []
  let sliceStart = performance.now()
  for (const item of items) {
    if (performance.now() - sliceStart > SLICE_MS_MAX) {
      await yieldToEventLoop()
      sliceStart = performance.now()
    }
    results.push(work(item))
  }
  return results
}
