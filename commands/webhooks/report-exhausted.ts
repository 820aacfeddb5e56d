import { webhookDecider } from '#domain/webhooks/decider.ts'
import { type WebhookEventData, webhookStream } from '#domain/webhooks/events.ts'
import type { Context } from '#execute.ts'
import type { Service } from '#service.ts'

/** Records that deliveries have used up their attempts; a repeated report of the same ones records nothing. */
export async function reportExhausted(
  service: Service,
  context: Context,
  webhookId: string,
  deliveries: WebhookEventData<'DeliveryExhausted'>[],
): Promise<void> {
  await service.execute.run(webhookDecider, webhookStream(webhookId), { type: 'exhaust', deliveries }, context)
}
