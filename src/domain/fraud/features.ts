import { DAY_MS, type Entry, type History, HOUR_MS, KEPT_MS, OPERATIONS, within } from './history.ts'

/** Of all users' transactions with a merchant, in windows that begin at whole hours. `delayed`: the same windows, seven days earlier. */
export type MerchantFigures = {
  n24h: number
  n7d: number
  sum7d: number
  delayed: { n1d: number; n7d: number; n30d: number }
  /** Frauds that became known in the last days. */
  known: { n1d: number; n7d: number; n30d: number; last: number | null }
}

/** What is known across users when a transaction is scored. */
export type Around = {
  /** Null for a transaction without a merchant. */
  merchant: MerchantFigures | null
  /** Other users seen with the device in 30 days. */
  deviceUsers: number
  /** The user's own frauds that are known. */
  known: { n: number; last: number | null }
}

/** By what analysts speak of; each feature is in one. */
export const GROUPS = ['amount', 'velocity', 'merchant', 'device', 'time', 'profile'] as const
type Group = (typeof GROUPS)[number]

type Feature = {
  group: Group
  /** Raising it alone never lowers the score. */
  monotone?: 1
  of: (scored: Scored) => number
}

/** What features are computed of, once for all of them. */
type Scored = {
  entry: Entry
  history: History
  around: Around
  n: { h1: number; h24: number; d7: number; d30: number }
  sum: { h1: number; h24: number; d7: number; d30: number }
  /** Of the 30 days before this transaction. */
  before: { n: number; mean: number; deviation: number; most: number }
  h24: readonly Entry[]
  h1: readonly Entry[]
  d30: readonly Entry[]
}

/** For what has never been. Trees only ask whether something is more. */
const NEVER_DAYS = 999
/** Of transactions that are frauds, and how many transactions that is worth: few transactions say little of a merchant. */
const PRIOR_RATE = 0.008
const PRIOR_WEIGHT = 5
/** So many times the usual amount is a spike. */
const SPIKE = 3
const SPIKE_HISTORY_MIN = 4
/** Of the base currency's minor units: what thieves try cards with. */
const SMALL_MINOR = 500

const days = (at: number, last: number | null) => (last === null ? NEVER_DAYS : (at - last) / DAY_MS)
const major = (minor: number) => minor / 100
const rate = (frauds: number, n: number) => (frauds + PRIOR_WEIGHT * PRIOR_RATE) / (n + PRIOR_WEIGHT)
const ratio = (part: number, whole: number) => part / Math.max(whole, 1)
const count = (entries: readonly Entry[], is: (entry: Entry) => boolean) => entries.reduce((n, entry) => n + (is(entry) ? 1 : 0), 0)
const sumOf = (entries: readonly Entry[]) => entries.reduce((sum, { minor }) => sum + minor, 0)

/** In the order of the model's columns. What a transaction is part of includes it. */
export const FEATURES: Readonly<Record<string, Feature>> = {
  amount: { group: 'amount', of: ({ entry }) => major(entry.minor) },
  amount_to_mean_30d: { group: 'amount', monotone: 1, of: ({ entry, before }) => ratio(entry.minor, before.mean) },
  amount_z_30d: { group: 'amount', of: ({ entry, before }) => (before.deviation > 0 ? (entry.minor - before.mean) / before.deviation : 0) },
  amount_to_max_30d: { group: 'amount', of: ({ entry, before }) => (before.most > 0 ? entry.minor / before.most : 1) },
  mean_24h: { group: 'amount', of: ({ sum, n }) => major(ratio(sum.h24, n.h24)) },
  mean_7d: { group: 'amount', of: ({ sum, n }) => major(ratio(sum.d7, n.d7)) },
  mean_30d: { group: 'amount', of: ({ before }) => major(before.mean) },
  deviation_30d: { group: 'amount', of: ({ before }) => major(before.deviation) },
  mean_24h_to_30d: { group: 'amount', of: ({ sum, n, before }) => ratio(ratio(sum.h24, n.h24), before.mean) },
  mean_7d_to_30d: { group: 'amount', of: ({ sum, n, before }) => ratio(ratio(sum.d7, n.d7), before.mean) },
  mean_last_5_to_30d: {
    group: 'amount',
    of: ({ d30, before }) => (before.n === 0 ? 1 : ratio(sumOf(d30.slice(-5)) / d30.slice(-5).length, before.mean)),
  },
  spikes_14d: { group: 'amount', of: ({ entry, d30 }) => count(d30, ({ at, isSpike }) => isSpike && at > entry.at - 14 * DAY_MS) },
  days_since_spike: { group: 'amount', of: ({ entry, d30 }) => days(entry.at, d30.findLast(({ isSpike }) => isSpike)?.at ?? null) },
  count_1h: { group: 'velocity', monotone: 1, of: ({ n }) => n.h1 },
  count_24h: { group: 'velocity', monotone: 1, of: ({ n }) => n.h24 },
  count_7d: { group: 'velocity', of: ({ n }) => n.d7 },
  count_30d: { group: 'velocity', of: ({ n }) => n.d30 },
  sum_1h: { group: 'velocity', of: ({ sum }) => major(sum.h1) },
  sum_24h: { group: 'velocity', of: ({ sum }) => major(sum.h24) },
  sum_7d: { group: 'velocity', of: ({ sum }) => major(sum.d7) },
  sum_30d: { group: 'velocity', of: ({ sum }) => major(sum.d30) },
  seconds_since_last: {
    group: 'velocity',
    of: ({ entry, d30 }) => (d30.length === 0 ? NEVER_DAYS * DAY_MS : entry.at - d30.at(-1)!.at) / 1_000,
  },
  merchant_count_24h: { group: 'merchant', of: ({ around }) => around.merchant?.n24h ?? 0 },
  merchant_count_7d: { group: 'merchant', of: ({ around }) => around.merchant?.n7d ?? 0 },
  merchant_mean_7d: { group: 'merchant', of: ({ around: { merchant } }) => major(ratio(merchant?.sum7d ?? 0, merchant?.n7d ?? 0)) },
  amount_to_merchant_mean_7d: {
    group: 'merchant',
    of: ({ entry, around: { merchant } }) => (merchant === null ? 1 : ratio(entry.minor, ratio(merchant.sum7d, merchant.n7d))),
  },
  merchant_seen_30d: { group: 'merchant', of: ({ entry, d30 }) => count(d30, ({ merchant }) => merchant !== null && merchant === entry.merchant) },
  merchant_known_fraud_rate_1d: { group: 'merchant', of: ({ around: { merchant } }) => rate(merchant?.known.n1d ?? 0, merchant?.delayed.n1d ?? 0) },
  merchant_known_fraud_rate_7d: { group: 'merchant', of: ({ around: { merchant } }) => rate(merchant?.known.n7d ?? 0, merchant?.delayed.n7d ?? 0) },
  merchant_known_fraud_rate_30d: { group: 'merchant', of: ({ around: { merchant } }) => rate(merchant?.known.n30d ?? 0, merchant?.delayed.n30d ?? 0) },
  merchant_known_frauds_1d: { group: 'merchant', of: ({ around }) => around.merchant?.known.n1d ?? 0 },
  merchant_known_frauds_7d: { group: 'merchant', of: ({ around }) => around.merchant?.known.n7d ?? 0 },
  merchant_known_frauds_30d: { group: 'merchant', of: ({ around }) => around.merchant?.known.n30d ?? 0 },
  merchant_days_since_known_fraud: { group: 'merchant', of: ({ entry, around }) => days(entry.at, around.merchant?.known.last ?? null) },
  hour: { group: 'time', of: ({ entry }) => new Date(entry.at).getUTCHours() },
  day_of_week: { group: 'time', of: ({ entry }) => new Date(entry.at).getUTCDay() },
  age_days: { group: 'profile', of: ({ entry, history }) => days(entry.at, history.first ?? entry.at) },
  known_frauds: { group: 'profile', of: ({ around }) => around.known.n },
  days_since_known_fraud: { group: 'profile', of: ({ entry, around }) => days(entry.at, around.known.last) },
  ...Object.fromEntries(
    OPERATIONS.map(name => [`is_${name}`, { group: 'profile', of: ({ entry }: Scored) => (entry.operation === name ? 1 : 0) } as const]),
  ),
  is_new_device: {
    group: 'device',
    monotone: 1,
    of: ({ entry, history }) => (entry.device !== null && history.count > 0 && !history.devices.some(({ id }) => id === entry.device) ? 1 : 0),
  },
  device_age_days: {
    group: 'device',
    of: ({ entry, history }) => days(entry.at, history.devices.find(({ id }) => id === entry.device)?.first ?? entry.at),
  },
  device_users: { group: 'device', of: ({ around }) => around.deviceUsers },
  is_new_ip: { group: 'device', of: ({ entry, d30 }) => (entry.ip !== null && d30.length > 0 && !d30.some(({ ip }) => ip === entry.ip) ? 1 : 0) },
  devices_24h: { group: 'device', of: ({ h24 }) => new Set(h24.map(({ device }) => device)).size },
  merchants_24h: { group: 'velocity', of: ({ h24 }) => new Set(h24.map(({ merchant }) => merchant)).size },
  small_count_1h: { group: 'velocity', of: ({ h1 }) => count(h1, ({ minor }) => minor < SMALL_MINOR) },
  same_operation_24h: { group: 'velocity', of: ({ entry, h24 }) => count(h24, ({ operation }) => operation === entry.operation) },
  deposits_24h: { group: 'velocity', of: ({ h24 }) => major(sumOf(h24.filter(({ operation }) => operation === 'deposit'))) },
  refunds_7d: { group: 'velocity', of: ({ entry, d30 }) => count(d30, ({ at, operation }) => operation === 'refund' && at > entry.at - 7 * DAY_MS) },
}

/** The model's columns for a transaction that has not entered yet. Float32, as the model takes them. */
export function featuresOf(entry: Entry, history: History, around: Around, into = new Float32Array(NAMES.length)): Float32Array {
  const scored = scoredOf(entry, history, around)
  for (const [index, feature] of ALL.entries()) into[index] = feature.of(scored)
  return into
}

export const NAMES: readonly string[] = Object.keys(FEATURES)
const ALL: readonly Feature[] = Object.values(FEATURES)

function scoredOf(entry: Entry, history: History, around: Around): Scored {
  const d30 = within(history, entry.at, KEPT_MS)
  const since = (ms: number) => d30.filter(({ at }) => at > entry.at - ms)
  const d7 = since(7 * DAY_MS)
  const h24 = since(DAY_MS)
  const h1 = since(HOUR_MS)
  const withThis = (entries: readonly Entry[]) => [...entries, entry]
  return {
    entry,
    history,
    around,
    n: { h1: h1.length + 1, h24: h24.length + 1, d7: d7.length + 1, d30: d30.length + 1 },
    sum: {
      h1: sumOf(h1) + entry.minor,
      h24: sumOf(h24) + entry.minor,
      d7: sumOf(d7) + entry.minor,
      d30: sumOf(d30) + entry.minor,
    },
    before: beforeOf(d30, entry.minor),
    h24: withThis(h24),
    h1: withThis(h1),
    d30,
  }
}

/** Whoever has no history is compared with this transaction itself. */
function beforeOf(d30: readonly Entry[], minor: number): Scored['before'] {
  const n = d30.length
  if (n === 0) return { n, mean: minor, deviation: 0, most: 0 }
  const mean = sumOf(d30) / n
  const squares = d30.reduce((sum, { minor }) => sum + (minor - mean) ** 2, 0)
  return { n, mean, deviation: Math.sqrt(squares / n), most: Math.max(...d30.map(({ minor }) => minor)) }
}

/** Whether an amount is several times what the user usually moves. */
export function isSpike(history: History, at: number, minor: number): boolean {
  const { n, mean } = beforeOf(within(history, at, KEPT_MS), minor)
  return n >= SPIKE_HISTORY_MIN && minor > SPIKE * mean
}
