import { fieldRejection, type Rejection } from '#values/errors.ts'
import { isRefund, type Refund, type RefundState } from './state.ts'

/** The same answer for a missing refund and another client's, so that it does not disclose which ids exist. */
export function refundNotFound(): Rejection {
  return fieldRejection('REFUND_003', [{ field: 'refund_id', reason: 'is not the id of a refund' }])
}

/** `client_id`: null for the service itself. Errors: REFUND_003. */
export function getOwnRefund(state: RefundState, client_id: string | null): Refund {
  if (!isRefund(state) || (client_id !== null && state.client_id !== client_id)) throw refundNotFound()
  return state
}
