import { z } from 'zod'
import { RECOVER_MODES, RECOVERABLE } from '#commands/webhooks/recover-deliveries.ts'
import { TRIES_MAX } from '#delivery/dispatch/retry-schedule.ts'
import { DELIVERY_LIMITS } from '#delivery/limits.ts'
import { EVENT_TYPES } from '#domain/webhooks/event-types.ts'
import { DELIVERY_STATUSES } from '#queries/webhooks/list-deliveries.ts'
import { timestamp, timestampOrNull } from '#values/instant.ts'
import { prose } from '#values/prose.ts'

const webhook_id = z.string().describe('The endpoint: `wh_` and a UUID.')
const delivery_id = z.string().describe('The delivery, one event to one endpoint: `dlv_` and a UUID.')
const event_id = z.string().describe('The event: `evt_` and a UUID, the same over all endpoints and attempts.')
const event_type = z.enum(EVENT_TYPES).describe('The type of the event.')
const secret = z
  .string()
  .describe('The key that signs deliveries, 16 to 256 printable ASCII characters; shown here and never again.')

/** Source: the spec, "Webhook endpoint record". */
export const WebhookResponse = z
  .object({
    webhook_id,
    url: z.string().describe('The HTTPS address that events are sent to, at most 2,048 characters.'),
    events: z.array(z.string()).describe('Its event types: a type, a family such as `refund.*`, or `*` for all.'),
    description: z.string().nullable().describe('Your description, at most 500 characters; null without one.'),
    metadata: z.record(z.string(), z.json()).describe('Your own data, at most 4,096 bytes of JSON.'),
    rate_per_second: z.number().nullable().describe('Deliveries per second at most; null means no limit.'),
    status: z.enum(['active', 'disabled']).describe('Whether events are sent to it.'),
    disabled_reason: z
      .enum(['requested', 'gone', 'failing'])
      .nullable()
      .describe(
        'Why it is disabled: you requested it, it answered 410, or it failed for seven days; null while it is active.',
      ),
    created_at: timestamp('When it was registered'),
    updated_at: timestamp('When it was last changed'),
  })
  .meta({ id: 'WebhookRecord', description: 'The present state of an endpoint, without its secret.' })

export const CreateWebhookResponse = WebhookResponse.extend({ secret }).describe(
  'The endpoint with its secret: store it now.',
)
export const WebhookListResponse = z
  .object({ data: z.array(WebhookResponse).describe('All your endpoints, newest first, 100 at most.') })
  .describe('Your endpoints, on one page.')
export const DeleteWebhookResponse = z
  .object({ webhook_id, status: z.literal('deleted').describe('Always `deleted`.') })
  .describe('The endpoint is deleted, and its pending deliveries are cancelled.')
export const RotateSecretResponse = z
  .object({
    webhook_id,
    secret,
    rotated_at: timestamp('Since when the new secret signs deliveries'),
    previous_expires_at: timestamp('Until when the previous secret also signs deliveries'),
  })
  .describe('The new secret: store it now.')
export const TestEventResponse = z
  .object({
    webhook_id,
    event_id,
    event_type,
    delivery_id,
    status: z.literal('pending').describe('Always `pending`: read the delivery to see its outcome.'),
  })
  .describe('The test event is queued.')

const status_code = z.int().nullable().describe('HTTP status of the response; null when there was none.')
const error_code = z
  .string()
  .nullable()
  .describe(
    prose(
      'Why the attempt failed: `http_` and the status, timeout, dns_error, address_refused, connection_refused,',
      'connection_closed, connection_failed, tls_error, invalid_response or endpoint_disabled; null when it',
      'succeeded.',
    ),
  )

const delivery = {
  delivery_id,
  event_id,
  event_type,
  status: z
    .enum(DELIVERY_STATUSES)
    .describe(
      prose(
        'Its status: pending (an attempt is due or in progress), succeeded, failed (all attempts are used up), or',
        'cancelled (its endpoint was deleted).',
      ),
    ),
  test_mode: z.boolean().describe('True for a test event.'),
  replay: z.boolean().describe('True for an event of a recovery with `mode: replay`.'),
  attempts: z.int().describe(`Attempts made so far, manual ones included; the schedule has ${TRIES_MAX}.`),
  created_at: timestamp('When it was queued'),
  next_attempt_at: timestampOrNull('When the next attempt is due, null when none is'),
  finished_at: timestampOrNull('When it succeeded, failed for good or was cancelled, null while it is pending'),
  last_attempt: z
    .object({ at: timestamp('When the attempt was made'), status_code, error_code })
    .nullable()
    .describe('Outcome of the last attempt; null before the first.'),
}
const deliveryPagination = z
  .object({
    next_cursor: z
      .string()
      .nullable()
      .describe('Send it as `cursor` for the next page, at most 200 characters; null on the last page.'),
    has_more: z.boolean().describe('Whether there is a next page.'),
  })
  .describe('How to get the next page.')
export const DeliveryListResponse = z
  .object({
    data: z.array(z.object(delivery)).describe('The deliveries of this page, newest first.'),
    pagination: deliveryPagination,
  })
  .describe('A page of deliveries.')
export const EventDeliveryListResponse = z
  .object({
    data: z.array(z.object({ webhook_id, ...delivery })).describe('The deliveries of this page, newest first.'),
    pagination: deliveryPagination,
  })
  .describe('A page of deliveries of one event.')
export const DeliveryResponse = z
  .object({
    ...delivery,
    attempt_log: z
      .array(
        z.object({
          number: z.int().describe('Number of the attempt, 1 for the first.'),
          at: timestamp('When the attempt was made'),
          status_code,
          duration_ms: z
            .int()
            .describe(`How long it took, in milliseconds, ${DELIVERY_LIMITS.attemptMs.toLocaleString('en')} at most.`),
          error_code,
          response: z
            .object({
              headers: z.record(z.string(), z.string()).describe('Headers of the response, with names in lower case.'),
              body: z
                .string()
                .describe(
                  prose(
                    'At most 16 KiB of the response body; `[erased]` after the erasure of the person that the event',
                    'is about.',
                  ),
                ),
              body_encoding: z
                .enum(['utf8', 'base64'])
                .describe('Encoding of `body`: text, or base64 when it is not UTF-8.'),
            })
            .nullable()
            .describe('The endpoint’s response; null when there was none.'),
        }),
      )
      .describe('Every attempt, oldest first.'),
  })
  .meta({ id: 'DeliveryRecord', description: 'A delivery with every attempt.' })

export const RecoveryResponse = z
  .object({
    recovery_id: z.string().describe('The recovery: `rcv_` and a UUID.'),
    mode: z.enum(RECOVER_MODES).describe('Whether missed events are sent, or all events again.'),
    recovers: z
      .enum([...RECOVERABLE, 'all'])
      .describe(
        'What is sent: failed deliveries, events that were never queued for the endpoint, or, by a replay, all events.',
      ),
    state: z
      .enum(['running', 'finished'])
      .describe('Finished when all deliveries are queued; a replay, when all are delivered or given up.'),
    since: timestamp('Beginning of the time that is recovered, included'),
    until: timestamp('End of the time that is recovered, excluded'),
    requeued: z.int().describe('Deliveries queued so far.'),
    created_at: timestamp('When the recovery was requested'),
    finished_at: timestampOrNull('When it was finished, null while it runs'),
  })
  .describe('The progress of the recovery; deliveries are listed as they are queued.')

const disabled = {
  object: z.literal('webhook').describe('Always `webhook`.'),
  webhook_id,
  reason: z.enum(['gone', 'failing']).describe('Why it is disabled: it answered 410, or it failed for seven days.'),
  failed_days: z
    .array(z.string())
    .describe('The UTC days on which it failed, ISO 8601 dates; empty when it answered 410.'),
  disabled_at: timestamp('When it was disabled'),
}
const exhausted = {
  object: z.literal('webhook_delivery').describe('Always `webhook_delivery`.'),
  webhook_id,
  delivery_id,
  event_id,
  event_type: z.string().describe('The type of the event that was not delivered.'),
  attempts: z.int().describe('Attempts that were made.'),
  error_code,
  exhausted_at: timestamp('When the last attempt had failed'),
}
export const OPERATIONAL_EVENTS = {
  'webhook.disabled': z
    .object(disabled)
    .meta({ id: 'WebhookDisabledData', description: 'Another endpoint of yours that was disabled.' }),
  'webhook.delivery_exhausted': z
    .object(exhausted)
    .meta({ id: 'DeliveryExhaustedData', description: 'A delivery to another endpoint of yours that was given up.' }),
}

export const WebhookParams = z.object({ webhook_id })
export const EventDeliveriesParams = z.object({ event_id })
export const DeliveryParams = z.object({ webhook_id, delivery_id })
export const RecoveryParams = z.object({
  webhook_id,
  recovery_id: z.string().describe('The recovery: `rcv_` and a UUID.'),
})
