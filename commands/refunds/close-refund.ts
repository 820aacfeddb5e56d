import { refundNotFound } from '#domain/refunds/ownership.ts'
import { isRefund, type Refund, type RefundState } from '#domain/refunds/state.ts'
import type { Context } from '#event-sourcing/context.ts'
import type { Service } from '#service.ts'
import { releaseBudget } from './release-budget.ts'

/** Releases the budget at once, for the caller's next request. If that fails, the budget process does it later. */
export async function closeRefund(
  service: Service,
  context: Context,
  refund_id: string,
  state: RefundState,
): Promise<Refund> {
  if (!isRefund(state)) throw refundNotFound()
  if (state.transfer !== 'none') return state
  await releaseBudget(service, context, state, {
    refund_id,
    attempt: state.attempt,
    reason: state.status,
  }).catch(error =>
    service.log.warn({ refund_id, err: error }, 'release of the budget failed; the budget-release queue will retry it'),
  )
  return state
}
