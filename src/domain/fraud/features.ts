import { type CrossUserSignals, NO_SIGNALS } from './cross-user-signals.ts'
import type { FeatureGroup } from './feature-groups.ts'
import { countUpTo, DAY_MS, type Entry, type History, HOUR_MS, OPERATIONS, WINDOW_MS_MAX } from './history.ts'
import { imputeMissing } from './impute-missing.ts'

/**
 * Of all users' transactions with a merchant that were recorded before this one, by whole hours: a window of w hours is the hour of this
 * transaction and the w − 1 before it.
 */
export type MerchantAggregates = {
  n24h: number
  n7d: number
  /** Minor units of the base currency. */
  sum7d: number
  /** The same windows 168 hours earlier: most of those frauds are known by now. */
  delayed: { n1d: number; n7d: number; n30d: number }
  /** Frauds that became known in the days up to this transaction's time, to the millisecond; `last` is when the newest of them did. */
  known: { n1d: number; n7d: number; n30d: number; last: number | null }
}

/** What is known across users when a transaction is scored. */
export type VelocityAggregates = {
  /** Null for a transaction without a merchant. */
  merchant: MerchantAggregates | null
  /** Other users whose newest transaction with the device is less than 30 days older than this one. */
  deviceUsers: number
  /** The user's own frauds that were known at this transaction's time, however long ago, and when the newest became known. */
  known: { n: number; last: number | null }
  others: CrossUserSignals
}

/** Of a transaction without a merchant, while nothing is known. */
export const NO_AGGREGATES: VelocityAggregates = {
  merchant: null,
  deviceUsers: 0,
  known: { n: 0, last: null },
  others: NO_SIGNALS,
}

type Feature = {
  group: FeatureGroup
  /** Raising it alone never lowers the score, or never raises it. */
  monotone?: 1 | -1
  of: (scored: Scored) => number
}

type Scored = { entry: Entry; history: History; around: VelocityAggregates; stats: WindowStats }

/** For what has never been. Trees only ask whether something is more. */
const NEVER_DAYS = 999
/** Of transactions that are frauds, and how many transactions that is worth: few transactions say little of a merchant. */
const PRIOR_RATE = 0.008
const PRIOR_WEIGHT = 5
/** So many times the usual amount is a spike, once there is something that is usual. */
const SPIKE = 3
const SPIKE_HISTORY_MIN = 4
const SPIKES_MS = 14 * DAY_MS
/** Minor units of the base currency: what thieves try cards with. */
const SMALL_MINOR = 500
const LAST = 5

const days = (at: number, since: number | null) => (since === null ? NEVER_DAYS : (at - since) / DAY_MS)
const major = (minor: number) => minor / 100
const rate = (frauds: number, n: number) => (frauds + PRIOR_WEIGHT * PRIOR_RATE) / (n + PRIOR_WEIGHT)
const ratio = (part: number, total: number) => part / Math.max(total, 1)
/** Whoever has no history is compared with this transaction itself. */
const usualAmount = ({ entry, stats }: Scored) => (stats.n30d === 0 ? entry.base : stats.mean)
const mean24h = ({ entry, stats }: Scored) => (stats.sum24h + entry.base) / (stats.n24h + 1)
const mean7d = ({ entry, stats }: Scored) => (stats.sum7d + entry.base) / (stats.n7d + 1)

/**
 * In the order of the model's columns. Counts and sums of the user's windows include the transaction itself. Each feature that a larger amount
 * or an unseen device of the transaction moves is monotone, so that neither ever makes a transaction look safer.
 */
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
  merchant_count_24h: { group: 'merchant', of: ({ around }) => around.merchant?.n24h ?? 0 },
  merchant_count_7d: { group: 'merchant', of: ({ around }) => around.merchant?.n7d ?? 0 },
  merchant_mean_7d: {
    group: 'merchant',
    of: ({ around: { merchant } }) => (merchant === null ? 0 : major(ratio(merchant.sum7d, merchant.n7d))),
  },
  amount_to_merchant_mean_7d: {
    group: 'merchant',
    monotone: 1,
    of: ({ entry, around: { merchant } }) =>
      merchant === null || merchant.n7d === 0 ? 1 : ratio(entry.base, merchant.sum7d / merchant.n7d),
  },
  merchant_seen_30d: { group: 'merchant', of: ({ stats }) => stats.merchantSeen },
  merchant_known_fraud_rate_1d: {
    group: 'merchant',
    of: ({ around: { merchant } }) => rate(merchant?.known.n1d ?? 0, merchant?.delayed.n1d ?? 0),
  },
  merchant_known_fraud_rate_7d: {
    group: 'merchant',
    of: ({ around: { merchant } }) => rate(merchant?.known.n7d ?? 0, merchant?.delayed.n7d ?? 0),
  },
  merchant_known_fraud_rate_30d: {
    group: 'merchant',
    of: ({ around: { merchant } }) => rate(merchant?.known.n30d ?? 0, merchant?.delayed.n30d ?? 0),
  },
  merchant_known_frauds_1d: { group: 'merchant', of: ({ around }) => around.merchant?.known.n1d ?? 0 },
  merchant_known_frauds_7d: { group: 'merchant', of: ({ around }) => around.merchant?.known.n7d ?? 0 },
  merchant_known_frauds_30d: { group: 'merchant', of: ({ around }) => around.merchant?.known.n30d ?? 0 },
  merchant_days_since_known_fraud: {
    group: 'merchant',
    of: ({ entry, around }) => days(entry.at, around.merchant?.known.last ?? null),
  },
  hour: { group: 'time', of: ({ entry }) => new Date(entry.at).getUTCHours() },
  day_of_week: { group: 'time', of: ({ entry }) => new Date(entry.at).getUTCDay() },
  // A transaction that comes late may be older than the first that was known.
  age_days: { group: 'profile', of: ({ entry, history }) => Math.max(0, days(entry.at, history.first ?? entry.at)) },
  known_frauds: { group: 'profile', of: ({ around }) => around.known.n },
  days_since_known_fraud: { group: 'profile', of: ({ entry, around }) => days(entry.at, around.known.last) },
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
    // A device that is never named says nothing: it is as old as what is known of the user.
    of: ({ entry, stats }) => days(entry.at, (entry.device === null ? stats.first : stats.deviceSince) ?? entry.at),
  },
  device_users: { group: 'device', of: ({ around }) => around.deviceUsers },
  is_new_ip: {
    group: 'device',
    of: ({ entry, stats }) => (entry.ip !== null && stats.n30d > 0 && !stats.isIpSeen ? 1 : 0),
  },
  devices_24h: { group: 'device', monotone: 1, of: ({ stats }) => Math.max(1, stats.devices24h) },
  merchants_24h: { group: 'velocity', of: ({ stats }) => stats.merchants24h },
  // Without the transaction itself, which would be none of them if it were larger.
  small_count_1h: { group: 'velocity', of: ({ stats }) => stats.small1h },
  same_operation_24h: { group: 'velocity', of: ({ stats }) => stats.sameOperation24h + 1 },
  deposits_24h: {
    group: 'velocity',
    monotone: 1,
    of: ({ entry, stats }) => major(stats.deposits24h + (entry.operation === 'deposit' ? entry.base : 0)),
  },
  refunds_7d: { group: 'velocity', of: ({ stats }) => stats.refunds7d },
}

/** Raise it with any change of what a feature is: every score records by which features it was made. */
export const FEATURES_VERSION = 2
/**
 * Of the columns, which a model's file names. Features 2 have the columns of 1, and other values only where a
 * transaction leaves out its device, address or merchant, so that models of 1 go on scoring.
 */
export const COLUMNS_VERSION = 1
/** Scores that were made by these have the same columns. */
export const COMPATIBLE_VERSIONS: readonly number[] = [1, FEATURES_VERSION]
export const FEATURE_NAMES: readonly string[] = Object.keys(FEATURES)
const NEW_IP = FEATURE_NAMES.indexOf('is_new_ip')
const ALL: readonly Feature[] = Object.values(FEATURES)

/**
 * The model's columns for a transaction that has not entered yet. Float32, as the model takes them. What the user is
 * used to name and the transaction leaves out counts as unseen.
 */
export function featuresOf(
  transaction: Entry,
  history: History,
  around: VelocityAggregates,
  target: Float32Array = new Float32Array(FEATURE_NAMES.length),
): Float32Array {
  const entry = imputeMissing(transaction, history)
  const scored = { entry, history, around, stats: windowStatsOf(entry, history) }
  for (let index = 0; index < ALL.length; index += 1) target[index] = ALL[index]!.of(scored)
  return target
}

/**
 * The same for each way to read the transaction: the model's highest answer counts. There are two where an address is
 * left out, because a new address may look safer to a model than a known one.
 */
export function featureVariants(entry: Entry, history: History, around: VelocityAggregates): Float32Array[] {
  const unseen = featuresOf(entry, history, around)
  if (entry.ip !== null || unseen[NEW_IP] === 0) return [unseen]
  const seen = unseen.slice()
  seen[NEW_IP] = 0
  return [unseen, seen]
}

/** What the user did in the windows that end with the transaction, without itself. Amounts are minor units of the base currency. */
type WindowStats = ReturnType<typeof windowStatsOf>

/** One pass from the newest to the oldest. Sums are of whole numbers and so the same in whatever order transactions came. */
function windowStatsOf(entry: Entry, { entries }: History) {
  const { at, merchant, device, ip, operation } = entry
  const newest = countUpTo(entries, at) - 1
  // Differences from one that is among them: the squares of large amounts themselves would leave nothing of a small deviation.
  const middle = newest < 0 ? 0 : entries[newest]!.base
  const stats = {
    n1h: 0,
    n24h: 0,
    n7d: 0,
    n30d: 0,
    sum1h: 0,
    sum24h: 0,
    sum7d: 0,
    sum30d: 0,
    /** These are of 30 days. */
    mean: 0,
    deviation: 0,
    most: 0,
    meanOfLast: 0,
    first: null as number | null,
    last: null as number | null,
    lastSpike: null as number | null,
    spikes14d: 0,
    merchantSeen: 0,
    /** When the transaction's device was first seen. */
    deviceSince: null as number | null,
    isIpSeen: false,
    refunds7d: 0,
    /** Different ones, that of the transaction included. */
    devices24h: 0,
    merchants24h: 0,
    sameOperation24h: 0,
    deposits24h: 0,
    small1h: 0,
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

/** Counts different texts, null being none. */
function createDistinct(first: string | null) {
  // Most have but one.
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

/** Whether an amount, in minor units of the base currency, is several times what the user usually moves. */
export function isSpike({ entries }: History, at: number, base: number): boolean {
  let n = 0
  let sum = 0
  for (let index = countUpTo(entries, at) - 1; index >= 0 && at - entries[index]!.at < WINDOW_MS_MAX; index -= 1) {
    n += 1
    sum += entries[index]!.base
  }
  return n >= SPIKE_HISTORY_MIN && base * n > SPIKE * sum
}
