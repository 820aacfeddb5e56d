import { sql } from 'slonik'
import { v7 as uuidv7 } from 'uuid'
import { queueTime, uuidOf } from '#delivery/queue.ts'
import { webhooks } from '#domain/webhooks/decider.ts'
import { assertOwnWebhook } from '#domain/webhooks/state.ts'
import type { Context } from '#event-sourcing/context.ts'
import { clientOf } from '#event-sourcing/decider.ts'
import type { Service } from '#service.ts'
import { type RecoverBody, timeRangeOf } from './recover-deliveries.ts'

/** Replays the endpoint's present types up to now; a deliverer does it in steps. Errors: NOT_FOUND, INVALID_REQUEST. */
export async function replayEvents(
  service: Service,
  context: Context,
  { webhook_id, since, until }: { webhook_id: string } & Pick<RecoverBody, 'since' | 'until'>,
): Promise<{ recovery_id: string }> {
  assertOwnWebhook((await service.execute.load(webhooks, webhook_id)).state, clientOf(context.actor))
  const now = await queueTime(service.db)
  const isAhead = until !== undefined && new Date(until) > now
  const range = timeRangeOf(isAhead ? { since } : { since, until }, now)
  const replay = uuidv7()
  await service.db.query(sql.unsafe`
    insert into ops.webhook_replays (replay, webhook, since, until, created_at)
    values (${replay}, ${uuidOf(webhook_id)}, ${range.since}, ${range.until}, now())`)
  return { recovery_id: `rcv_${replay}` }
}
