import { toMajor } from '#values/money.ts'
import { ERASED } from '#values/person.ts'
import type { Refund } from './state.ts'

/** Source: the spec, "Refund record". Fields appear with their status. Amounts in major units, times ISO 8601 UTC. */
export function refundRecord(refundId: string, refund: Refund, beneficiaryName: string | null) {
  return {
    refund_id: refundId,
    status: refund.status,
    idempotency_key: refund.idempotency_key,
    transaction_id: refund.transaction_id,
    ...(refund.alert_id === null ? {} : { alert_id: refund.alert_id }),
    amount: toMajor(refund.amount_minor, refund.currency),
    currency: refund.currency,
    reason: refund.reason,
    ...(refund.description === null ? {} : { description: refund.description }),
    beneficiary: { name: beneficiaryName ?? ERASED, account_masked: refund.beneficiary.account_masked },
    ...(refund.beneficiary_mismatch ? { beneficiary_mismatch: true } : {}),
    created_at: refund.created_at,
    estimated_completion: refund.estimated_completion,
    tracking: refund.tracking,
    metadata: {
      ...(refund.metadata.case_id === null ? {} : { case_id: refund.metadata.case_id }),
      ...(refund.metadata.agent_id === null ? {} : { agent_id: refund.metadata.agent_id }),
    },
    ...(refund.completion === null ? {} : { completion: completionOf(refund) }),
    ...(refund.failure === null || refund.status !== 'failed' ? {} : { failure_reason: refund.failure.failure_reason }),
    ...(refund.retry_count === 0 ? {} : retryFields(refund)),
    ...(refund.cancellation === null ? {} : cancellationFields(refund)),
    ...(refund.voiding === null ? {} : voidFields(refund)),
  }
}

function completionOf(refund: Refund) {
  const { completed_at, reference } = refund.completion!
  return { completed_at, reference, processing_time_seconds: processingTimeSeconds(refund.created_at, completed_at) }
}

/** Rounded up; at least 1, even when the clock was set back in between. */
export function processingTimeSeconds(createdAt: string, completedAt: string): number {
  return Math.max(1, Math.ceil((Date.parse(completedAt) - Date.parse(createdAt)) / 1000))
}

export function retryFields(refund: Refund) {
  return { retry_count: refund.retry_count, previous_failure: refund.previous_failure, retried_at: refund.retried_at }
}

export function cancellationFields(refund: Refund) {
  const { cancelled_at, cancelled_by, cancel_reason } = refund.cancellation!
  return { cancelled_at, cancelled_by, ...(cancel_reason === null ? {} : { cancel_reason }) }
}

export function voidFields(refund: Refund) {
  const { voided_at, voided_by, void_reason, void_details } = refund.voiding!
  return {
    voided_at,
    voided_by,
    void_reason,
    ...(void_details === null ? {} : { void_details }),
    original_amount: toMajor(refund.amount_minor, refund.currency),
    funds_transferred: refund.transfer === 'settled',
    ...(refund.reversal === null ? {} : { reversal_status: refund.reversal.status }),
    ...(refund.reversal?.reference == null ? {} : { reversal_reference: refund.reversal.reference }),
  }
}
