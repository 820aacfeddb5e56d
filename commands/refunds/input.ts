import { z } from 'zod'
import { plainText } from '#text.ts'

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
  transaction_id: id.describe('The original transaction, known from scoring or POST /transactions'),
  alert_id: optional(id),
  refund: z.object({
    amount: z.number().describe("Major units; at most the currency's decimals"),
    currency: z.string().describe('ISO 4217, upper case; the currency of the transaction'),
    reason: z
      .string()
      .regex(/^[a-z][a-z0-9_]{0,63}$/, 'must be lower-case letters, digits and underscores, at most 64')
      .describe('For example confirmed_fraud'),
    description: optional(plainText(1_000)),
  }),
  beneficiary: z.object({
    user_id: id,
    account_id: optional(id),
    name: plainText(140),
    account_number: z.string().min(1).max(64).describe('IBAN or national account number; never returned in full'),
    bank_code: z.string().min(1).max(32).describe('BIC or national bank code'),
  }),
  metadata: optional(z.object({ case_id: optional(id), agent_id: optional(id) })),
})
export type RequestRefundBody = z.output<typeof RequestRefundBody>

export const CancelRefundBody = z
  .object({ reason: optional(plainText(1_000)), cancelled_by: optional(plainText(128)) })
  .nullish()
  .transform(body => body ?? { reason: null, cancelled_by: null })
export type CancelRefundBody = z.output<typeof CancelRefundBody>

export const RetryRefundBody = z
  .object({
    update_beneficiary: optional(
      z.object({ account_number: z.string().min(1).max(64), bank_code: optional(z.string().min(1).max(32)) }),
    ),
    retry_reason: optional(plainText(1_000)),
  })
  .nullish()
  .transform(body => body ?? { update_beneficiary: null, retry_reason: null })
export type RetryRefundBody = z.output<typeof RetryRefundBody>

export const VoidRefundBody = z.object({
  reason: z.enum(VOID_REASONS),
  details: optional(plainText(1_000)),
  voided_by: optional(plainText(128)),
})
export type VoidRefundBody = z.output<typeof VoidRefundBody>
