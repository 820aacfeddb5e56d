import { writeEndpointRow } from '#delivery/endpoint-row.ts'
import { webhooks } from '#domain/webhooks/decider.ts'
import type { Context } from '#event-sourcing/context.ts'
import { clientOf } from '#event-sourcing/decider.ts'
import type { Service } from '#service.ts'

/** Also deletes its secrets and cancels its pending deliveries. Errors: NOT_FOUND. */
export async function deleteWebhook(
  service: Service,
  context: Context,
  { webhook_id }: { webhook_id: string },
): Promise<void> {
  const command = { type: 'remove' as const, client_id: clientOf(context.actor) }
  const outcome = await service.execute.run(webhooks, webhook_id, command, context)
  await writeEndpointRow(service.db, webhook_id, outcome)
  await service.vault.erase(`webhook:${webhook_id}`)
}
