import { refunds } from '#domain/refunds/decider.ts'
import type { Refund } from '#domain/refunds/state.ts'
import type { Context } from '#event-sourcing/context.ts'
import { clientOf } from '#event-sourcing/decider.ts'
import type { Service } from '#service.ts'
import { closeRefund } from './close-refund.ts'
import type { CancelRefundBody } from './input.ts'

/** Calls a pending refund off. Errors: REFUND_003, REFUND_006 when it is not pending any more. */
export async function cancelRefund(
  service: Service,
  context: Context,
  refundId: string,
  body: CancelRefundBody,
): Promise<Refund> {
  const { state } = await service.execute.run(
    refunds,
    refundId,
    {
      type: 'cancel',
      client_id: clientOf(context.actor),
      cancel_reason: body.reason,
      cancelled_by: body.cancelled_by ?? context.actor.sub,
    },
    context,
  )
  return closeRefund(service, context, refundId, state)
}
