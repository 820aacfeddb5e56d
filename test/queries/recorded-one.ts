import { transactionStreams } from '#domain/transactions/events.ts'
import { recordedOf } from '../harness/scenario.ts'
import { iso, T0, type Told } from './fraud-log.ts'

/** A transaction as it is recorded, `n` ms behind the first. */
export function recordedOne(told: Told, n: number) {
  const { client = 'clt_1', tx, user = 'user_1', at, merchant = 'shop', base = 100, device = null } = told
  const stream = transactionStreams.stream(transactionStreams.id(client, tx))
  const data = {
    ...{ client_id: client, transaction_id: tx, user_id: user, account_id: null, amount_minor: base, currency: 'EUR' },
    ...{ operation_type: 'payment', merchant: merchant === null ? null : { id: merchant, name: null, category: null } },
    ...{ device: device === null ? null : { ip: null, user_agent: null, fingerprint: device }, timestamp: iso(at) },
  }
  const [event] = recordedOf([{ type: 'TransactionRecorded', data }], stream)
  return { ...event!, at: iso(T0 + n) }
}
