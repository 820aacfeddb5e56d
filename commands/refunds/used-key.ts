import { isRefund, type Refund, type RefundState } from '#domain/refunds/state.ts'
import { type ErrorDetails, Rejection } from '#values/errors.ts'

const IN_PROGRESS_RETRY_AFTER_S = 2

/**
 * A request that finds a reservation under its key may continue with it if the amount is the same. A different amount
 * is a different request: within a minute the first request or the reservation process decides what becomes of the key.
 */
export function assertSameAmount(refund_id: string, reserved_minor: number, amount_minor: number): void {
  if (reserved_minor === 0) throw new Rejection('SERVICE_UNAVAILABLE', { reason: 'the reservation has just expired' })
  if (reserved_minor !== amount_minor)
    throw keyInProgress({ refund_id, field: 'Idempotency-Key', reason: 'is in use by a different request' })
}

export function isKeyFree(state: RefundState, now: Date, ttlS: number): boolean {
  return !isRefund(state) || now.getTime() - Date.parse(state.created_at) >= ttlS * 1000
}

/** Errors: IDEMPOTENCY_IN_PROGRESS, IDEMPOTENCY_KEY_REUSED. */
export function toReplay(refund_id: string, state: RefundState, fingerprint: string): Refund {
  if (!isRefund(state)) throw keyInProgress({ refund_id })
  if (state.fingerprint !== fingerprint)
    throw new Rejection('IDEMPOTENCY_KEY_REUSED', {
      field: 'Idempotency-Key',
      reason: 'was used with a different request within its 24 hours',
    })
  if (state.status === 'pending' || state.status === 'processing')
    throw keyInProgress({ refund_id, status: state.status })
  return state
}

function keyInProgress(details: ErrorDetails): Rejection {
  return new Rejection('IDEMPOTENCY_IN_PROGRESS', details, { retryAfterS: IN_PROGRESS_RETRY_AFTER_S })
}
