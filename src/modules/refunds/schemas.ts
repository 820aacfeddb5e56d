import { z } from 'zod'
import { REFUND_STATUSES } from '#domain/refunds/state.ts'

const timestamp = z.string().describe('ISO 8601, UTC, milliseconds')
const status = z.enum(REFUND_STATUSES)

const RetryFields = {
  retry_count: z.int(),
  previous_failure: z.object({ failed_at: timestamp, failure_reason: z.string() }).nullable(),
  retried_at: timestamp.nullable(),
}
const CompletionFields = { completed_at: timestamp, reference: z.string(), processing_time_seconds: z.int() }
const CancellationFields = { cancelled_at: timestamp, cancelled_by: z.string(), cancel_reason: z.string().optional() }
const VoidFields = {
  voided_at: timestamp,
  voided_by: z.string(),
  void_reason: z.string(),
  void_details: z.string().optional(),
  original_amount: z.number(),
  funds_transferred: z.boolean(),
  reversal_status: z
    .enum(['pending', 'completed', 'failed'])
    .optional()
    .describe('Of the money that was out; when it changes, refund.voided is sent again'),
  reversal_reference: z.string().optional(),
}

/** The spec's "Refund record"; fields appear with the state that has them. */
export const RefundRecord = z
  .object({
    refund_id: z.string(),
    status,
    idempotency_key: z.string(),
    transaction_id: z.string(),
    alert_id: z.string().optional(),
    amount: z.number().describe('Major units'),
    currency: z.string(),
    reason: z.string(),
    description: z.string().optional(),
    beneficiary: z.object({ name: z.string(), account_masked: z.string() }),
    beneficiary_mismatch: z.boolean().optional().describe("The beneficiary is not the transaction's user"),
    created_at: timestamp,
    estimated_completion: timestamp,
    tracking: z.object({ reference: z.string(), trace_id: z.string() }),
    metadata: z.object({ case_id: z.string().optional(), agent_id: z.string().optional() }),
    completion: z.object(CompletionFields).optional(),
    failure_reason: z.string().optional(),
    ...z.object({ ...RetryFields, ...CancellationFields, ...VoidFields }).partial().shape,
    duplicate: z
      .object({ code: z.literal('REFUND_004'), message: z.string(), first_request_at: timestamp })
      .optional()
      .describe('Present when the request repeated an earlier one'),
  })
  .meta({ id: 'RefundRecord' })

/** `data` of the `refund.*` events: the record as it stood then, without what concerns its request alone. */
export const PublicRefund = RefundRecord.omit({
  idempotency_key: true,
  estimated_completion: true,
  tracking: true,
  completion: true,
  duplicate: true,
})
  .extend({ object: z.literal('refund'), ...z.object(CompletionFields).partial().shape })
  .meta({ id: 'RefundEventData' })

export const CancelledRefund = z.object({ refund_id: z.string(), status, ...CancellationFields })
export const RetriedRefund = z.object({ refund_id: z.string(), status, ...RetryFields, created_at: timestamp })
export const VoidedRefund = z.object({ refund_id: z.string(), status, ...VoidFields })
export const RefundParams = z.object({ refund_id: z.string() })
