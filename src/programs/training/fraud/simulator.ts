import { basename } from 'node:path'
import { toBaseMinor } from '#domain/fraud/base-currency.ts'
import { OPERATIONS, type Operation } from '#domain/fraud/history.ts'
import { textToMinor } from '#values/money.ts'
import { eachRecord } from '../csv-gz.ts'
import { createIntern, type DataSetReader, type LabelledTransaction, timeIn } from './labelled.ts'

const COLUMNS = [
  ...(['transaction_id', 'user_id', 'amount', 'currency', 'operation_type', 'merchant_id', 'device_ip'] as const),
  ...(['device_fingerprint', 'timestamp', 'received_at', 'is_fraud', 'fraud_type', 'label_at'] as const),
] as const

/** Repeated deliveries of a transaction are dropped. */
export function readSimulator(files: readonly string[]): DataSetReader {
  return async take => {
    const hashes: Record<string, string> = {}
    const intern = createIntern()
    const first = new Map<string, LabelledTransaction>()
    for (const file of files)
      hashes[basename(file)] = await eachRecord(file, COLUMNS, ([id, user, amount, currency, operation, ...more]) => {
        const [merchant, ip, device, timestamp, received, isFraud, scenario, knownAt] = more
        const receivedAt = timeIn(received)
        if (receivedAt >= (first.get(id)?.receivedAt ?? Number.POSITIVE_INFINITY)) return
        const minor = textToMinor(amount, currency)
        if (typeof minor !== 'number') throw new Error(`${minor.field} ${minor.reason}`)
        const named = (text: string) => (text === '' ? null : intern(text))
        const entry = {
          ...{ at: timeIn(timestamp), minor, currency: intern(currency), base: toBaseMinor(minor, currency) },
          ...{ operation: operationIn(operation), merchant: named(merchant) },
          // No feature uses the category.
          ...{ category: null, device: named(device), ip: named(ip) },
        }
        const fraud = isFraud === '1' ? { scenario: intern(scenario), knownAt: timeIn(knownAt) } : null
        first.set(id, { user: intern(user), entry, receivedAt, fraud })
      })
    for (const transaction of [...first.values()].sort((a, b) => a.receivedAt - b.receivedAt)) take(transaction)
    return hashes
  }
}

function operationIn(text: string): Operation {
  const operation = OPERATIONS.find(name => name === text)
  if (operation === undefined) throw new Error(`"${text}" is not an operation_type`)
  return operation
}
