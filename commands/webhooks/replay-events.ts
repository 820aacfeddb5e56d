import { sql } from 'slonik'
import { v7 as uuidv7 } from 'uuid'
import { queueTime, uuidOf } from '#delivery/queue.ts'
import { webhooks } from '#domain/webhooks/decider.ts'
import { ownWebhook } from '#domain/webhooks/ownership.ts'
import type { Context } from '#event-sourcing/context.ts'
import { clientOf } from '#event-sourcing/decider.ts'
import type { Service } from '#service.ts'
import { type RecoverInput, stretchOf } from './recover-deliveries.ts'

/**
 * Records the order to send an endpoint all events of its present types of a stretch of history once more; a deliverer carries it out in
 * steps and goes on after a restart. What happens from now on is no part of it. Errors: NOT_FOUND, INVALID_REQUEST.
 */
export async function replayEvents(
  service: Service,
  context: Context,
  webhookId: string,
  { since, until }: Pick<RecoverInput, 'since' | 'until'>,
): Promise<{ recovery_id: string }> {
  ownWebhook((await service.execute.load(webhooks, webhookId)).state, clientOf(context.actor))
  const now = await queueTime(service.db)
  const isAhead = until !== undefined && new Date(until) > now
  const stretch = stretchOf(isAhead ? { since } : { since, until }, now)
  const replay = uuidv7()
  await service.db.query(sql.unsafe`
    insert into ops.webhook_replays (replay, webhook, since, until, created_at)
    values (${replay}, ${uuidOf(webhookId)}, ${stretch.since}, ${stretch.until}, now())`)
  return { recovery_id: `rcv_${replay}` }
}
