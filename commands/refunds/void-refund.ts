import { z } from 'zod'
import { refunds } from '#domain/refunds/decider.ts'
import { refundStreams } from '#domain/refunds/events.ts'
import { getOwnRefund } from '#domain/refunds/ownership.ts'
import type { Refund } from '#domain/refunds/state.ts'
import type { Context } from '#event-sourcing/context.ts'
import { clientOf } from '#event-sourcing/decider.ts'
import { getAccessStatus } from '#privacy/access-status.ts'
import type { Service } from '#service.ts'
import { type RefundConfig, requiresFourEyes } from '#services/refunds/config.ts'
import { sealField } from '#services/refunds/sealed-fields.ts'
import type { ErrorCode } from '#values/errors.ts'
import { optional, plainText } from '#values/text.ts'
import { closeRefund } from './close-refund.ts'

/** Source: the spec, "Refund record". It gives one code, `fraud_not_confirmed`; the other codes are ours. */
export const VOID_REASONS = [
  'fraud_not_confirmed',
  'beneficiary_data_error',
  'duplicate_refund',
  'compliance_hold',
  'customer_request',
] as const

export const VoidRefundBody = z.object({
  reason: z.enum(VOID_REASONS).describe('Why it is voided.'),
  details: optional(plainText(1_000)).describe('The reason in words, 1 to 1,000 characters.'),
  voided_by: optional(plainText(128)).describe('Who voids it, 1 to 128 characters; by default, the user of the token.'),
})

export const voidRefundErrors = ['REFUND_003', 'REFUND_006'] as const satisfies readonly ErrorCode[]

/** Errors: REFUND_003, REFUND_006; AUTH_003 when four eyes are required and the voider is the creator. */
export async function voidRefund(
  service: Service<RefundConfig>,
  context: Context,
  { refund_id, ...body }: z.output<typeof VoidRefundBody> & { refund_id: string },
): Promise<Refund> {
  const client_id = clientOf(context.actor)
  const refund = getOwnRefund((await service.execute.load(refunds, refund_id)).state, client_id)
  const person = { client_id: refund.client_id, user_id: refund.beneficiary.user_id }
  // Details about an erased person could be neither shown nor erased.
  const isErased = (await getAccessStatus(service, person, refundStreams.stream(refund_id))) === 'erased'
  const details = isErased ? null : body.details
  const { state } = await service.execute.run(
    refunds,
    refund_id,
    {
      type: 'void',
      client_id,
      void_reason: body.reason,
      void_details_sealed:
        details === null ? null : await sealField(service, refund_id, refund, 'void_details', details),
      voided_by: body.voided_by ?? context.actor.sub,
      voider: context.actor.sub,
      four_eyes: requiresFourEyes(service.config),
    },
    context,
  )
  return closeRefund(service, context, refund_id, state)
}
