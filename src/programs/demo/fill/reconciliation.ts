import type { FillPart } from './fill-part.ts'
import { requestRefund } from './refunds.ts'

const HOUR_MS = 3_600_000
/** The sandbox network refuses it. */
const REFUSED = '7000440002'

/** A statement that has a payment which the network had refused. */
export const fillReconciliation: FillPart = async (client, name, now, signal) => {
  const { refund_id, amount, currency } = await requestRefund(
    client,
    { id: `${name}_discrepancy`, user_id: `${name}_user_1`, account_number: REFUSED, now },
    signal,
  )
  const hoursAgo = (hours: number) => new Date(now - hours * HOUR_MS).toISOString()
  const lines = [
    { format: 'payment-statement/1', from: hoursAgo(6), to: hoursAgo(2) },
    {
      ...{ type: 'transfer', key: `${refund_id}:0`, reference: 'SBX-DEMO', status: 'succeeded' },
      ...{ amount, currency, at: hoursAgo(4) },
    },
    { end: true, lines: 1 },
  ]
  const content = lines.map(line => `${JSON.stringify(line)}\n`).join('')
  await client.reconcileStatement({ body: { type: 'application/x-ndjson', content } }, { signal })
  return `discrepancy of the refund ${refund_id} with the payment network`
}
