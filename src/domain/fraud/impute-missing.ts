import { countUpTo, type Entry, type History, type Operation, WINDOW_MS_MAX } from './history.ts'

/** Stands for what a transaction left out and its user's others name. No device, address or merchant is called so. */
export const MISSING = '\u0000'

/** Of so many last transactions of the user, so many that name a field make it a habit. */
const LAST = 5
const HABIT = 3

/** A transfer has no merchant, however many payments have one: merchants are compared among transactions of a kind. */
const MERCHANT_OPERATIONS: ReadonlySet<Operation> = new Set(['payment', 'refund'])

/**
 * The transaction as it is judged. A field that it leaves out counts as unseen where its user usually gives the field,
 * so that leaving it out makes no transaction look safer. Where the user usually gives none, the field stays null.
 */
export function imputeMissing(entry: Entry, { entries }: Pick<History, 'entries'>): Entry {
  const { device, ip, merchant } = entry
  if (device !== null && ip !== null && merchant !== null) return entry
  const impute = (text: string | null, isNamed: (one: Entry) => boolean, isOfKind?: (one: Entry) => boolean) =>
    text === null && isHabit(entry, entries, isNamed, isOfKind) ? MISSING : text
  const isOfMerchants = MERCHANT_OPERATIONS.has(entry.operation)
  return {
    ...entry,
    device: impute(device, one => one.device !== null),
    ip: impute(ip, one => one.ip !== null),
    merchant: impute(
      merchant,
      one => one.merchant !== null,
      one => MERCHANT_OPERATIONS.has(one.operation) === isOfMerchants,
    ),
  }
}

function isHabit(
  { at }: Entry,
  entries: readonly Entry[],
  isNamed: (one: Entry) => boolean,
  isOfKind: (one: Entry) => boolean = () => true,
): boolean {
  let [checked, count] = [0, 0]
  for (let index = countUpTo(entries, at) - 1; index >= 0 && checked < LAST; index -= 1) {
    const one = entries[index]!
    if (at - one.at >= WINDOW_MS_MAX) break
    if (!isOfKind(one)) continue
    checked += 1
    if (isNamed(one)) count += 1
  }
  return count >= HABIT
}
