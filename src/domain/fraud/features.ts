import type { Group } from './feature-groups.ts'
import { countUpTo, DAY_MS, type Entry, type History, HOUR_MS, KEPT_MS, OPERATIONS } from './history.ts'
import { withLeftOut } from './left-out.ts'
import { NO_OTHERS, type Others } from './others.ts'

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
  others: Others
}

/** Of a transaction without a merchant, while nothing is known. */
export const NOTHING_AROUND: Around = {
  merchant: null,
  deviceUsers: 0,
  known: { n: 0, last: null },
  others: NO_OTHERS,
}

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

/**
 * In the order of the model's columns. Counts and sums of the user's windows include the transaction itself. Each feature that a larger amount
 * or an unseen device of the transaction moves is monotone, so that neither ever makes a transaction look safer.
 */
export const FEATURES: Readonly<Record<string, Feature>> = {
  amount: { group: 'amount', monotone: 1, of: ({ entry }) => major(entry.base) },
  amount_to_mean_30d: { group: 'amount', monotone: 1, of: scored => ratio(scored.entry.base, usual(scored)) },
  amount_z_30d: {
    group: 'amount',
    monotone: 1,
    of: ({ entry, past }) => (past.deviation > 0 ? (entry.base - past.mean) / past.deviation : 0),
  },
  amount_to_max_30d: {
    group: 'amount',
    monotone: 1,
    of: ({ entry, past }) => (past.most > 0 ? entry.base / past.most : 1),
  },
  mean_24h: { group: 'amount', monotone: 1, of: scored => major(mean24h(scored)) },
  mean_7d: { group: 'amount', monotone: 1, of: scored => major(mean7d(scored)) },
  mean_30d: { group: 'amount', of: ({ past }) => major(past.mean) },
  deviation_30d: { group: 'amount', of: ({ past }) => major(past.deviation) },
  mean_24h_to_30d: { group: 'amount', monotone: 1, of: scored => ratio(mean24h(scored), usual(scored)) },
  mean_7d_to_30d: { group: 'amount', monotone: 1, of: scored => ratio(mean7d(scored), usual(scored)) },
  mean_last_5_to_30d: { group: 'amount', of: ({ past }) => (past.n30d === 0 ? 1 : ratio(past.meanOfLast, past.mean)) },
  spikes_14d: { group: 'amount', of: ({ past }) => past.spikes14d },
  days_since_spike: { group: 'amount', of: ({ entry, past }) => days(entry.at, past.lastSpike) },
  count_1h: { group: 'velocity', monotone: 1, of: ({ past }) => past.n1h + 1 },
  count_24h: { group: 'velocity', monotone: 1, of: ({ past }) => past.n24h + 1 },
  count_7d: { group: 'velocity', of: ({ past }) => past.n7d + 1 },
  count_30d: { group: 'velocity', of: ({ past }) => past.n30d + 1 },
  sum_1h: { group: 'velocity', monotone: 1, of: ({ entry, past }) => major(past.sum1h + entry.base) },
  sum_24h: { group: 'velocity', monotone: 1, of: ({ entry, past }) => major(past.sum24h + entry.base) },
  sum_7d: { group: 'velocity', monotone: 1, of: ({ entry, past }) => major(past.sum7d + entry.base) },
  sum_30d: { group: 'velocity', monotone: 1, of: ({ entry, past }) => major(past.sum30d + entry.base) },
  seconds_since_last: { group: 'velocity', of: ({ entry, past }) => days(entry.at, past.last) * (DAY_MS / 1_000) },
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
  device_age_days: {
    group: 'device',
    monotone: -1,
    // A device that is never named says nothing: it is as old as what is known of the user.
    of: ({ entry, past }) => days(entry.at, (entry.device === null ? past.first : past.deviceSince) ?? entry.at),
  },
  device_users: { group: 'device', of: ({ around }) => around.deviceUsers },
  is_new_ip: {
    group: 'device',
    of: ({ entry, past }) => (entry.ip !== null && past.n30d > 0 && !past.isIpSeen ? 1 : 0),
  },
  devices_24h: { group: 'device', monotone: 1, of: ({ past }) => Math.max(1, past.devices24h) },
  merchants_24h: { group: 'velocity', of: ({ past }) => past.merchants24h },
  // Without the transaction itself, which would be none of them if it were larger.
  small_count_1h: { group: 'velocity', of: ({ past }) => past.small1h },
  same_operation_24h: { group: 'velocity', of: ({ past }) => past.sameOperation24h + 1 },
  deposits_24h: {
    group: 'velocity',
    monotone: 1,
    of: ({ entry, past }) => major(past.deposits24h + (entry.operation === 'deposit' ? entry.base : 0)),
  },
  refunds_7d: { group: 'velocity', of: ({ past }) => past.refunds7d },
}

/** Raise it with any change of what a feature is: every score records by which features it was made. */
export const FEATURES_VERSION = 2
/**
 * Of the columns, which a model's file names. Features 2 have the columns of 1, and other values only where a
 * transaction leaves out its device, address or merchant, so that models of 1 go on scoring.
 */
export const COLUMNS_VERSION = 1
/** Scores that were made by these have the same columns. */
export const SAME_COLUMNS: readonly number[] = [1, FEATURES_VERSION]
export const NAMES: readonly string[] = Object.keys(FEATURES)
const NEW_IP = NAMES.indexOf('is_new_ip')
const ALL: readonly Feature[] = Object.values(FEATURES)

/**
 * The model's columns for a transaction that has not entered yet. Float32, as the model takes them. What the user is
 * used to name and the transaction leaves out counts as unseen.
 */
export function featuresOf(
  given: Entry,
  history: History,
  around: Around,
  into: Float32Array = new Float32Array(NAMES.length),
): Float32Array {
  const entry = withLeftOut(given, history)
  const scored = { entry, history, around, past: pastOf(entry, history) }
  for (let index = 0; index < ALL.length; index += 1) into[index] = ALL[index]!.of(scored)
  return into
}

/**
 * The same for each way to read the transaction: the model's highest answer counts. There are two where an address is
 * left out, because a new address may look safer to a model than a known one.
 */
export function readingsOf(entry: Entry, history: History, around: Around): Float32Array[] {
  const unseen = featuresOf(entry, history, around)
  if (entry.ip !== null || unseen[NEW_IP] === 0) return [unseen]
  const seen = unseen.slice()
  seen[NEW_IP] = 0
  return [unseen, seen]
}

/** What the user did in the windows that end with the transaction, without itself. Amounts are minor units of the base currency. */
type Past = ReturnType<typeof pastOf>

/** One pass from the newest to the oldest. Sums are of whole numbers and so the same in whatever order transactions came. */
function pastOf(entry: Entry, { entries }: History) {
  const { at, merchant, device, ip, operation } = entry
  const newest = countUpTo(entries, at) - 1
  // Differences from one that is among them: the squares of large amounts themselves would leave nothing of a small deviation.
  const middle = newest < 0 ? 0 : entries[newest]!.base
  const past = {
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
  for (let place = newest; place >= 0; place -= 1) {
    const one = entries[place]!
    const { base } = one
    const age = at - one.at
    if (age >= KEPT_MS) break
    if (past.n30d < LAST) sumOfLast += base
    past.n30d += 1
    past.sum30d += base
    past.first = one.at
    squares += (base - middle) * (base - middle)
    if (base > past.most) past.most = base
    if (one.isSpike) {
      past.lastSpike ??= one.at
      if (age < SPIKES_MS) past.spikes14d += 1
    }
    if (merchant !== null && one.merchant === merchant) past.merchantSeen += 1
    if (device !== null && one.device === device) past.deviceSince = one.at
    if (ip !== null && one.ip === ip) past.isIpSeen = true
    if (age >= 7 * DAY_MS) continue
    past.n7d += 1
    past.sum7d += base
    if (one.operation === 'refund') past.refunds7d += 1
    if (age >= DAY_MS) continue
    past.n24h += 1
    past.sum24h += base
    devices.add(one.device)
    merchants.add(one.merchant)
    if (one.operation === operation) past.sameOperation24h += 1
    if (one.operation === 'deposit') past.deposits24h += base
    if (age >= HOUR_MS) continue
    past.n1h += 1
    past.sum1h += base
    if (base < SMALL_MINOR) past.small1h += 1
  }
  past.devices24h = devices.size()
  past.merchants24h = merchants.size()
  if (past.n30d === 0) return past
  const off = past.sum30d - past.n30d * middle
  past.mean = past.sum30d / past.n30d
  past.deviation = Math.sqrt(Math.max(0, squares - (off * off) / past.n30d) / past.n30d)
  past.meanOfLast = sumOfLast / Math.min(past.n30d, LAST)
  past.last = entries[newest]!.at
  return past
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
  for (let place = countUpTo(entries, at) - 1; place >= 0 && at - entries[place]!.at < KEPT_MS; place -= 1) {
    n += 1
    sum += entries[place]!.base
  }
  return n >= SPIKE_HISTORY_MIN && base * n > SPIKE * sum
}
