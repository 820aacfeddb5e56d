import { z } from 'zod'
import { refunds } from '#domain/refunds/decider.ts'
import type { Refund } from '#domain/refunds/state.ts'
import type { Context } from '#event-sourcing/context.ts'
import { clientOf } from '#event-sourcing/decider.ts'
import type { Service } from '#service.ts'
import type { ErrorCode } from '#values/errors.ts'
import { optional, plainText } from '#values/text.ts'
import { closeRefund } from './close-refund.ts'

export const CancelRefundBody = z
  .object({
    reason: optional(plainText(1_000)).describe('Why it is cancelled, 1 to 1,000 characters.'),
    cancelled_by: optional(plainText(128)).describe(
      'Who cancels it, 1 to 128 characters; by default, the user of the token.',
    ),
  })
  .nullish()
  .transform(body => body ?? { reason: null, cancelled_by: null })

export const cancelRefundErrors = ['REFUND_003', 'REFUND_006'] as const satisfies readonly ErrorCode[]

/** Errors: REFUND_003; REFUND_006 unless the refund is pending. */
export async function cancelRefund(
  service: Service,
  context: Context,
  { refund_id, ...body }: z.output<typeof CancelRefundBody> & { refund_id: string },
): Promise<Refund> {
  const { state } = await service.execute.run(
    refunds,
    refund_id,
    {
      type: 'cancel',
      client_id: clientOf(context.actor),
      cancel_reason: body.reason,
      cancelled_by: body.cancelled_by ?? context.actor.sub,
    },
    context,
  )
  return closeRefund(service, context, refund_id, state)
}
