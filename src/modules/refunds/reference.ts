import type { ErrorAdvice } from '#http/openapi/error-advice.ts'
import type { Tag } from '#http/openapi/tags.ts'

/** Groups of operations in the reference. */
export const refundTags: readonly Tag[] = [
  {
    name: 'refunds',
    order: 10,
    'x-displayName': 'Refunds',
    description:
      'A refund pays a transaction, or a part of it, back to a beneficiary. It begins as `pending`, is `processing` while the payment network has it, and ends as `completed`, `failed`, `cancelled` or `voided`.',
  },
  {
    name: 'reconciliation',
    order: 90,
    'x-displayName': 'Reconciliation',
    description:
      'Whether the payment network and the refunds agree. A statement of the network is compared with the recorded refunds; discrepancies are flagged until a person resolves them. No money moves.',
  },
]

export const refundErrorAdvice: ErrorAdvice = {
  REFUND_001: 'Correct the fields in `details.fields`, then send it again with the same key.',
  REFUND_002: 'Record the transaction first with POST /transactions, then send it again with the same key.',
  REFUND_003: 'Check the refund id; refunds of another client are not visible to you.',
  REFUND_004: 'Nothing: the response contains the refund of the first request.',
  REFUND_005: 'Send one Idempotency-Key header with 1 to 255 printable ASCII characters.',
  REFUND_006: 'Read the refund: its status, in `details.status`, does not allow this.',
  REFUND_007: 'Nothing is left to refund; do not repeat the request.',
  REFUND_008: 'Request at most `details.remaining`.',
  REFUND_009: 'Wait for the seconds in `Retry-After`, then send it again with the same key; nothing was recorded.',
  REFUND_010: 'Ask the beneficiary for the right account; `details` names the field, never the number.',
  IDEMPOTENCY_IN_PROGRESS:
    'Read the refund in `details.refund_id`, or repeat the request after the seconds in `Retry-After`.',
  IDEMPOTENCY_KEY_REUSED: 'Use a new key for a new request; only a repeat of the same request may have the same key.',
}
