import { writeEndpointRow } from '#delivery/endpoint-row.ts'
import { type WebhookCommand, webhooks } from '#domain/webhooks/decider.ts'
import type { Webhook } from '#domain/webhooks/state.ts'
import type { Context } from '#event-sourcing/context.ts'
import { clientOf } from '#event-sourcing/decider.ts'
import type { Service } from '#service.ts'
import { checkUrl } from '#services/webhooks/check-url.ts'
import type { UpdateWebhookInput } from './input.ts'

/** Changes an endpoint and switches it on or off. Errors: INVALID_REQUEST, NOT_FOUND. */
export async function updateWebhook(
  service: Service,
  context: Context,
  webhookId: string,
  input: UpdateWebhookInput,
): Promise<Webhook> {
  const { status, url, ...rest } = input
  const changes = { ...rest, ...(url === undefined ? {} : { url: await checkUrl(service, url) }) }
  const client_id = clientOf(context.actor)
  const run = (command: WebhookCommand) => service.execute.run(webhooks, webhookId, command, context)
  let outcome = await run({ type: 'update', client_id, changes })
  // A second append with the first one's cause; a crash between them leaves a change the caller repeats.
  if (status === 'active') outcome = await run({ type: 'enable', client_id })
  if (status === 'disabled')
    outcome = await run({ type: 'disable', client_id, reason: 'requested', failed_days: [], failed_revision: null })
  await writeEndpointRow(service.db, webhookId, outcome)
  return outcome.state as Webhook
}
