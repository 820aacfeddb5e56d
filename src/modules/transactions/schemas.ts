import { z } from 'zod'
import { OPERATION_TYPES } from '#commands/transactions/record-transactions.ts'
import { REFUND_STATUSES } from '#domain/refunds/state.ts'
import { REFUNDS_SHOWN_MAX } from '#queries/transactions/get-transaction.ts'
import { prose } from '#values/prose.ts'

const timestamp = 'ISO 8601, UTC, milliseconds'
const recordedText = (what: string) => z.string().nullable().describe(`${what}, as recorded; null when not given.`)

export const TransactionParams = z.object({
  transaction_id: z.string().describe('Your own id of the transaction, at most 128 characters, percent-encoded.'),
})

export const TransactionResponse = z
  .object({
    transaction_id: z.string().describe('Your own id of the transaction.'),
    user_id: z.string().describe('Your own id of the user whose transaction it is.'),
    account_id: recordedText("The user's account"),
    amount: z.number().describe("Of the transaction, in major units with at most the currency's decimals."),
    currency: z.string().describe('Of all amounts here: ISO 4217, upper case.'),
    operation_type: z.string().describe(`Kind of transaction: ${OPERATION_TYPES.join(', ')}.`),
    merchant: z
      .object({
        id: recordedText("The merchant's id"),
        name: recordedText("The merchant's name"),
        category: recordedText('Its category'),
      })
      .nullable()
      .describe('Who was paid, as recorded; null when not given.'),
    device: z
      .object({
        ip: recordedText('Its address'),
        user_agent: recordedText('Its user agent'),
        fingerprint: recordedText('Its fingerprint'),
      })
      .nullable()
      .describe('The device that made the transaction, as recorded; null when not given.'),
    timestamp: z.string().describe(`When it happened, as you reported: ${timestamp}.`),
    refunded_amount: z
      .number()
      .describe(
        prose(
          'What refunds have paid or reserve of it, in major units: pending and processing refunds count, failed and',
          'cancelled ones do not, and a voided one counts until its money is back.',
        ),
      ),
    refundable_amount: z.number().describe('The amount that a refund request can have at this moment, in major units.'),
    refunds: z
      .array(
        z.object({
          refund_id: z.string().describe('`rf_` and a UUID, for `GET /refund/{refund_id}`.'),
          status: z.enum(REFUND_STATUSES).describe('Current status of the refund.'),
          amount: z.number().describe('Of the refund, in major units.'),
          currency: z.string().describe('Of the refund; that of the transaction.'),
          reason: z.string().describe('Reason of the request.'),
          created_at: z.string().describe(`When it was requested: ${timestamp}.`),
        }),
      )
      .describe(`Its refunds, newest first, ${REFUNDS_SHOWN_MAX} at most.`),
    has_more_refunds: z
      .boolean()
      .describe('Whether there are older refunds: `GET /refund/list?transaction_id=…` lists all of them.'),
  })
  .meta({
    id: 'TransactionRecord',
    description: 'A recorded transaction, its refundable amount, and its refunds.',
  })
