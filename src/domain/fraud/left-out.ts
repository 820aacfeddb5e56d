import { countUpTo, type Entry, type History, KEPT_MS, type Operation } from './history.ts'

/** Stands for what a transaction left out and its user's others name. No device, address or merchant is called so. */
export const LEFT_OUT = '\u0000'

/** Of so many last transactions of the user, so many that name a field make it a habit. */
const LAST = 5
const HABIT = 3

/** A transfer has no merchant, however many payments have one: merchants are compared among transactions of a kind. */
const OF_MERCHANTS: ReadonlySet<Operation> = new Set(['payment', 'refund'])

/**
 * The transaction as it is judged. A field that it leaves out counts as unseen where its user usually gives the field,
 * so that leaving it out makes no transaction look safer. Where the user usually gives none, the field stays null.
 */
export function withLeftOut(entry: Entry, { entries }: Pick<History, 'entries'>): Entry {
  const { device, ip, merchant } = entry
  if (device !== null && ip !== null && merchant !== null) return entry
  const named = (text: string | null, isNamed: (one: Entry) => boolean, isOfKind?: (one: Entry) => boolean) =>
    text === null && isHabit(entry, entries, isNamed, isOfKind) ? LEFT_OUT : text
  const isOfMerchants = OF_MERCHANTS.has(entry.operation)
  return {
    ...entry,
    device: named(device, one => one.device !== null),
    ip: named(ip, one => one.ip !== null),
    merchant: named(
      merchant,
      one => one.merchant !== null,
      one => OF_MERCHANTS.has(one.operation) === isOfMerchants,
    ),
  }
}

function isHabit(
  { at }: Entry,
  entries: readonly Entry[],
  isNamed: (one: Entry) => boolean,
  isOfKind: (one: Entry) => boolean = () => true,
): boolean {
  let [looked, named] = [0, 0]
  for (let place = countUpTo(entries, at) - 1; place >= 0 && looked < LAST; place -= 1) {
    const one = entries[place]!
    if (at - one.at >= KEPT_MS) break
    if (!isOfKind(one)) continue
    looked += 1
    if (isNamed(one)) named += 1
  }
  return named >= HABIT
}
