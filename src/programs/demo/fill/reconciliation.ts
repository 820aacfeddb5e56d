import type { FillPart } from './fill-part.ts'
import { requestRefund } from './refunds.ts'

const HOUR_MS = 3_600_000
const PROVIDER_DOWN = '7000440005'

/** A statement that has a payment which the refund does not know. */
export const fillReconciliation: FillPart = async (client, name, now, signal) => {
  const { refund_id, amount, currency } = await requestRefund(
    client,
    { id: `${name}_discrepancy`, user_id: `${name}_user_1`, account_number: PROVIDER_DOWN, now },
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
