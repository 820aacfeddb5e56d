import type { EndpointFailure } from '#delivery/endpoint-commands.ts'
import { writeEndpointRow } from '#delivery/endpoint-row.ts'
import { webhooks } from '#domain/webhooks/decider.ts'
import type { Context } from '#event-sourcing/context.ts'
import { clientOf } from '#event-sourcing/decider.ts'
import type { Service } from '#service.ts'

/** Disables a failing endpoint, unless it was moved or enabled after the failure. Errors: NOT_FOUND. */
export async function disableWebhook(
  service: Service,
  context: Context,
  { webhook_id, ...failure }: { webhook_id: string } & EndpointFailure,
): Promise<void> {
  const command = { type: 'disable' as const, client_id: clientOf(context.actor), ...failure }
  const outcome = await service.execute.run(webhooks, webhook_id, command, context)
  await writeEndpointRow(service.db, webhook_id, outcome)
}
