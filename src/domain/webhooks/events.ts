import { z } from 'zod'
import { category, type EventOf } from '#event-sourcing/category.ts'
import { internal, owner, plain } from '#event-sourcing/field-classes.ts'

/** Secrets are sealed with the context `<webhook_id>|secret|<version>`; times are ISO 8601 UTC. */

/** The first secret has version 1. */
const WebhookCreated = z.strictObject({
  client_id: owner(z.string()),
  ...plain({ url: z.string(), events: z.array(z.string()) }),
  ...internal({ secret: z.string(), description: z.string().nullable(), metadata: z.record(z.string(), z.json()) }),
  /** Deliveries per second at most; null = unlimited. */
  rate_per_second: plain(z.number().nullable()),
})

/** The client changed these fields only. */
const WebhookUpdated = z.strictObject({
  ...plain({ url: z.string().optional(), events: z.array(z.string()).optional() }),
  description: internal(z.string().nullable().optional()),
  metadata: internal(z.record(z.string(), z.json()).optional()),
  rate_per_second: plain(z.number().nullable().optional()),
})

/** A new secret signs from now on; the previous one until `previous_expires_at`, older ones until their own time. */
const WebhookSecretRotated = z.strictObject({
  version: plain(z.int().positive()),
  secret: internal(z.string()),
  previous_expires_at: plain(z.string()),
})

/**
 * The endpoint gets no more requests: its owner disabled it, it answered 410, or it failed on the seven consecutive UTC
 * days `failed_days`.
 */
const WebhookDisabled = z.strictObject(
  plain({ reason: z.enum(['requested', 'gone', 'failing']), failed_days: z.array(z.string()) }),
)

const WebhookEnabled = z.strictObject({})

/** Its pending deliveries are cancelled. */
const WebhookDeleted = z.strictObject({})

/** In its own stream, because an endpoint that is down for days can have 100,000 of these. */
const DeliveryExhausted = z.strictObject(
  plain({
    webhook_id: z.string(),
    event_id: z.string(),
    event_type: z.string(),
    attempts: z.int().positive(),
    error_code: z.string().nullable(),
  }),
)

const WebhookEvents = {
  WebhookCreated,
  WebhookUpdated,
  WebhookSecretRotated,
  WebhookDisabled,
  WebhookEnabled,
  WebhookDeleted,
}
const DeliveryEvents = { DeliveryExhausted }

export type WebhookEvent = EventOf<typeof WebhookEvents>
export type WebhookEventType = WebhookEvent['type']
export type WebhookEventData<T extends WebhookEventType> = Extract<WebhookEvent, { type: T }>['data']

export function changesIn(data: WebhookEventData<'WebhookUpdated'>) {
  type Changes = { [Name in keyof typeof data]?: Exclude<(typeof data)[Name], undefined> }
  return Object.fromEntries(Object.entries(data).filter(([, value]) => value !== undefined)) as Changes
}

export type DeliveryEvent = EventOf<typeof DeliveryEvents>

export const webhookStreams = category({ prefix: 'webhook-', events: WebhookEvents })
export const deliveryStreams = category({ prefix: 'delivery-', events: DeliveryEvents })
