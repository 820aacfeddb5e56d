import { z } from 'zod'
import { OPERATION_TYPES } from '#commands/transactions/record-transactions.ts'
import { REFUND_STATUSES } from '#domain/refunds/state.ts'
import { REFUNDS_SHOWN_MAX } from '#queries/transactions/get-transaction.ts'

const timestamp = 'ISO 8601, UTC, milliseconds'
const recordedText = (what: string) =>
  z.string().nullable().describe(`${what}, as it was recorded; null when none was.`)

export const TransactionParams = z.object({
  transaction_id: z
    .string()
    .describe('The id under which the transaction was recorded: your own, at most 128 characters, percent-encoded.'),
})

export const TransactionResponse = z
  .object({
    transaction_id: z.string().describe('Your own id of the transaction.'),
    user_id: z.string().describe('Your own id of the user whose transaction it is.'),
    account_id: recordedText("The user's account"),
    amount: z.number().describe("Of the transaction, in major units with at most the currency's decimals."),
    currency: z.string().describe('Of all amounts here: ISO 4217, upper case.'),
    operation_type: z.string().describe(`What kind of transaction it is: ${OPERATION_TYPES.join(', ')}.`),
    merchant: z
      .object({
        id: recordedText("The merchant's id"),
        name: recordedText("The merchant's name"),
        category: recordedText('Its category'),
      })
      .nullable()
      .describe('Who was paid, as it was recorded; null when nobody was named.'),
    device: z
      .object({
        ip: recordedText('Its address'),
        user_agent: recordedText('Its user agent'),
        fingerprint: recordedText('Its fingerprint'),
      })
      .nullable()
      .describe('What the transaction was made with, as it was recorded; null when nothing was.'),
    timestamp: z.string().describe(`When it happened, by your word: ${timestamp}.`),
    refunded_amount: z
      .number()
      .describe(
        'What refunds have been given of it or hold of it, in major units: pending and processing ones count, failed and cancelled ones do not, and a voided one until its money is back.',
      ),
    refundable_amount: z
      .number()
      .describe('What a refund request could have of it at this moment, in major units; 0 when nothing is left.'),
    refunds: z
      .array(
        z.object({
          refund_id: z.string().describe('`rf_` and a UUID, for `GET /refund/{refund_id}`.'),
          status: z.enum(REFUND_STATUSES).describe('Of the refund, at this moment.'),
          amount: z.number().describe('Of the refund, in major units.'),
          currency: z.string().describe('Of the refund; that of the transaction.'),
          reason: z.string().describe('With which it was requested.'),
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
    description: 'A transaction as it was recorded, what is left of it to refund, and its refunds.',
  })
