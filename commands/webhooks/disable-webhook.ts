import type { EndpointFailure } from '#delivery/endpoint-commands.ts'
import { writeEndpointRow } from '#delivery/endpoint-row.ts'
import { webhooks } from '#domain/webhooks/decider.ts'
import type { Context } from '#event-sourcing/context.ts'
import { clientOf } from '#event-sourcing/decider.ts'
import type { Service } from '#service.ts'

/** Switches off an endpoint that fails; does nothing when it is off already, has moved, or was switched on since. Errors: NOT_FOUND. */
export async function disableWebhook(
  service: Service,
  context: Context,
  webhookId: string,
  failure: EndpointFailure,
): Promise<void> {
  const command = { type: 'disable' as const, client_id: clientOf(context.actor), ...failure }
  const outcome = await service.execute.run(webhooks, webhookId, command, context)
  await writeEndpointRow(service.db, webhookId, outcome)
}
