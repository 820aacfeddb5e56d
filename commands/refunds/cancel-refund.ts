import { refundDecider } from '#domain/refunds/decider.ts'
import { refundStream } from '#domain/refunds/events.ts'
import type { Refund } from '#domain/refunds/state.ts'
import type { Context } from '#execute.ts'
import { ownRefund } from '#queries/refunds/get-refund.ts'
import type { Service } from '#service.ts'
import { closeRefund } from './close-refund.ts'
import type { CancelRefundBody } from './input.ts'

/** Calls a pending refund off. Refusals: REFUND_003, REFUND_006 (409) when it is not pending any more. */
export async function cancelRefund(
  service: Service,
  context: Context,
  refundId: string,
  body: CancelRefundBody,
): Promise<Refund> {
  await ownRefund(service, context.actor.client_id, refundId)
  const { state } = await service.execute.run(
    refundDecider,
    refundStream(refundId),
    { type: 'cancel', cancel_reason: body.reason, cancelled_by: body.cancelled_by ?? context.actor.sub },
    context,
  )
  return closeRefund(service, context, refundId, state)
}
