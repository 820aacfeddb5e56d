import { countUpTo, DAY_MS, type Entry, type History, HOUR_MS, WINDOW_MS_MAX } from './history.ts'

const SPIKES_MS = 14 * DAY_MS
/** Minor units of the base currency: stolen cards are tested with less. */
const SMALL_MINOR = 500
const LAST = 5

export type WindowStats = ReturnType<typeof windowStatsOf>

/** One pass, newest first. Sums are of integers, so the order of arrival does not change them. */
export function windowStatsOf(entry: Entry, { entries }: History) {
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
