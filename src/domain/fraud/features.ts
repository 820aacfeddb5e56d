import { countUpTo, DAY_MS, type Entry, type History, HOUR_MS, KEPT_MS, OPERATIONS } from './history.ts'

/**
 * Of all users' transactions with a merchant that were recorded before this one, by whole hours: a window of w hours is the hour of this
 * transaction and the w − 1 before it.
 */
export type MerchantFigures = {
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
export type Around = {
  /** Null for a transaction without a merchant. */
  merchant: MerchantFigures | null
  /** Other users whose newest transaction with the device is less than 30 days older than this one. */
  deviceUsers: number
  /** The user's own frauds that were known at this transaction's time, however long ago, and when the newest became known. */
  known: { n: number; last: number | null }
}

/** Raise it with any change of what a feature says: every score records by which features it was made. */
export const FEATURES_VERSION = 1

/** By what analysts speak of; each feature is in one. */
export const GROUPS = ['amount', 'velocity', 'merchant', 'device', 'time', 'profile'] as const
type Group = (typeof GROUPS)[number]

type Feature = {
  group: Group
  /** Raising it alone never lowers the score, or never raises it. */
  monotone?: 1 | -1
  of: (scored: Scored) => number
}

type Scored = { entry: Entry; history: History; around: Around; past: Past }

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
const ratio = (part: number, whole: number) => part / Math.max(whole, 1)
/** Whoever has no history is compared with this transaction itself. */
const usual = ({ entry, past }: Scored) => (past.n30d === 0 ? entry.base : past.mean)
const mean24h = ({ entry, past }: Scored) => (past.sum24h + entry.base) / (past.n24h + 1)
const mean7d = ({ entry, past }: Scored) => (past.sum7d + entry.base) / (past.n7d + 1)

/** In the order of the model's columns. Counts and sums of the user's windows include the transaction itself. */
export const FEATURES: Readonly<Record<string, Feature>> = {
  amount: { group: 'amount', of: ({ entry }) => major(entry.base) },
  amount_to_mean_30d: { group: 'amount', monotone: 1, of: scored => ratio(scored.entry.base, usual(scored)) },
  amount_z_30d: {
    group: 'amount',
    of: ({ entry, past }) => (past.deviation > 0 ? (entry.base - past.mean) / past.deviation : 0),
  },
  amount_to_max_30d: { group: 'amount', of: ({ entry, past }) => (past.most > 0 ? entry.base / past.most : 1) },
  mean_24h: { group: 'amount', of: scored => major(mean24h(scored)) },
  mean_7d: { group: 'amount', of: scored => major(mean7d(scored)) },
  mean_30d: { group: 'amount', of: scored => major(usual(scored)) },
  deviation_30d: { group: 'amount', of: ({ past }) => major(past.deviation) },
  mean_24h_to_30d: { group: 'amount', of: scored => ratio(mean24h(scored), usual(scored)) },
  mean_7d_to_30d: { group: 'amount', of: scored => ratio(mean7d(scored), usual(scored)) },
  mean_last_5_to_30d: { group: 'amount', of: ({ past }) => (past.n30d === 0 ? 1 : ratio(past.meanOfLast, past.mean)) },
  spikes_14d: { group: 'amount', of: ({ past }) => past.spikes14d },
  days_since_spike: { group: 'amount', of: ({ entry, past }) => days(entry.at, past.lastSpike) },
  count_1h: { group: 'velocity', monotone: 1, of: ({ past }) => past.n1h + 1 },
  count_24h: { group: 'velocity', monotone: 1, of: ({ past }) => past.n24h + 1 },
  count_7d: { group: 'velocity', of: ({ past }) => past.n7d + 1 },
  count_30d: { group: 'velocity', of: ({ past }) => past.n30d + 1 },
  sum_1h: { group: 'velocity', of: ({ entry, past }) => major(past.sum1h + entry.base) },
  sum_24h: { group: 'velocity', of: ({ entry, past }) => major(past.sum24h + entry.base) },
  sum_7d: { group: 'velocity', of: ({ entry, past }) => major(past.sum7d + entry.base) },
  sum_30d: { group: 'velocity', of: ({ entry, past }) => major(past.sum30d + entry.base) },
  seconds_since_last: { group: 'velocity', of: ({ entry, past }) => days(entry.at, past.last) * (DAY_MS / 1_000) },
  merchant_count_24h: { group: 'merchant', of: ({ around }) => around.merchant?.n24h ?? 0 },
  merchant_count_7d: { group: 'merchant', of: ({ around }) => around.merchant?.n7d ?? 0 },
  merchant_mean_7d: {
    group: 'merchant',
    of: ({ around: { merchant } }) => (merchant === null ? 0 : major(ratio(merchant.sum7d, merchant.n7d))),
  },
  amount_to_merchant_mean_7d: {
    group: 'merchant',
    of: ({ entry, around: { merchant } }) =>
      merchant === null || merchant.n7d === 0 ? 1 : ratio(entry.base, merchant.sum7d / merchant.n7d),
  },
  merchant_seen_30d: { group: 'merchant', of: ({ past }) => past.merchantSeen },
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
    of: ({ entry, past }) => (entry.device !== null && past.n30d > 0 && past.deviceSince === null ? 1 : 0),
  },
  device_age_days: { group: 'device', of: ({ entry, past }) => days(entry.at, past.deviceSince ?? entry.at) },
  device_users: { group: 'device', of: ({ around }) => around.deviceUsers },
  is_new_ip: {
    group: 'device',
    of: ({ entry, past }) => (entry.ip !== null && past.n30d > 0 && !past.isIpSeen ? 1 : 0),
  },
  devices_24h: { group: 'device', of: ({ past }) => past.devices24h },
  merchants_24h: { group: 'velocity', of: ({ past }) => past.merchants24h },
  small_count_1h: { group: 'velocity', of: ({ entry, past }) => past.small1h + (entry.base < SMALL_MINOR ? 1 : 0) },
  same_operation_24h: { group: 'velocity', of: ({ past }) => past.sameOperation24h + 1 },
  deposits_24h: {
    group: 'velocity',
    of: ({ entry, past }) => major(past.deposits24h + (entry.operation === 'deposit' ? entry.base : 0)),
  },
  refunds_7d: { group: 'velocity', of: ({ past }) => past.refunds7d },
}

export const NAMES: readonly string[] = Object.keys(FEATURES)
const ALL: readonly Feature[] = Object.values(FEATURES)

/** The model's columns for a transaction that has not entered yet. Float32, as the model takes them. */
export function featuresOf(
  entry: Entry,
  history: History,
  around: Around,
  into = new Float32Array(NAMES.length),
): Float32Array {
  const scored = { entry, history, around, past: pastOf(entry, history) }
  for (let index = 0; index < ALL.length; index += 1) into[index] = ALL[index]!.of(scored)
  return into
}

/** What the user did in the windows that end with the transaction, without itself. Amounts are minor units of the base currency. */
type Past = {
  n1h: number
  n24h: number
  n7d: number
  n30d: number
  sum1h: number
  sum24h: number
  sum7d: number
  sum30d: number
  /** These are of 30 days. */
  mean: number
  deviation: number
  most: number
  meanOfLast: number
  last: number | null
  lastSpike: number | null
  spikes14d: number
  merchantSeen: number
  /** When the transaction's device was first seen. */
  deviceSince: number | null
  isIpSeen: boolean
  refunds7d: number
  /** Different ones, that of the transaction included. */
  devices24h: number
  merchants24h: number
  sameOperation24h: number
  deposits24h: number
  small1h: number
}

/** One pass from the newest to the oldest. Sums are of whole numbers and so the same in whatever order transactions came. */
function pastOf(entry: Entry, { entries }: History): Past {
  const { at, merchant, device, ip, operation } = entry
  const newest = countUpTo(entries, at) - 1
  // Differences from one that is among them: the squares of large amounts themselves would leave nothing of a small deviation.
  const middle = newest < 0 ? 0 : entries[newest]!.base
  const devices = new Set<string>()
  const merchants = new Set<string>()
  if (device !== null) devices.add(device)
  if (merchant !== null) merchants.add(merchant)
  let [n1h, n24h, n7d, n30d, sum1h, sum24h, sum7d, sum30d] = [0, 0, 0, 0, 0, 0, 0, 0]
  let [squares, most, sumOfLast, spikes14d, merchantSeen, refunds7d] = [0, 0, 0, 0, 0, 0]
  let [sameOperation24h, deposits24h, small1h] = [0, 0, 0]
  let lastSpike: number | null = null
  let deviceSince: number | null = null
  let isIpSeen = false
  for (let place = newest; place >= 0; place -= 1) {
    const past = entries[place]!
    const { base } = past
    const age = at - past.at
    if (age >= KEPT_MS) break
    if (n30d < LAST) sumOfLast += base
    n30d += 1
    sum30d += base
    squares += (base - middle) * (base - middle)
    if (base > most) most = base
    if (past.isSpike) {
      lastSpike ??= past.at
      if (age < SPIKES_MS) spikes14d += 1
    }
    if (merchant !== null && past.merchant === merchant) merchantSeen += 1
    if (device !== null && past.device === device) deviceSince = past.at
    if (ip !== null && past.ip === ip) isIpSeen = true
    if (age >= 7 * DAY_MS) continue
    n7d += 1
    sum7d += base
    if (past.operation === 'refund') refunds7d += 1
    if (age >= DAY_MS) continue
    n24h += 1
    sum24h += base
    if (past.device !== null) devices.add(past.device)
    if (past.merchant !== null) merchants.add(past.merchant)
    if (past.operation === operation) sameOperation24h += 1
    if (past.operation === 'deposit') deposits24h += base
    if (age >= HOUR_MS) continue
    n1h += 1
    sum1h += base
    if (base < SMALL_MINOR) small1h += 1
  }
  const off = sum30d - n30d * middle
  return {
    ...{
      n1h,
      n24h,
      n7d,
      n30d,
      sum1h,
      sum24h,
      sum7d,
      sum30d,
      most,
      lastSpike,
      spikes14d,
      merchantSeen,
      deviceSince,
      isIpSeen,
    },
    ...{ refunds7d, sameOperation24h, deposits24h, small1h },
    mean: n30d === 0 ? 0 : sum30d / n30d,
    deviation: n30d === 0 ? 0 : Math.sqrt(Math.max(0, squares - (off * off) / n30d) / n30d),
    meanOfLast: n30d === 0 ? 0 : sumOfLast / Math.min(n30d, LAST),
    last: newest >= 0 && n30d > 0 ? entries[newest]!.at : null,
    devices24h: devices.size,
    merchants24h: merchants.size,
  }
}

/** Whether an amount, in minor units of the base currency, is several times what the user usually moves. */
export function isSpike({ entries }: History, at: number, base: number): boolean {
  let n = 0
  let sum = 0
  for (let place = countUpTo(entries, at) - 1; place >= 0 && at - entries[place]!.at < KEPT_MS; place -= 1) {
    n += 1
    sum += entries[place]!.base
  }
  return n >= SPIKE_HISTORY_MIN && base * n > SPIKE * sum
}
