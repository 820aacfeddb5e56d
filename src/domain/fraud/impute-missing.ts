import { countUpTo, type Entry, type History, type Operation, WINDOW_MS_MAX } from './history.ts'

/** Replaces a field that the transaction omits and its user usually provides. No real value equals it. */
export const MISSING = '\u0000'

/** A field is habitual if this many of the last transactions have it. */
const LAST = 5
const HABIT = 3

/** Merchants are compared among operations of a kind: transfers never have one. */
const MERCHANT_OPERATIONS: ReadonlySet<Operation> = new Set(['payment', 'refund'])

/** Omitting a field that the user usually provides must not make a transaction look safer. */
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
