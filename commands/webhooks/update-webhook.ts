import { writeEndpointRow } from '#delivery/endpoint-row.ts'
import { webhookDecider } from '#domain/webhooks/decider.ts'
import { webhookStream } from '#domain/webhooks/events.ts'
import type { Webhook } from '#domain/webhooks/state.ts'
import type { Context } from '#execute.ts'
import type { Service } from '#service.ts'
import { checkUrl } from './check-url.ts'
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
  const stream = webhookStream(webhookId)
  let outcome = await service.execute.run(webhookDecider, stream, { type: 'update', changes }, context)
  // A second append with the first one's cause; a crash between them leaves a change the caller repeats.
  if (status === 'active') outcome = await service.execute.run(webhookDecider, stream, { type: 'enable' }, context)
  if (status === 'disabled') {
    const disable = { type: 'disable' as const, reason: 'requested' as const, failed_days: [], failed_at: null }
    outcome = await service.execute.run(webhookDecider, stream, disable, context)
  }
  await writeEndpointRow(service.db, webhookId, outcome.state, outcome.revision)
  return outcome.state as Webhook
}
