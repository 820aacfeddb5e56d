import { basename } from 'node:path'
import { DAY_MS } from '#domain/fraud/history.ts'
import { eachRecord } from '../csv-gz.ts'
import { createIntern, type DataSetReader, timeIn } from './labelled.ts'

/** In the protocol, a fraud is known seven days after it happened. */
export const DELAY_DAYS = 7

/** @param files the card transactions of the Fraud Detection Handbook, a file per month, in order. */
export function readHandbook(files: readonly string[]): DataSetReader {
  return async take => {
    const hashes: Record<string, string> = {}
    const intern = createIntern()
    const columns = ['TX_DATETIME', 'CUSTOMER_ID', 'TERMINAL_ID', 'TX_AMOUNT', 'TX_FRAUD', 'TX_FRAUD_SCENARIO'] as const
    for (const file of files)
      hashes[basename(file)] = await eachRecord(file, columns, ([time, user, terminal, amount, isFraud, scenario]) => {
        const at = timeIn(`${time.replace(' ', 'T')}Z`)
        // Amounts are unrounded doubles such as 85.64999999999999.
        const minor = Math.round(Number(amount) * 100)
        const none = { category: null, device: null, ip: null }
        const entry = {
          at,
          minor,
          base: minor,
          currency: 'EUR',
          operation: 'payment',
          merchant: intern(terminal),
          ...none,
        } as const
        const fraud = isFraud === '1' ? { scenario: intern(scenario), knownAt: at + DELAY_DAYS * DAY_MS } : null
        take({ user: intern(user), entry, receivedAt: at, fraud })
      })
    return hashes
  }
}
