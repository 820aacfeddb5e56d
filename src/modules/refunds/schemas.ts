import { z } from 'zod'
import { VOID_REASONS } from '#commands/refunds/void-refund.ts'
import { RETRIES_MAX } from '#domain/refunds/decider.ts'
import { REFUND_STATUSES } from '#domain/refunds/state.ts'
import { timestamp, timestampOrNull } from '#values/instant.ts'
import { prose } from '#values/prose.ts'

const refund_id = z.string().describe('The refund: `rf_` and a UUID, 39 characters.')
const status = z
  .enum(REFUND_STATUSES)
  .describe(
    prose(
      'Status of the refund: pending (can be cancelled), processing (the payment network has it), completed, failed',
      '(can be retried), cancelled, or voided.',
    ),
  )
const optionalText = (what: string) => z.string().optional().describe(what)
const created_at = timestamp('When the refund was requested')

const RetryFields = {
  retry_count: z.int().describe(`How often the refund was retried, 0 to ${RETRIES_MAX}.`),
  previous_failure: z
    .object({
      failed_at: timestamp('When the attempt failed'),
      failure_reason: z.string().describe("The payment network's reason, in capitals."),
    })
    .nullable()
    .describe('Failure of the attempt before the last retry; null without one.'),
  retried_at: timestampOrNull('When the refund was last retried, null when never'),
}
const CompletionFields = {
  completed_at: timestamp('When the beneficiary was credited'),
  reference: z.string().describe("The payment network's reference of the transfer."),
  processing_time_seconds: z.int().describe('Whole seconds from request to completion, rounded up, at least 1.'),
}
const CancellationFields = {
  cancelled_at: timestamp('When the refund was cancelled'),
  cancelled_by: z.string().describe('Who cancelled it: as requested, by default the user of the token.'),
  cancel_reason: optionalText('Why it was cancelled, at most 1,000 characters; absent when not given.'),
}
const VoidFields = {
  voided_at: timestamp('When the refund was voided'),
  voided_by: z.string().describe('Who voided it: as requested, by default the user of the token.'),
  void_reason: z.string().describe(`Why it was voided: ${VOID_REASONS.join(', ')}.`),
  void_details: optionalText('The reason in words, at most 1,000 characters; absent when not given.'),
  original_amount: z.number().describe('Amount of the voided refund in major units of its currency.'),
  funds_transferred: z.boolean().describe('Whether the beneficiary was already credited; then the money is reversed.'),
  reversal_status: z
    .enum(['pending', 'completed', 'failed'])
    .optional()
    .describe('Progress of the reversal; absent when no money moved. At each change, `refund.voided` is sent again.'),
  reversal_reference: optionalText("The payment network's reference of the reversal; absent until there is one."),
}

/** Source: the spec, "Refund record"; fields appear with the status that has them. */
export const RefundResponse = z
  .object({
    refund_id,
    status,
    idempotency_key: z.string().describe('The Idempotency-Key of its request, 1 to 255 characters.'),
    transaction_id: z.string().describe('Your id of the transaction that is refunded, at most 128 characters.'),
    alert_id: optionalText('The fraud alert that caused it, as requested; absent without one.'),
    amount: z
      .number()
      .describe(
        "Amount in major units, greater than 0, with at most the currency's decimals; 10.5 is ten euros fifty.",
      ),
    currency: z.string().describe('ISO 4217 code of the amount, three upper-case letters.'),
    reason: z.string().describe('Your reason code, 1 to 64 lower-case letters, digits and underscores.'),
    description: optionalText('The reason in words, at most 1,000 characters; absent when not given.'),
    beneficiary: z
      .object({
        name: z.string().describe('Name of the account holder, at most 140 characters; `[erased]` after an erasure.'),
        account_masked: z.string().describe('Account number with all but its first and last digits replaced by `*`.'),
      })
      .describe('Who gets the money.'),
    beneficiary_mismatch: z
      .boolean()
      .optional()
      .describe("True when the beneficiary is not the transaction's user; absent otherwise."),
    created_at,
    requested_by: z
      .string()
      .describe(
        prose(
          'The user or service account whose token requested it. It cannot void the refund where a void needs a second',
          'person.',
        ),
      ),
    estimated_completion: timestamp('When the money should arrive, 30 seconds after the request; an estimate'),
    tracking: z
      .object({
        reference: z.string().describe('A reference to read out on the phone: `RFD-` and 12 characters.'),
        trace_id: z.string().describe('A trace id, 32 hexadecimal digits, the same for the whole life of the refund.'),
      })
      .describe('Quote these when you ask about this refund.'),
    metadata: z
      .object({
        case_id: optionalText('Your id of the case, at most 128 characters; absent when not given.'),
        agent_id: optionalText(
          'Your id of the person who handled the case, at most 128 characters; absent when not given.',
        ),
      })
      .describe('Your references, as requested.'),
    completion: z
      .object(CompletionFields)
      .optional()
      .describe('How it was paid; present once it is, also after a void.'),
    failure_reason: optionalText(
      "The payment network's reason, for example INVALID_ACCOUNT_NUMBER; present while the refund is failed.",
    ),
    ...z.object({ ...RetryFields, ...CancellationFields, ...VoidFields }).partial().shape,
    duplicate: z
      .object({
        code: z.literal('REFUND_004').describe('Always REFUND_004.'),
        message: z.string().describe('The message of this code, for people.'),
        first_request_at: timestamp('When the first request arrived'),
      })
      .optional()
      .describe('Present when the request repeated an earlier one; nothing was done again.'),
  })
  .meta({
    id: 'RefundRecord',
    description: 'A refund in its current state; fields appear with the status that has them.',
  })

/** `data` of the `refund.*` events: the record without what concerns the request only. */
export const PublicRefund = RefundResponse.omit({
  idempotency_key: true,
  requested_by: true,
  estimated_completion: true,
  tracking: true,
  completion: true,
  duplicate: true,
})
  .extend({
    object: z.literal('refund').describe('Always `refund`.'),
    ...z.object(CompletionFields).partial().shape,
  })
  .meta({
    id: 'RefundEventData',
    description: 'The refund at the time of the event; fields appear with the status that has them.',
  })

export const CancelRefundResponse = z
  .object({ refund_id, status, ...CancellationFields })
  .describe('The refund is cancelled and reserves nothing of its transaction.')
export const RetryRefundResponse = z
  .object({ refund_id, status, ...RetryFields, created_at })
  .describe('The refund is pending again and will be paid like a new one.')
export const VoidRefundResponse = z
  .object({ refund_id, status, ...VoidFields })
  .describe('The refund is voided; `reversal_status` is the progress of its reversal.')
export const RefundParams = z.object({ refund_id })
