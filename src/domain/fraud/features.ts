import { type CrossUserSignals, NO_SIGNALS } from './cross-user-signals.ts'
import type { FeatureGroup } from './feature-groups.ts'
import { countUpTo, DAY_MS, type Entry, type History, OPERATIONS, WINDOW_MS_MAX } from './history.ts'
import { imputeMissing } from './impute-missing.ts'
import { type WindowStats, windowStatsOf } from './window-stats.ts'

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

type Feature = { group: FeatureGroup; monotone?: 1 | -1; of: (scored: Scored) => number }

type Scored = {
  at: number
  base: number
  entry: Entry
  history: History
  aggregates: VelocityAggregates
  merchant: MerchantAggregates | null
  stats: WindowStats
}

/** For "never": trees only compare. */
const NEVER_DAYS = 999
/** Prior fraud rate and its weight in transactions: few transactions say little about a merchant. */
const PRIOR_RATE = 0.008
const PRIOR_WEIGHT = 5
const SPIKE = 3
const SPIKE_HISTORY_MIN = 4

const days = (at: number, since: number | null) => (since === null ? NEVER_DAYS : (at - since) / DAY_MS)
const major = (minor: number) => minor / 100
const rate = (frauds: number, n: number) => (frauds + PRIOR_WEIGHT * PRIOR_RATE) / (n + PRIOR_WEIGHT)
const ratio = (part: number, total: number) => part / Math.max(total, 1)
/** A user without a history is compared with the transaction itself. */
const usualAmount = ({ base, stats }: Scored) => (stats.n30d === 0 ? base : stats.mean)
const merchantRate =
  (days: 'n1d' | 'n7d' | 'n30d') =>
  ({ merchant }: Scored) =>
    rate(merchant?.known[days] ?? 0, merchant?.delayed[days] ?? 0)
const mean24h = ({ base, stats }: Scored) => (stats.sum24h + base) / (stats.n24h + 1)
const mean7d = ({ base, stats }: Scored) => (stats.sum7d + base) / (stats.n7d + 1)

const feature = (group: FeatureGroup, of: Feature['of']): Feature => ({ group, of })
/** Raising it must not lower the score: a larger amount or an unseen device must not look safer. */
const rising = (group: FeatureGroup, of: Feature['of']): Feature => ({ group, of, monotone: 1 })
/** Raising it must not raise the score. */
const falling = (group: FeatureGroup, of: Feature['of']): Feature => ({ group, of, monotone: -1 })

/** In the order of the model's columns. */
export const FEATURES: Readonly<Record<string, Feature>> = {
  amount: rising('amount', ({ base }) => major(base)),
  amount_to_mean_30d: rising('amount', scored => ratio(scored.base, usualAmount(scored))),
  amount_z_30d: rising('amount', ({ base, stats: { mean, deviation } }) =>
    deviation > 0 ? (base - mean) / deviation : 0,
  ),
  amount_to_max_30d: rising('amount', ({ base, stats }) => (stats.most > 0 ? base / stats.most : 1)),
  mean_24h: rising('amount', scored => major(mean24h(scored))),
  mean_7d: rising('amount', scored => major(mean7d(scored))),
  mean_30d: feature('amount', ({ stats }) => major(stats.mean)),
  deviation_30d: feature('amount', ({ stats }) => major(stats.deviation)),
  mean_24h_to_30d: rising('amount', scored => ratio(mean24h(scored), usualAmount(scored))),
  mean_7d_to_30d: rising('amount', scored => ratio(mean7d(scored), usualAmount(scored))),
  mean_last_5_to_30d: feature('amount', ({ stats }) => (stats.n30d === 0 ? 1 : ratio(stats.meanOfLast, stats.mean))),
  spikes_14d: feature('amount', ({ stats }) => stats.spikes14d),
  days_since_spike: feature('amount', ({ at, stats }) => days(at, stats.lastSpike)),
  count_1h: rising('velocity', ({ stats }) => stats.n1h + 1),
  count_24h: rising('velocity', ({ stats }) => stats.n24h + 1),
  count_7d: feature('velocity', ({ stats }) => stats.n7d + 1),
  count_30d: feature('velocity', ({ stats }) => stats.n30d + 1),
  sum_1h: rising('velocity', ({ base, stats }) => major(stats.sum1h + base)),
  sum_24h: rising('velocity', ({ base, stats }) => major(stats.sum24h + base)),
  sum_7d: rising('velocity', ({ base, stats }) => major(stats.sum7d + base)),
  sum_30d: rising('velocity', ({ base, stats }) => major(stats.sum30d + base)),
  seconds_since_last: feature('velocity', ({ at, stats }) => days(at, stats.last) * (DAY_MS / 1_000)),
  merchant_count_24h: feature('merchant', ({ merchant }) => merchant?.n24h ?? 0),
  merchant_count_7d: feature('merchant', ({ merchant }) => merchant?.n7d ?? 0),
  merchant_mean_7d: feature('merchant', ({ merchant }) =>
    merchant === null ? 0 : major(ratio(merchant.sum7d, merchant.n7d)),
  ),
  amount_to_merchant_mean_7d: rising('merchant', ({ base, merchant }) =>
    merchant === null || merchant.n7d === 0 ? 1 : ratio(base, merchant.sum7d / merchant.n7d),
  ),
  merchant_seen_30d: feature('merchant', ({ stats }) => stats.merchantSeen),
  merchant_known_fraud_rate_1d: feature('merchant', merchantRate('n1d')),
  merchant_known_fraud_rate_7d: feature('merchant', merchantRate('n7d')),
  merchant_known_fraud_rate_30d: feature('merchant', merchantRate('n30d')),
  merchant_known_frauds_1d: feature('merchant', ({ merchant }) => merchant?.known.n1d ?? 0),
  merchant_known_frauds_7d: feature('merchant', ({ merchant }) => merchant?.known.n7d ?? 0),
  merchant_known_frauds_30d: feature('merchant', ({ merchant }) => merchant?.known.n30d ?? 0),
  merchant_days_since_known_fraud: feature('merchant', ({ at, merchant }) => days(at, merchant?.known.last ?? null)),
  hour: feature('time', ({ at }) => new Date(at).getUTCHours()),
  day_of_week: feature('time', ({ at }) => new Date(at).getUTCDay()),
  // A late transaction may be older than the first known one.
  age_days: feature('profile', ({ at, history }) => Math.max(0, days(at, history.first ?? at))),
  known_frauds: feature('profile', ({ aggregates }) => aggregates.known.n),
  days_since_known_fraud: feature('profile', ({ at, aggregates }) => days(at, aggregates.known.last)),
  ...Object.fromEntries(
    OPERATIONS.map(name => [`is_${name}`, feature('profile', ({ entry }) => (entry.operation === name ? 1 : 0))]),
  ),
  is_new_device: rising('device', ({ entry, stats }) =>
    entry.device !== null && stats.n30d > 0 && stats.deviceSince === null ? 1 : 0,
  ),
  // Without a device, as old as the user's history: missing devices are no signal.
  device_age_days: falling('device', ({ at, entry, stats }) =>
    days(at, (entry.device === null ? stats.first : stats.deviceSince) ?? at),
  ),
  device_users: feature('device', ({ aggregates }) => aggregates.deviceUsers),
  is_new_ip: feature('device', ({ entry, stats }) => (entry.ip !== null && stats.n30d > 0 && !stats.isIpSeen ? 1 : 0)),
  devices_24h: rising('device', ({ stats }) => Math.max(1, stats.devices24h)),
  merchants_24h: feature('velocity', ({ stats }) => stats.merchants24h),
  // Without the transaction itself: a larger amount would lower the count.
  small_count_1h: feature('velocity', ({ stats }) => stats.small1h),
  same_operation_24h: feature('velocity', ({ stats }) => stats.sameOperation24h + 1),
  deposits_24h: rising('velocity', ({ base, entry, stats }) =>
    major(stats.deposits24h + (entry.operation === 'deposit' ? base : 0)),
  ),
  refunds_7d: feature('velocity', ({ stats }) => stats.refunds7d),
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
  const { at, base } = entry
  const { merchant } = aggregates
  const scored = { at, base, entry, history, aggregates, merchant, stats: windowStatsOf(entry, history) }
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

export function isSpike({ entries }: History, at: number, base: number): boolean {
  let n = 0
  let sum = 0
  for (let index = countUpTo(entries, at) - 1; index >= 0 && at - entries[index]!.at < WINDOW_MS_MAX; index -= 1) {
    n += 1
    sum += entries[index]!.base
  }
  return n >= SPIKE_HISTORY_MIN && base * n > SPIKE * sum
}
