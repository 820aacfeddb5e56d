import { z } from 'zod'
import { RECOVERABLE } from '#commands/webhooks/recover-deliveries.ts'
import { EVENT_TYPES } from '#domain/webhooks/event-types.ts'
import { DELIVERY_STATUSES } from '#queries/webhooks/list-deliveries.ts'

const timestamp = z.string().describe('ISO 8601, UTC, milliseconds')

/** The spec's "Webhook endpoint record". */
export const WebhookRecord = z
  .object({
    webhook_id: z.string(),
    url: z.string(),
    events: z.array(z.string()),
    description: z.string().nullable(),
    metadata: z.record(z.string(), z.json()),
    rate_per_second: z.number().nullable().describe('Deliveries per second at most; null = no limit'),
    status: z.enum(['active', 'disabled']),
    disabled_reason: z.enum(['requested', 'gone', 'failing']).nullable(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'WebhookRecord' })

export const CreatedWebhook = WebhookRecord.extend({ secret: z.string().describe('Shown here and never again') })
export const WebhookList = z.object({ data: z.array(WebhookRecord) })
export const DeletedWebhook = z.object({ webhook_id: z.string(), status: z.literal('deleted') })
export const RotatedSecret = z.object({
  webhook_id: z.string(),
  secret: z.string().describe('Shown here and never again'),
  rotated_at: timestamp,
  previous_expires_at: timestamp.describe('Until then deliveries are also signed with the secret before'),
})
export const QueuedTestEvent = z.object({
  webhook_id: z.string(),
  event_id: z.string(),
  event_type: z.enum(EVENT_TYPES),
  delivery_id: z.string(),
  status: z.literal('pending'),
})

const delivery = {
  delivery_id: z.string(),
  event_id: z.string(),
  event_type: z.enum(EVENT_TYPES),
  status: z.enum(DELIVERY_STATUSES),
  test_mode: z.boolean(),
  attempts: z.int(),
  created_at: timestamp,
  next_attempt_at: timestamp.nullable(),
  finished_at: timestamp.nullable(),
  last_attempt: z
    .object({ at: timestamp, status_code: z.int().nullable(), error_code: z.string().nullable() })
    .nullable(),
}
export const DeliveryList = z.object({
  data: z.array(z.object(delivery)),
  pagination: z.object({ next_cursor: z.string().nullable(), has_more: z.boolean() }),
})
export const DeliveryRecord = z
  .object({
    ...delivery,
    attempt_log: z.array(
      z.object({
        number: z.int(),
        at: timestamp,
        status_code: z.int().nullable(),
        duration_ms: z.int(),
        error_code: z.string().nullable(),
        response: z
          .object({
            headers: z.record(z.string(), z.string()),
            body: z.string().describe('At most 16 KiB of what was answered'),
            body_encoding: z.enum(['utf8', 'base64']),
          })
          .nullable(),
      }),
    ),
  })
  .meta({ id: 'DeliveryRecord' })

export const RecoveryRecord = z.object({
  recovery_id: z.string(),
  recovers: z.enum(RECOVERABLE),
  state: z.enum(['running', 'finished']),
  since: timestamp,
  until: timestamp,
  requeued: z.int(),
  created_at: timestamp,
  finished_at: timestamp.nullable(),
})

export const WebhookParams = z.object({ webhook_id: z.string() })
export const DeliveryParams = z.object({ webhook_id: z.string(), delivery_id: z.string() })
export const RecoveryParams = z.object({ webhook_id: z.string(), recovery_id: z.string() })
