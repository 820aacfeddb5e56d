import { deliveries } from '#domain/webhooks/delivery-decider.ts'
import type { DeliveryEvent } from '#domain/webhooks/events.ts'
import type { Context } from '#event-sourcing/context.ts'
import type { Service } from '#service.ts'

/** A repeat records nothing. */
export async function reportExhausted(
  service: Service,
  context: Context,
  { delivery_id, data }: { delivery_id: string; data: DeliveryEvent['data'] },
): Promise<void> {
  await service.execute.run(deliveries, delivery_id, { type: 'exhaust', data }, context, {
    expectNoStream: true,
  })
}
