import { readFileSync } from 'node:fs'
import type { Input } from '#client/index.ts'

export type SampleTransaction = Exclude<Input<'recordTransactions'>['body'], readonly unknown[]>

/** 500 transactions as integrators send them, a fifth of them fraud. */
export const sampleTransactions: SampleTransaction[] = JSON.parse(
  readFileSync(new URL('../fixtures/transactions.json', import.meta.url), 'utf8'),
)

let count = 0

/** A transaction nobody has seen, with this amount. */
export function transactionOf(amount: number, currency = 'EUR'): SampleTransaction {
  count += 1
  const sample = sampleTransactions[count % sampleTransactions.length]!
  return { ...sample, transaction_id: `tx_test_${process.pid}_${Date.now()}_${count}`, amount, currency }
}

/** Account numbers and what the sandbox network does with them. */
export const ACCOUNTS = {
  paidAtOnce: '7000440001',
  invalid: '7000440002',
  closed: '7000440003',
  silentAtFirst: '7000440004',
  providerDown: '7000440005',
  slow: '7000440006',
  ordinary: 'DE89370400440532013000',
}

/** A refund request's body for a transaction. */
export function refundOf(transaction: SampleTransaction, amount: number, account = ACCOUNTS.paidAtOnce) {
  return {
    transaction_id: transaction.transaction_id,
    alert_id: 'alert_1',
    refund: { amount, currency: transaction.currency, reason: 'confirmed_fraud', description: 'card not present' },
    beneficiary: {
      user_id: transaction.user_id,
      account_id: 'acc_1',
      name: 'Ada Lovelace',
      account_number: account,
      bank_code: 'COBADEFF',
    },
    metadata: { case_id: 'case_1', agent_id: 'agent_1' },
  }
}
