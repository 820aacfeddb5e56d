import type { Client } from '#client/index.ts'
import type { FillPart } from './fill-part.ts'

/** By the end of the account number the sandbox network decides (src/modules/refunds/README.md). */
const PAID_AT_ONCE = '7000440001'
const REFUSED = '7000440002'
const PAID_LATER = '7000440006'

export type MadeRefund = { refund_id: string; amount: number; currency: string }

/** Requests a refund of a transaction of its own. */
export async function requestRefund(
  client: Client,
  { id, user_id, account_number, now }: { id: string; user_id: string; account_number: string; now: number },
  signal: AbortSignal,
): Promise<MadeRefund> {
  const money = { amount: 125.5, currency: 'EUR' }
  const transaction = { transaction_id: id, user_id, ...money, operation_type: 'payment' as const }
  await client.recordTransactions({ body: { ...transaction, timestamp: new Date(now).toISOString() } }, { signal })
  const { refund_id } = await client.requestRefund(
    {
      body: {
        transaction_id: id,
        refund: { ...money, reason: 'confirmed_fraud', description: 'Card not present fraud' },
        beneficiary: { user_id, name: 'Ada Lovelace', account_number, bank_code: 'COBADEFF' },
      },
    },
    { signal },
  )
  return { refund_id, ...money }
}

/** A refund for each state. The payments go on for some seconds after this. */
export const fillRefunds: FillPart = async (client, name, now, signal) => {
  const request = (state: string, account_number: string) =>
    requestRefund(client, { id: `${name}_${state}`, user_id: `${name}_user_0`, account_number, now }, signal)
  await request('completed', PAID_AT_ONCE)
  await request('failed', REFUSED)
  await request('processing', PAID_LATER)
  const cancelled = await request('cancelled', PAID_AT_ONCE)
  await client.cancelRefund(
    { path: { refund_id: cancelled.refund_id }, body: { reason: 'The customer found the goods.' } },
    { signal },
  )
  const { void_four_eyes } = await client.getSettings({}, { signal })
  if (void_four_eyes)
    return 'refunds that are completed, failed, processing and cancelled; a void needs a second user (VOID_FOUR_EYES)'
  const voided = await request('voided', PAID_AT_ONCE)
  await client.voidRefund({ path: { refund_id: voided.refund_id }, body: { reason: 'duplicate_refund' } }, { signal })
  return 'refunds that are completed, failed, processing, cancelled and voided'
}
