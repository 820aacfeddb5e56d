import {
  type CrossUserSignals,
  FIRSTS_MAX,
  firstLimitOf,
  type KnownFrauds,
  SMALL_MINOR,
  SMALL_MS,
} from './cross-user-signals.ts'
import type { MerchantAggregates, VelocityAggregates } from './features.ts'
import { DAY_MS, type Entry, HOUR_MS, WINDOW_MS_MAX } from './history.ts'

const DAY_H = DAY_MS / HOUR_MS
const WEEK_H = 7 * DAY_H
const MONTH_H = 30 * DAY_H
/** The longest window, of the delayed aggregates, for the latest transaction that a history accepts. */
const KEPT_H = WEEK_H + MONTH_H + WINDOW_MS_MAX / HOUR_MS

/** Parallel columns by hour since 1970: hour, count, sum. */
type Merchant = { hours: number[]; n: number[]; sum: number[]; known: number[] }

/** The read model's aggregates in memory, for training and replay. Data outside every window is dropped. */
export function createAggregates() {
  const merchants = new Map<string, Merchant>()
  const devices = new Map<string, Map<string, number>>()
  const users = new Map<string, number[]>()
  const deviceFrauds = new Map<string, OfUser[]>()
  const accountFrauds = new Map<string, OfUser[]>()
  const smalls = new Map<string, OfUser[]>()
  const seenUsers = new Set<string>()
  let firsts: number[] = []
  let newestDay = Number.NEGATIVE_INFINITY

  function evict(at: number): void {
    const hour = hourOf(at) - KEPT_H
    for (const [name, { hours, n, sum, known }] of merchants) {
      const old = countUpTo(hours, hour)
      for (const column of [hours, n, sum]) column.splice(0, old)
      // The last one stays: its age is a feature without a limit.
      known.splice(0, countUpTo(known, hour * HOUR_MS) - 1)
      if (hours.length === 0 && known.length === 0) merchants.delete(name)
    }
    for (const [device, seen] of devices) {
      for (const [user, last] of seen) if (last <= hour * HOUR_MS) seen.delete(user)
      if (seen.size === 0) devices.delete(device)
    }
    for (const lists of [deviceFrauds, accountFrauds, smalls])
      for (const [name, list] of lists) {
        const remaining = list.filter(one => one.at > hour * HOUR_MS)
        if (remaining.length === 0) lists.delete(name)
        else if (remaining.length < list.length) lists.set(name, remaining)
      }
  }

  return {
    aggregatesFor({ at, merchant, device, account = null }: Entry, user: string): VelocityAggregates {
      const known = users.get(user) ?? []
      const n = countUpTo(known, at)
      return {
        merchant: merchant === null ? null : merchantAggregatesOf(merchants.get(merchant) ?? newMerchant(), at),
        deviceUsers: device === null ? 0 : countOtherUsers(devices.get(device), user, at),
        known: { n, last: n === 0 ? null : known[n - 1]! },
        others: {
          deviceFrauds: knownFrauds(ofOthers(deviceFrauds, device, user, at, WINDOW_MS_MAX)),
          accountFrauds: knownFrauds(ofOthers(accountFrauds, account, user, at, WINDOW_MS_MAX)),
          smallOnDevice: usersOf(ofOthers(smalls, device, user, at, SMALL_MS)),
          firstLimit: firstLimitOf(firsts),
        },
      }
    },

    add({ at, base, merchant, device }: Entry, user: string): void {
      if (!seenUsers.has(user)) {
        seenUsers.add(user)
        firsts = [...firsts, base].slice(-FIRSTS_MAX)
      }
      if (device !== null && base < SMALL_MINOR) getOrCreate(smalls, device, () => []).push({ user, at })
      if (merchant !== null) count(getOrCreate(merchants, merchant, newMerchant), hourOf(at), base)
      if (device !== null) {
        const seen = getOrCreate(devices, device, () => new Map<string, number>())
        seen.set(user, Math.max(seen.get(user) ?? at, at))
      }
      const day = Math.floor(at / DAY_MS)
      if (day <= newestDay) return
      newestDay = day
      evict(at)
    },

    known({ user, merchant, at, device = null, account = null }: KnownFraud): void {
      if (device !== null) getOrCreate(deviceFrauds, device, () => []).push({ user, at })
      if (account !== null) getOrCreate(accountFrauds, account, () => []).push({ user, at })
      if (merchant !== null) insert(getOrCreate(merchants, merchant, newMerchant).known, at)
      insert(
        getOrCreate(users, user, () => []),
        at,
      )
    },
  }
}

type KnownFraud = {
  user: string
  merchant: string | null
  at: number
  device?: string | null | undefined
  account?: string | null | undefined
}
type OfUser = { user: string; at: number }

/** Of a device or account, in the window that ends at `at`. */
function ofOthers(
  lists: ReadonlyMap<string, readonly OfUser[]>,
  name: string | null,
  user: string,
  at: number,
  windowMs: number,
): OfUser[] {
  const all = name === null ? [] : (lists.get(name) ?? [])
  return all.filter(one => one.user !== user && one.at <= at && one.at > at - windowMs)
}

function knownFrauds(frauds: readonly OfUser[]): KnownFrauds {
  return { n: frauds.length, last: frauds.length === 0 ? null : Math.max(...frauds.map(({ at }) => at)) }
}

function usersOf(found: readonly OfUser[]): CrossUserSignals['smallOnDevice'] {
  return { n: found.length, users: new Set(found.map(({ user }) => user)).size }
}

function newMerchant(): Merchant {
  return { hours: [], n: [], sum: [], known: [] }
}

function getOrCreate<K, V>(map: Map<K, V>, key: K, create: () => V): V {
  const existing = map.get(key)
  if (existing !== undefined) return existing
  const created = create()
  map.set(key, created)
  return created
}

function hourOf(at: number): number {
  return Math.floor(at / HOUR_MS)
}

function count({ hours, n, sum }: Merchant, hour: number, base: number): void {
  const index = countUpTo(hours, hour) - 1
  if (hours[index] === hour) {
    n[index]! += 1
    sum[index]! += base
    return
  }
  hours.splice(index + 1, 0, hour)
  n.splice(index + 1, 0, 1)
  sum.splice(index + 1, 0, base)
}

function merchantAggregatesOf({ hours, n, sum, known }: Merchant, at: number): MerchantAggregates {
  const hour = hourOf(at)
  let n24h = 0
  let n7d = 0
  let sum7d = 0
  const delayed = { n1d: 0, n7d: 0, n30d: 0 }
  for (let index = countUpTo(hours, hour) - 1; index >= 0; index -= 1) {
    const back = hour - hours[index]!
    if (back >= WEEK_H + MONTH_H) break
    if (back < DAY_H) n24h += n[index]!
    if (back < WEEK_H) {
      n7d += n[index]!
      sum7d += sum[index]!
      continue
    }
    if (back < WEEK_H + DAY_H) delayed.n1d += n[index]!
    if (back < WEEK_H + WEEK_H) delayed.n7d += n[index]!
    delayed.n30d += n[index]!
  }
  const until = countUpTo(known, at)
  const since = (days: number) => until - countUpTo(known, at - days * DAY_MS)
  const last = until === 0 ? null : known[until - 1]!
  return { n24h, n7d, sum7d, delayed, known: { n1d: since(1), n7d: since(7), n30d: since(30), last } }
}

function countOtherUsers(seen: ReadonlyMap<string, number> | undefined, user: string, at: number): number {
  let others = 0
  for (const [other, last] of seen ?? []) if (other !== user && last > at - WINDOW_MS_MAX) others += 1
  return others
}

function insert(times: number[], at: number): void {
  times.splice(countUpTo(times, at), 0, at)
}

function countUpTo(ascending: readonly number[], most: number): number {
  let low = 0
  let high = ascending.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (ascending[middle]! > most) high = middle
    else low = middle + 1
  }
  return low
}
