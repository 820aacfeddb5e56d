import { sql } from 'slonik'
import { z } from 'zod'
import { DUE_CHANNEL, uuidOf } from '#delivery/queue.ts'
import { webhooks } from '#domain/webhooks/decider.ts'
import { assertOwnWebhook } from '#domain/webhooks/state.ts'
import type { Context } from '#event-sourcing/context.ts'
import { clientOf } from '#event-sourcing/decider.ts'
import type { Service } from '#service.ts'

/**
 * Schedules one more attempt now, in any state. A delivery in flight is left alone: its outcome is the result. A manual
 * attempt uses up no attempt of the schedule: when it fails, a waiting delivery stays due as before, an exhausted one
 * is failed again and a delivered one stays delivered. False without such a delivery. Errors: NOT_FOUND when the client
 * has no such endpoint.
 */
export async function retryDelivery(
  service: Service,
  context: Context,
  { webhook_id, delivery_id }: { webhook_id: string; delivery_id: string },
): Promise<boolean> {
  assertOwnWebhook((await service.execute.load(webhooks, webhook_id)).state, clientOf(context.actor))
  const [delivery, webhook] = [uuidOf(delivery_id), uuidOf(webhook_id)]
  const found = await service.db.maybeOne(sql.type(z.object({ found: z.number() }))`
    with requested as (
      update ops.webhook_deliveries set state = 'pending', manual = true, due_at = now(), lease = null, finished_at = null,
        resume_at = case when state = 'pending' and not manual then due_at else resume_at end
      where delivery = ${delivery} and webhook = ${webhook} and (lease is null or due_at <= now()))
    select 1 as found, pg_notify(${DUE_CHANNEL}, ${webhook}) from ops.webhook_deliveries
    where delivery = ${delivery} and webhook = ${webhook}`)
  return found !== null
}
