import { fromBaseMinor } from './base-currency.ts'
import { DAY_MS, type Entry, entriesWithin, type History, HOUR_MS, type Operation, WINDOW_MS_MAX } from './history.ts'

/** The spec's `velocity_check`; amounts in minor units of the transaction's currency. */
export type Velocity = {
  transactions_1h: number
  transactions_24h: number
  amount_24h_minor: number
  is_unusual: boolean
}

const OUTGOING: ReadonlySet<Operation> = new Set(['transfer', 'payment', 'withdrawal'])

/** Up to this count an hour is never unusual. */
const COUNT_1H_USUAL = 5
/** Standard deviations of a Poisson count; hardly ever exceeded by chance. */
const DEVIATIONS = 3
/** Times the daily average, for a user known for at least a week. */
const TIMES_DAILY = 3
const KNOWN_DAYS_MIN = 7

export function velocityOf(history: History, entry: Entry): Velocity {
  const day = [...entriesWithin(history, entry.at, DAY_MS), entry]
  const hour = day.filter(({ at }) => at > entry.at - HOUR_MS)
  const amount = outgoing(day, entry.currency)
  return {
    transactions_1h: hour.length,
    transactions_24h: day.length,
    amount_24h_minor: amount,
    is_unusual: isUnusual(history, entry, hour.length, amount),
  }
}

/** Amounts of the same currency are added without conversion. Capped at the largest exact integer. */
function outgoing(entries: readonly Entry[], currency: string): number {
  let own = 0
  let others = 0
  for (const { operation, minor, base, ...entry } of entries)
    if (OUTGOING.has(operation)) {
      if (entry.currency === currency) own += minor
      else others += base
    }
  return Math.min(own + fromBaseMinor(others, currency), Number.MAX_SAFE_INTEGER)
}

function isUnusual(history: History, entry: Entry, count1h: number, amount24h: number): boolean {
  const before = entriesWithin(history, entry.at - DAY_MS, WINDOW_MS_MAX - DAY_MS)
  const oldest = before[0]
  const days = oldest === undefined ? 0 : (entry.at - DAY_MS - oldest.at) / DAY_MS
  if (oldest === undefined || days < KNOWN_DAYS_MIN) return count1h > COUNT_1H_USUAL
  const daily = before.length / days
  const countMax = Math.max(COUNT_1H_USUAL, daily + DEVIATIONS * Math.sqrt(daily))
  const amountDaily = outgoing(before, entry.currency) / days
  return count1h > countMax || (amountDaily > 0 && amount24h > TIMES_DAILY * amountDaily)
}
