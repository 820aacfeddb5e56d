import { isRefund, type Refund, type RefundState } from '#domain/refunds/state.ts'
import { transactionStream } from '#domain/transactions/events.ts'
import { Rejection } from '#errors.ts'
import type { Context } from '#execute.ts'
import type { Service } from '#service.ts'
import { releaseBudget } from './release-budget.ts'

/**
 * After a command closed a refund before money moved: its budget is given back in line, so that the caller can use it with
 * the next request. Should that fail, the budget reaction does it a moment later.
 */
export async function closeRefund(
  service: Service,
  context: Context,
  refundId: string,
  state: RefundState,
): Promise<Refund> {
  if (!isRefund(state)) throw new Rejection('REFUND_003')
  if (state.transfer !== 'none') return state
  const stream = transactionStream(state.client_id, state.transaction_id)
  await releaseBudget(service, context, stream, refundId, state.attempt, state.status).catch(error =>
    service.log.warn({ refund_id: refundId, err: error }, 'budget not released in line; the reaction will'),
  )
  return state
}
