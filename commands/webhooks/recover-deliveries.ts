import { sql } from 'slonik'
import { v7 as uuidv7 } from 'uuid'
import { z } from 'zod'
import { queueTime, uuidOf } from '#delivery/queue.ts'
import { webhooks } from '#domain/webhooks/decider.ts'
import { assertOwnWebhook } from '#domain/webhooks/state.ts'
import type { Context } from '#event-sourcing/context.ts'
import { clientOf } from '#event-sourcing/decider.ts'
import type { Service } from '#service.ts'
import { fieldRejection } from '#values/errors.ts'
import { instant } from '#values/instant.ts'
import { prose } from '#values/prose.ts'

export const RECOVERABLE = ['failed', 'missing'] as const
export const RECOVER_MODES = ['recover', 'replay'] as const

export const RecoverBody = z.object({
  mode: z
    .enum(RECOVER_MODES)
    .default('recover')
    .describe(
      prose(
        '`recover` sends what the endpoint missed; `replay` sends all events of its types again, delivered or not,',
        'with `metadata.replay`, each object’s events in their original order.',
      ),
    ),
  since: instant.describe('Beginning of the time to recover, included; ISO 8601 date and time with an offset.'),
  until: instant
    .optional()
    .describe('End of the time to recover, excluded; ISO 8601 date and time with an offset; now when it is left out.'),
  status: z
    .enum(RECOVERABLE)
    .default('failed')
    .describe(
      prose(
        'What to send again: `failed`: deliveries whose attempts are used up; `missing`: events of the endpoint’s',
        'types that were never queued for it. A replay sends all events.',
      ),
    ),
})
export type RecoverBody = z.infer<typeof RecoverBody>

/**
 * A deliverer does it in steps. `failed` starts a new schedule for deliveries that used up their attempts; `missing`
 * queues events of the endpoint's present types that were never queued for it. Errors: NOT_FOUND, INVALID_REQUEST.
 */
export async function recoverDeliveries(
  service: Service,
  context: Context,
  input: { webhook_id: string } & Omit<RecoverBody, 'mode'>,
): Promise<{ recovery_id: string; since: string; until: string }> {
  assertOwnWebhook((await service.execute.load(webhooks, input.webhook_id)).state, clientOf(context.actor))
  const { since, until } = timeRangeOf(input, await queueTime(service.db))
  const recovery = uuidv7()
  await service.db.query(sql.unsafe`
    insert into ops.webhook_recoveries (recovery, webhook, since, until, status, created_at)
    values (${recovery}, ${uuidOf(input.webhook_id)}, ${since}, ${until}, ${input.status}, now())`)
  return { recovery_id: `rcv_${recovery}`, since, until }
}

/** Up to now by default. Errors: INVALID_REQUEST when the range is empty. */
export function timeRangeOf({ since, until }: Pick<RecoverBody, 'since' | 'until'>, now: Date) {
  const [from, to] = [new Date(since), until === undefined ? now : new Date(until)]
  if (from >= to) throw fieldRejection('INVALID_REQUEST', [{ field: 'since', reason: 'must be before until' }])
  return { since: from.toISOString(), until: to.toISOString() }
}
