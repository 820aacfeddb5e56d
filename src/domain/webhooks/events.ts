import { z } from 'zod'

/**
 * What can happen to a webhook endpoint; the stream is `webhook-<webhook_id>`. Permanent: a change is a new type, never an
 * edit. Secrets are sealed by the vault with their place `<webhook_id>|secret|<version>`; times are ISO 8601 UTC.
 */

/** A client registered an HTTPS address for event types; its first secret has version 1. */
const WebhookCreated = z.strictObject({
  client_id: z.string(),
  url: z.string(),
  events: z.array(z.string()),
  secret: z.string(),
  description: z.string().nullable(),
  metadata: z.record(z.string(), z.json()),
  /** Deliveries per second at most; null = as fast as the endpoint answers. */
  rate_per_second: z.number().nullable(),
})

/** The client changed what is named here and nothing else. */
const WebhookUpdated = z.strictObject({
  url: z.string().optional(),
  events: z.array(z.string()).optional(),
  description: z.string().nullable().optional(),
  metadata: z.record(z.string(), z.json()).optional(),
  rate_per_second: z.number().nullable().optional(),
})

/** A new secret signs from now on; the one before it signs beside it until `previous_expires_at`, older ones until their own time. */
const WebhookSecretRotated = z.strictObject({
  version: z.int().positive(),
  secret: z.string(),
  previous_expires_at: z.string(),
})

/**
 * No more requests are made to the endpoint: its owner asked for it, it answered 410, or it failed on seven consecutive
 * days. `failed_days` are those days (UTC).
 */
const WebhookDisabled = z.strictObject({
  reason: z.enum(['requested', 'gone', 'failing']),
  failed_days: z.array(z.string()),
})

/** The owner switched the endpoint on again. */
const WebhookEnabled = z.strictObject({})

/** The endpoint is gone; what still waited for it is cancelled. */
const WebhookDeleted = z.strictObject({})

/**
 * All attempts for one event failed; it is not sent again unless it is recovered. In a stream of its own,
 * `delivery-<delivery_id>`: an endpoint that is down for days has a hundred thousand of them, and its own stream stays short.
 */
const DeliveryExhausted = z.strictObject({
  webhook_id: z.string(),
  event_id: z.string(),
  event_type: z.string(),
  attempts: z.int().positive(),
  error_code: z.string().nullable(),
})

export const webhookEvents = {
  WebhookCreated,
  WebhookUpdated,
  WebhookSecretRotated,
  WebhookDisabled,
  WebhookEnabled,
  WebhookDeleted,
}
export const deliveryEvents = { DeliveryExhausted }

export type WebhookEventType = keyof typeof webhookEvents
export type WebhookEvent = {
  [T in WebhookEventType]: { type: T; data: z.infer<(typeof webhookEvents)[T]> }
}[WebhookEventType]
export type WebhookEventData<T extends WebhookEventType> = z.infer<(typeof webhookEvents)[T]>

export type DeliveryEvent = { type: 'DeliveryExhausted'; data: z.infer<typeof DeliveryExhausted> }

export const DELIVERY_STREAM_PREFIX = 'delivery-'

export function deliveryStream(deliveryId: string): string {
  return `${DELIVERY_STREAM_PREFIX}${deliveryId}`
}

export function deliveryIdOf(stream: string): string {
  return stream.slice(DELIVERY_STREAM_PREFIX.length)
}

export const WEBHOOK_STREAM_PREFIX = 'webhook-'

export function webhookStream(webhookId: string): string {
  return `${WEBHOOK_STREAM_PREFIX}${webhookId}`
}

export function webhookIdOf(stream: string): string {
  return stream.slice(WEBHOOK_STREAM_PREFIX.length)
}
