import { z } from 'zod'
import { releaseEndpointSlot, reserveEndpointSlot } from '#delivery/endpoint-quota.ts'
import { writeEndpointRow } from '#delivery/endpoint-row.ts'
import { webhooks } from '#domain/webhooks/decider.ts'
import {
  generateSecret,
  SECRET_CHARS_MAX,
  SECRET_CHARS_MIN,
  SECRET_PATTERN,
  secretSealContext,
} from '#domain/webhooks/secret.ts'
import type { Webhook } from '#domain/webhooks/state.ts'
import type { Context } from '#event-sourcing/context.ts'
import type { Service } from '#service.ts'
import { checkUrl } from '#services/webhooks/check-url.ts'
import { description, events, METADATA, metadata, ratePerSecond, url } from '#services/webhooks/endpoint-fields.ts'
import type { ErrorCode } from '#values/errors.ts'
import { newId } from '#values/ids.ts'
import { prose } from '#values/prose.ts'

export const CreateWebhookBody = z.object({
  url,
  events,
  secret: z
    .string()
    .min(SECRET_CHARS_MIN)
    .max(SECRET_CHARS_MAX)
    .regex(SECRET_PATTERN, 'must be printable ASCII characters without spaces')
    .nullish()
    .describe(
      prose(
        `What to sign deliveries with, ${SECRET_CHARS_MIN} to ${SECRET_CHARS_MAX} printable ASCII characters without`,
        'spaces; generated when it is left out.',
      ),
    ),
  description: description.optional(),
  metadata: metadata.nullish().describe(METADATA),
  rate_per_second: ratePerSecond.optional(),
})
export type CreateWebhookBody = z.infer<typeof CreateWebhookBody>

export const createWebhookErrors = ['CONFLICT'] as const satisfies readonly ErrorCode[]

/** The plaintext secret is in the response and nowhere else. Errors: INVALID_REQUEST, CONFLICT. */
export async function createWebhook(
  service: Service,
  context: Context,
  input: CreateWebhookBody,
): Promise<{ webhook_id: string; webhook: Webhook; secret: string }> {
  const url = await checkUrl(service, input.url)
  const webhook_id = newId('wh')
  const secret = input.secret ?? generateSecret()
  const data = {
    client_id: context.actor.client_id,
    url,
    events: input.events,
    secret: await service.vault.seal(`webhook:${webhook_id}`, secretSealContext(webhook_id, 1), secret),
    description: input.description ?? null,
    metadata: input.metadata ?? {},
    rate_per_second: input.rate_per_second ?? null,
  }
  const command = { type: 'create' as const, data }
  await reserveEndpointSlot(service, context.actor.client_id, webhook_id)
  // After a failure the event may still be in the log, so the slot stays reserved until the log is checked.
  const outcome = await service.execute.run(webhooks, webhook_id, command, context, { expectNoStream: true })
  await writeEndpointRow(service.db, webhook_id, outcome)
  // A slot of an endpoint with a row does not count.
  await releaseEndpointSlot(service, webhook_id).catch(error =>
    service.log.warn({ err: error }, 'webhook slot not released'),
  )
  return { webhook_id, webhook: outcome.state as Webhook, secret }
}
