import { sql } from 'slonik'
import { v7 as uuidv7 } from 'uuid'
import { z } from 'zod'
import { DUE_CHANNEL, uuidOf, withQueueDay } from '#delivery/queue.ts'
import { webhooks } from '#domain/webhooks/decider.ts'
import { normalUrl } from '#domain/webhooks/endpoint-url.ts'
import { sharedPart } from '#domain/webhooks/envelope.ts'
import { EVENT_TYPES } from '#domain/webhooks/event-types.ts'
import { sampleData } from '#domain/webhooks/sample-events.ts'
import { assertOwnWebhook } from '#domain/webhooks/state.ts'
import { dayOf } from '#edge/postgres/day-partitions.ts'
import type { Context } from '#event-sourcing/context.ts'
import { clientOf } from '#event-sourcing/decider.ts'
import type { Service } from '#service.ts'
import { fieldRejection } from '#values/errors.ts'

export const SendTestEventBody = z.object({
  event_type: z.enum(EVENT_TYPES).describe('The type to send a sample of; the endpoint need not subscribe to it.'),
})

/**
 * Queues a sample event for one endpoint, subscribed to its type or not. It is signed, sent and retried like any other,
 * but never counts as a failure. Errors: NOT_FOUND, INVALID_REQUEST when the endpoint's address is not HTTPS.
 */
export async function sendTestEvent(
  service: Service,
  context: Context,
  { webhook_id, event_type: type }: { webhook_id: string } & z.infer<typeof SendTestEventBody>,
): Promise<{ event_id: string; delivery_id: string }> {
  const webhook = assertOwnWebhook((await service.execute.load(webhooks, webhook_id)).state, clientOf(context.actor))
  const normal = normalUrl(webhook.url)
  if ('reason' in normal) throw fieldRejection('INVALID_REQUEST', [{ field: 'url', reason: normal.reason }])
  const [event, delivery] = [uuidv7(), uuidv7()]
  const at = context.now.toISOString()
  const day = dayOf(context.now)
  const body = sharedPart({ id: `evt_${event}`, type, created_at: at, data: sampleData(type, context.now) })
  const queue = sql.unsafe`
    with stored as (
      insert into ops.webhook_events (day, event, client_id, type, sequence, test, body, created_at)
      values (${day}, ${event}, ${webhook.client_id}, ${type}, 1, true, ${sql.binary(Buffer.from(body))}, ${at})),
    queued as (
      insert into ops.webhook_deliveries (day, delivery, event, webhook, type, state, test, due_at, created_at)
      values (${day}, ${delivery}, ${event}, ${uuidOf(webhook_id)}, ${type}, 'pending', true, now(), now()))
    select pg_notify(${DUE_CHANNEL}, ${uuidOf(webhook_id)})`
  await withQueueDay(service.db, day, () => service.db.query(queue))
  return { event_id: `evt_${event}`, delivery_id: `dlv_${delivery}` }
}
