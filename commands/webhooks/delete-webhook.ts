import { writeEndpointRow } from '#delivery/endpoint-row.ts'
import { webhookDecider } from '#domain/webhooks/decider.ts'
import { webhookStream } from '#domain/webhooks/events.ts'
import type { Context } from '#execute.ts'
import type { Service } from '#service.ts'

/** Ends an endpoint; its waiting deliveries are cancelled and its secrets forgotten. Errors: NOT_FOUND. */
export async function deleteWebhook(service: Service, context: Context, webhookId: string): Promise<void> {
  const outcome = await service.execute.run(webhookDecider, webhookStream(webhookId), { type: 'remove' }, context)
  await writeEndpointRow(service.db, webhookId, outcome.state, outcome.revision)
  await service.vault.erase(`webhook:${webhookId}`)
}
