import { sql } from 'slonik'
import { v7 as uuidv7 } from 'uuid'
import { z } from 'zod'
import type { Context } from '#context.ts'
import { clientOf } from '#decider.ts'
import { queueTime, uuidOf } from '#delivery/queue.ts'
import { webhooks } from '#domain/webhooks/decider.ts'
import { ownWebhook } from '#domain/webhooks/ownership.ts'
import { fieldRejection } from '#errors.ts'
import { instant } from '#instant.ts'
import type { Service } from '#service.ts'

/** What to send again: what failed for good, or what was never queued for the endpoint. */
export const RECOVERABLE = ['failed', 'missing'] as const

export const RecoverInput = z.object({
  since: instant.describe('Beginning of the time to recover, included; ISO 8601 date and time with an offset.'),
  until: instant
    .optional()
    .describe('End of the time to recover, excluded; ISO 8601 date and time with an offset; now when it is left out.'),
  status: z
    .enum(RECOVERABLE)
    .default('failed')
    .describe(
      'What to send again: `failed` takes deliveries whose attempts are used up, `missing` takes events of the endpoint’s types that were never queued for it.',
    ),
})
export type RecoverInput = z.infer<typeof RecoverInput>

/**
 * Records the order to send again everything since a time; a deliverer carries it out in steps and goes on after a restart.
 * `failed`: deliveries that used up their attempts start a new schedule. `missing`: events of the endpoint's present types
 * that were never queued for it, say because it did not exist yet. Errors: NOT_FOUND, INVALID_REQUEST.
 */
export async function recoverDeliveries(
  service: Service,
  context: Context,
  webhookId: string,
  input: RecoverInput,
): Promise<{ recovery_id: string; since: string; until: string }> {
  ownWebhook((await service.execute.load(webhooks, webhookId)).state, clientOf(context.actor))
  const since = new Date(input.since)
  const until = input.until === undefined ? await queueTime(service.db) : new Date(input.until)
  if (since >= until) throw fieldRejection('INVALID_REQUEST', [{ field: 'since', reason: 'must be before until' }])
  const recovery = uuidv7()
  await service.db.query(sql.unsafe`
    insert into ops.webhook_recoveries (recovery, webhook, since, until, status, created_at)
    values (${recovery}, ${uuidOf(webhookId)}, ${since.toISOString()}, ${until.toISOString()}, ${input.status}, now())`)
  return { recovery_id: `rcv_${recovery}`, since: since.toISOString(), until: until.toISOString() }
}
