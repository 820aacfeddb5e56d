import { z } from 'zod'
import { plainText } from '#values/text.ts'

/** The five reasons the spec names for a void. */
export const VOID_REASONS = [
  'fraud_not_confirmed',
  'beneficiary_data_error',
  'duplicate_refund',
  'compliance_hold',
  'customer_request',
] as const

const id = plainText(128)
const optional = <T extends z.ZodType>(schema: T) => schema.nullish().transform(value => value ?? null)

export const RequestRefundBody = z.object({
  transaction_id: id.describe(
    'Your id of the transaction to refund, 1 to 128 characters; recorded with POST /transactions.',
  ),
  alert_id: optional(id).describe(
    'The fraud alert behind the refund, 1 to 128 characters: one that begins with `alr_` must be an alert of yours, any other text is kept as it is.',
  ),
  refund: z
    .object({
      amount: z
        .number()
        .describe(
          "Amount in major units, greater than 0, with at most the currency's decimals, at most what is left of the transaction.",
        ),
      currency: z.string().describe("ISO 4217 code in upper case; must be the transaction's currency."),
      reason: z
        .string()
        .regex(/^[a-z][a-z0-9_]{0,63}$/, 'must be lower-case letters, digits and underscores, at most 64')
        .describe(
          'Your word for why, for example `confirmed_fraud`: 1 to 64 lower-case letters, digits and underscores, a letter first.',
        ),
      description: optional(plainText(1_000)).describe('The reason in words, 1 to 1,000 characters.'),
    })
    .describe('What is refunded.'),
  beneficiary: z
    .object({
      user_id: id.describe(
        "Your id of the user who gets the money, 1 to 128 characters; somebody else than the transaction's user is flagged or refused.",
      ),
      account_id: optional(id).describe('Your id of the account, 1 to 128 characters.'),
      name: plainText(140).describe('Name of the account holder, 1 to 140 characters; stored sealed.'),
      account_number: z
        .string()
        .min(1)
        .max(64)
        .describe(
          'IBAN, or national account number of 4 to 34 letters and digits; spaces and dashes are ignored. Stored sealed, never returned in full; cards are refused.',
        ),
      bank_code: z
        .string()
        .min(1)
        .max(32)
        .describe('BIC, or national bank code of 3 to 12 letters and digits; spaces and dashes are ignored.'),
    })
    .describe('Who gets the money, and where.'),
  metadata: optional(
    z.object({
      case_id: optional(id).describe('Your id of the case, 1 to 128 characters.'),
      agent_id: optional(id).describe('Your id of whoever handles the case, 1 to 128 characters.'),
    }),
  ).describe('What you want to find on the refund again.'),
})
export type RequestRefundBody = z.output<typeof RequestRefundBody>

export const CancelRefundBody = z
  .object({
    reason: optional(plainText(1_000)).describe('Why it is cancelled, 1 to 1,000 characters.'),
    cancelled_by: optional(plainText(128)).describe(
      'Who cancels it, 1 to 128 characters; the user of the token when it is left out.',
    ),
  })
  .nullish()
  .transform(body => body ?? { reason: null, cancelled_by: null })
export type CancelRefundBody = z.output<typeof CancelRefundBody>

export const RetryRefundBody = z
  .object({
    update_beneficiary: optional(
      z.object({
        account_number: z
          .string()
          .min(1)
          .max(64)
          .describe('The right account: IBAN, or national account number of 4 to 34 letters and digits.'),
        bank_code: optional(z.string().min(1).max(32)).describe(
          'BIC, or national bank code of 3 to 12 letters and digits; the one before when it is left out.',
        ),
      }),
    ).describe('Another account of the same beneficiary; the one before when it is left out.'),
    retry_reason: optional(plainText(1_000)).describe('Why it is retried, 1 to 1,000 characters; shown in the audit.'),
  })
  .nullish()
  .transform(body => body ?? { update_beneficiary: null, retry_reason: null })
export type RetryRefundBody = z.output<typeof RetryRefundBody>

export const VoidRefundBody = z.object({
  reason: z.enum(VOID_REASONS).describe('Why it is voided, one of these words.'),
  details: optional(plainText(1_000)).describe('The reason in words, 1 to 1,000 characters.'),
  voided_by: optional(plainText(128)).describe(
    'Who voids it, 1 to 128 characters; the user of the token when it is left out.',
  ),
})
export type VoidRefundBody = z.output<typeof VoidRefundBody>
