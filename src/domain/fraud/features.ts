import { type CrossUserSignals, NO_SIGNALS } from './cross-user-signals.ts'
import type { FeatureGroup } from './feature-groups.ts'
import { countUpTo, DAY_MS, type Entry, type History, HOUR_MS, OPERATIONS, WINDOW_MS_MAX } from './history.ts'
import { imputeMissing } from './impute-missing.ts'

/** In whole hours: a window of w hours is the transaction's hour and the w − 1 hours before. */
export type MerchantAggregates = {
  n24h: number
  n7d: number
  /** Minor units of the base currency. */
  sum7d: number
  /** The windows 168 hours earlier: most of their frauds are known by now. */
  delayed: { n1d: number; n7d: number; n30d: number }
  known: { n1d: number; n7d: number; n30d: number; last: number | null }
}

export type VelocityAggregates = {
  merchant: MerchantAggregates | null
  deviceUsers: number
  /** The user's own known frauds, without a limit in time. */
  known: { n: number; last: number | null }
  others: CrossUserSignals
}

export const NO_AGGREGATES: VelocityAggregates = {
  merchant: null,
  deviceUsers: 0,
  known: { n: 0, last: null },
  others: NO_SIGNALS,
}

type Feature = {
  group: FeatureGroup
  monotone?: 1 | -1
  of: (scored: Scored) => number
}

type Scored = { entry: Entry; history: History; aggregates: VelocityAggregates; stats: WindowStats }

/** For "never": trees only compare. */
const NEVER_DAYS = 999
/** Prior fraud rate and its weight in transactions: few transactions say little about a merchant. */
const PRIOR_RATE = 0.008
const PRIOR_WEIGHT = 5
const SPIKE = 3
const SPIKE_HISTORY_MIN = 4
const SPIKES_MS = 14 * DAY_MS
/** Minor units of the base currency: stolen cards are tested with less. */
const SMALL_MINOR = 500
const LAST = 5

const days = (at: number, since: number | null) => (since === null ? NEVER_DAYS : (at - since) / DAY_MS)
const major = (minor: number) => minor / 100
const rate = (frauds: number, n: number) => (frauds + PRIOR_WEIGHT * PRIOR_RATE) / (n + PRIOR_WEIGHT)
const ratio = (part: number, total: number) => part / Math.max(total, 1)
/** A user without a history is compared with the transaction itself. */
const usualAmount = ({ entry, stats }: Scored) => (stats.n30d === 0 ? entry.base : stats.mean)
const merchantRate =
  (days: 'n1d' | 'n7d' | 'n30d') =>
  ({ aggregates: { merchant } }: Scored) =>
    rate(merchant?.known[days] ?? 0, merchant?.delayed[days] ?? 0)
const mean24h = ({ entry, stats }: Scored) => (stats.sum24h + entry.base) / (stats.n24h + 1)
const mean7d = ({ entry, stats }: Scored) => (stats.sum7d + entry.base) / (stats.n7d + 1)

/** In the order of the model's columns. Monotone where a larger amount or an unseen device must not look safer. */
export const FEATURES: Readonly<Record<string, Feature>> = {
  amount: { group: 'amount', monotone: 1, of: ({ entry }) => major(entry.base) },
  amount_to_mean_30d: { group: 'amount', monotone: 1, of: scored => ratio(scored.entry.base, usualAmount(scored)) },
  amount_z_30d: {
    group: 'amount',
    monotone: 1,
    of: ({ entry, stats }) => (stats.deviation > 0 ? (entry.base - stats.mean) / stats.deviation : 0),
  },
  amount_to_max_30d: {
    group: 'amount',
    monotone: 1,
    of: ({ entry, stats }) => (stats.most > 0 ? entry.base / stats.most : 1),
  },
  mean_24h: { group: 'amount', monotone: 1, of: scored => major(mean24h(scored)) },
  mean_7d: { group: 'amount', monotone: 1, of: scored => major(mean7d(scored)) },
  mean_30d: { group: 'amount', of: ({ stats }) => major(stats.mean) },
  deviation_30d: { group: 'amount', of: ({ stats }) => major(stats.deviation) },
  mean_24h_to_30d: { group: 'amount', monotone: 1, of: scored => ratio(mean24h(scored), usualAmount(scored)) },
  mean_7d_to_30d: { group: 'amount', monotone: 1, of: scored => ratio(mean7d(scored), usualAmount(scored)) },
  mean_last_5_to_30d: {
    group: 'amount',
    of: ({ stats }) => (stats.n30d === 0 ? 1 : ratio(stats.meanOfLast, stats.mean)),
  },
  spikes_14d: { group: 'amount', of: ({ stats }) => stats.spikes14d },
  days_since_spike: { group: 'amount', of: ({ entry, stats }) => days(entry.at, stats.lastSpike) },
  count_1h: { group: 'velocity', monotone: 1, of: ({ stats }) => stats.n1h + 1 },
  count_24h: { group: 'velocity', monotone: 1, of: ({ stats }) => stats.n24h + 1 },
  count_7d: { group: 'velocity', of: ({ stats }) => stats.n7d + 1 },
  count_30d: { group: 'velocity', of: ({ stats }) => stats.n30d + 1 },
  sum_1h: { group: 'velocity', monotone: 1, of: ({ entry, stats }) => major(stats.sum1h + entry.base) },
  sum_24h: { group: 'velocity', monotone: 1, of: ({ entry, stats }) => major(stats.sum24h + entry.base) },
  sum_7d: { group: 'velocity', monotone: 1, of: ({ entry, stats }) => major(stats.sum7d + entry.base) },
  sum_30d: { group: 'velocity', monotone: 1, of: ({ entry, stats }) => major(stats.sum30d + entry.base) },
  seconds_since_last: { group: 'velocity', of: ({ entry, stats }) => days(entry.at, stats.last) * (DAY_MS / 1_000) },
  merchant_count_24h: { group: 'merchant', of: ({ aggregates }) => aggregates.merchant?.n24h ?? 0 },
  merchant_count_7d: { group: 'merchant', of: ({ aggregates }) => aggregates.merchant?.n7d ?? 0 },
  merchant_mean_7d: {
    group: 'merchant',
    of: ({ aggregates: { merchant } }) => (merchant === null ? 0 : major(ratio(merchant.sum7d, merchant.n7d))),
  },
  amount_to_merchant_mean_7d: {
    group: 'merchant',
    monotone: 1,
    of: ({ entry, aggregates: { merchant } }) =>
      merchant === null || merchant.n7d === 0 ? 1 : ratio(entry.base, merchant.sum7d / merchant.n7d),
  },
  merchant_seen_30d: { group: 'merchant', of: ({ stats }) => stats.merchantSeen },
  merchant_known_fraud_rate_1d: { group: 'merchant', of: merchantRate('n1d') },
  merchant_known_fraud_rate_7d: { group: 'merchant', of: merchantRate('n7d') },
  merchant_known_fraud_rate_30d: { group: 'merchant', of: merchantRate('n30d') },
  merchant_known_frauds_1d: { group: 'merchant', of: ({ aggregates }) => aggregates.merchant?.known.n1d ?? 0 },
  merchant_known_frauds_7d: { group: 'merchant', of: ({ aggregates }) => aggregates.merchant?.known.n7d ?? 0 },
  merchant_known_frauds_30d: { group: 'merchant', of: ({ aggregates }) => aggregates.merchant?.known.n30d ?? 0 },
  merchant_days_since_known_fraud: {
    group: 'merchant',
    of: ({ entry, aggregates }) => days(entry.at, aggregates.merchant?.known.last ?? null),
  },
  hour: { group: 'time', of: ({ entry }) => new Date(entry.at).getUTCHours() },
  day_of_week: { group: 'time', of: ({ entry }) => new Date(entry.at).getUTCDay() },
  // A late transaction may be older than the first known one.
  age_days: { group: 'profile', of: ({ entry, history }) => Math.max(0, days(entry.at, history.first ?? entry.at)) },
  known_frauds: { group: 'profile', of: ({ aggregates }) => aggregates.known.n },
  days_since_known_fraud: { group: 'profile', of: ({ entry, aggregates }) => days(entry.at, aggregates.known.last) },
  ...Object.fromEntries(
    OPERATIONS.map(name => {
      const of = ({ entry }: Scored) => (entry.operation === name ? 1 : 0)
      return [`is_${name}`, { group: 'profile', of } as const]
    }),
  ),
  is_new_device: {
    group: 'device',
    monotone: 1,
    of: ({ entry, stats }) => (entry.device !== null && stats.n30d > 0 && stats.deviceSince === null ? 1 : 0),
  },
  device_age_days: {
    group: 'device',
    monotone: -1,
    // Without a device, as old as the user's history: missing devices are no signal.
    of: ({ entry, stats }) => days(entry.at, (entry.device === null ? stats.first : stats.deviceSince) ?? entry.at),
  },
  device_users: { group: 'device', of: ({ aggregates }) => aggregates.deviceUsers },
  is_new_ip: {
    group: 'device',
    of: ({ entry, stats }) => (entry.ip !== null && stats.n30d > 0 && !stats.isIpSeen ? 1 : 0),
  },
  devices_24h: { group: 'device', monotone: 1, of: ({ stats }) => Math.max(1, stats.devices24h) },
  merchants_24h: { group: 'velocity', of: ({ stats }) => stats.merchants24h },
  // Without the transaction itself: a larger amount would lower the count.
  small_count_1h: { group: 'velocity', of: ({ stats }) => stats.small1h },
  same_operation_24h: { group: 'velocity', of: ({ stats }) => stats.sameOperation24h + 1 },
  deposits_24h: {
    group: 'velocity',
    monotone: 1,
    of: ({ entry, stats }) => major(stats.deposits24h + (entry.operation === 'deposit' ? entry.base : 0)),
  },
  refunds_7d: { group: 'velocity', of: ({ stats }) => stats.refunds7d },
}

/** Bump with any change of a feature's meaning: every score records it. */
export const FEATURES_VERSION = 2
/** Features 2 differ from 1 only in values of missing fields, so models of 1 stay valid. */
export const COLUMNS_VERSION = 1
export const COMPATIBLE_VERSIONS: readonly number[] = [1, FEATURES_VERSION]
export const FEATURE_NAMES: readonly string[] = Object.keys(FEATURES)
const NEW_IP = FEATURE_NAMES.indexOf('is_new_ip')
const ALL: readonly Feature[] = Object.values(FEATURES)

/** A field that the user usually provides and the transaction omits counts as unseen. */
export function featuresOf(
  transaction: Entry,
  history: History,
  aggregates: VelocityAggregates,
  target: Float32Array = new Float32Array(FEATURE_NAMES.length),
): Float32Array {
  const entry = imputeMissing(transaction, history)
  const scored = { entry, history, aggregates, stats: windowStatsOf(entry, history) }
  for (let index = 0; index < ALL.length; index += 1) target[index] = ALL[index]!.of(scored)
  return target
}

/** Two rows if the address is missing: a model may rate a new address safer than a known one. */
export function featureVariants(entry: Entry, history: History, aggregates: VelocityAggregates): Float32Array[] {
  const unseen = featuresOf(entry, history, aggregates)
  if (entry.ip !== null || unseen[NEW_IP] === 0) return [unseen]
  const seen = unseen.slice()
  seen[NEW_IP] = 0
  return [unseen, seen]
}

type WindowStats = ReturnType<typeof windowStatsOf>

/** One pass, newest first. Sums are of integers, so the order of arrival does not change them. */
function windowStatsOf(entry: Entry, { entries }: History) {
  const { at, merchant, device, ip, operation } = entry
  const newest = countUpTo(entries, at) - 1
  // Shifted data: squares of large amounts would cancel out a small deviation.
  const middle = newest < 0 ? 0 : entries[newest]!.base
  const stats = {
    ...{ n1h: 0, n24h: 0, n7d: 0, n30d: 0 },
    ...{ sum1h: 0, sum24h: 0, sum7d: 0, sum30d: 0 },
    // Of 30 days.
    ...{ mean: 0, deviation: 0, most: 0, meanOfLast: 0, merchantSeen: 0 },
    first: null as number | null,
    last: null as number | null,
    lastSpike: null as number | null,
    deviceSince: null as number | null,
    isIpSeen: false,
    ...{ spikes14d: 0, refunds7d: 0 },
    // Distinct, including the transaction's own.
    ...{ devices24h: 0, merchants24h: 0 },
    ...{ sameOperation24h: 0, deposits24h: 0, small1h: 0 },
  }
  const devices = createDistinct(device)
  const merchants = createDistinct(merchant)
  let squares = 0
  let sumOfLast = 0
  for (let index = newest; index >= 0; index -= 1) {
    const one = entries[index]!
    const { base } = one
    const age = at - one.at
    if (age >= WINDOW_MS_MAX) break
    if (stats.n30d < LAST) sumOfLast += base
    stats.n30d += 1
    stats.sum30d += base
    stats.first = one.at
    squares += (base - middle) * (base - middle)
    if (base > stats.most) stats.most = base
    if (one.isSpike) {
      stats.lastSpike ??= one.at
      if (age < SPIKES_MS) stats.spikes14d += 1
    }
    if (merchant !== null && one.merchant === merchant) stats.merchantSeen += 1
    if (device !== null && one.device === device) stats.deviceSince = one.at
    if (ip !== null && one.ip === ip) stats.isIpSeen = true
    if (age >= 7 * DAY_MS) continue
    stats.n7d += 1
    stats.sum7d += base
    if (one.operation === 'refund') stats.refunds7d += 1
    if (age >= DAY_MS) continue
    stats.n24h += 1
    stats.sum24h += base
    devices.add(one.device)
    merchants.add(one.merchant)
    if (one.operation === operation) stats.sameOperation24h += 1
    if (one.operation === 'deposit') stats.deposits24h += base
    if (age >= HOUR_MS) continue
    stats.n1h += 1
    stats.sum1h += base
    if (base < SMALL_MINOR) stats.small1h += 1
  }
  stats.devices24h = devices.size()
  stats.merchants24h = merchants.size()
  if (stats.n30d === 0) return stats
  const off = stats.sum30d - stats.n30d * middle
  stats.mean = stats.sum30d / stats.n30d
  stats.deviation = Math.sqrt(Math.max(0, squares - (off * off) / stats.n30d) / stats.n30d)
  stats.meanOfLast = sumOfLast / Math.min(stats.n30d, LAST)
  stats.last = entries[newest]!.at
  return stats
}

function createDistinct(first: string | null) {
  let others: Set<string> | undefined
  return {
    add(text: string | null): void {
      if (text === null || text === first) return
      others ??= new Set()
      others.add(text)
    },
    size: () => (first === null ? 0 : 1) + (others?.size ?? 0),
  }
}

export function isSpike({ entries }: History, at: number, base: number): boolean {
  let n = 0
  let sum = 0
  for (let index = countUpTo(entries, at) - 1; index >= 0 && at - entries[index]!.at < WINDOW_MS_MAX; index -= 1) {
    n += 1
    sum += entries[index]!.base
  }
  return n >= SPIKE_HISTORY_MIN && base * n > SPIKE * sum
}
