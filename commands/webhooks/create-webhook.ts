import { sql } from 'slonik'
import { z } from 'zod'
import { webhookDecider } from '#domain/webhooks/decider.ts'
import { webhookStream } from '#domain/webhooks/events.ts'
import { generateSecret, secretPlace } from '#domain/webhooks/secret.ts'
import type { Webhook } from '#domain/webhooks/state.ts'
import { Rejection } from '#errors.ts'
import type { Context } from '#execute.ts'
import { newId } from '#ids.ts'
import type { Service } from '#service.ts'
import { checkUrl } from './check-url.ts'
import { writeEndpointRow } from './endpoint-row.ts'
import type { CreateWebhookInput } from './input.ts'

/** Every event is matched against each endpoint of its client; more than this is a loop that creates endpoints. */
const WEBHOOKS_PER_CLIENT_MAX = 100

/** Registers an endpoint. The clear secret is in the answer and nowhere else, ever. Errors: INVALID_REQUEST, CONFLICT. */
export async function createWebhook(
  service: Service,
  context: Context,
  input: CreateWebhookInput,
): Promise<{ webhook_id: string; webhook: Webhook; secret: string }> {
  const url = await checkUrl(service, input.url)
  await refuseTooMany(service, context.actor.client_id)
  const webhook_id = newId('wh')
  const secret = input.secret ?? generateSecret()
  const data = {
    client_id: context.actor.client_id,
    url,
    events: input.events,
    secret: await service.vault.seal(`webhook:${webhook_id}`, secretPlace(webhook_id, 1), secret),
    description: input.description ?? null,
    metadata: input.metadata ?? {},
    rate_per_second: input.rate_per_second ?? null,
  }
  const command = { type: 'create' as const, data }
  const outcome = await service.execute.run(webhookDecider, webhookStream(webhook_id), command, context, {
    likelyNew: true,
  })
  await writeEndpointRow(service.db, webhook_id, outcome.state, outcome.revision)
  return { webhook_id, webhook: outcome.state as Webhook, secret }
}

async function refuseTooMany({ db }: Service, clientId: string): Promise<void> {
  const count = await db.oneFirst(sql.type(z.object({ count: z.number() }))`
    select count(*)::int4 as count from ops.webhook_endpoints where client_id = ${clientId} and status <> 'deleted'`)
  if (count >= WEBHOOKS_PER_CLIENT_MAX)
    throw new Rejection('CONFLICT', { reason: `a client has at most ${WEBHOOKS_PER_CLIENT_MAX} endpoints` })
}
