import { z } from 'zod'
import { writeEndpointRow } from '#delivery/endpoint-row.ts'
import { type WebhookCommand, webhooks } from '#domain/webhooks/decider.ts'
import type { Webhook } from '#domain/webhooks/state.ts'
import type { Context } from '#event-sourcing/context.ts'
import { clientOf } from '#event-sourcing/decider.ts'
import type { Service } from '#service.ts'
import { checkUrl } from '#services/webhooks/check-url.ts'
import { description, events, metadata, ratePerSecond, url } from '#services/webhooks/endpoint-fields.ts'

export const UpdateWebhookBody = z.object({
  url: url.optional(),
  events: events.optional(),
  description: description.optional(),
  metadata: metadata.optional(),
  rate_per_second: ratePerSecond.optional(),
  status: z
    .enum(['active', 'disabled'])
    .optional()
    .describe('Switches it on or off; while it is off its deliveries fail, and can be recovered.'),
})

export async function updateWebhook(
  service: Service,
  context: Context,
  { webhook_id, status, url, ...rest }: { webhook_id: string } & z.infer<typeof UpdateWebhookBody>,
): Promise<Webhook> {
  const changes = { ...rest, ...(url === undefined ? {} : { url: await checkUrl(service, url) }) }
  const client_id = clientOf(context.actor)
  const run = (command: WebhookCommand) => service.execute.run(webhooks, webhook_id, command, context)
  let outcome = await run({ type: 'update', client_id, changes })
  // A second append; after a crash between the two, the caller repeats the request.
  if (status === 'active') outcome = await run({ type: 'enable', client_id })
  if (status === 'disabled')
    outcome = await run({ type: 'disable', client_id, reason: 'requested', failed_days: [], failed_revision: null })
  await writeEndpointRow(service.db, webhook_id, outcome)
  return outcome.state as Webhook
}
