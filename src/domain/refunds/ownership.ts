import { fieldRejection, type Rejection } from '#values/errors.ts'
import { isRefund, type Refund, type RefundState } from './state.ts'

/** What is answered for a refund that does not exist and for another client's, so that nobody learns which ids are taken. */
export function refundNotFound(): Rejection {
  return fieldRejection('REFUND_003', [{ field: 'refund_id', reason: 'names no refund' }])
}

/** The refund, when it belongs to the client that asks; null asks for the service itself. Errors: REFUND_003. */
export function getOwnRefund(state: RefundState, client_id: string | null): Refund {
  if (!isRefund(state) || (client_id !== null && state.client_id !== client_id)) throw refundNotFound()
  return state
}
