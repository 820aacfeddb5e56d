import { z } from 'zod'
import { category, type EventOf } from '#event-sourcing/category.ts'
import { hidden, internal, owner, plain, sealed, subject } from '#event-sourcing/field-classes.ts'
import { derivedUuid } from '#values/ids.ts'
import type { Person } from '#values/person.ts'
import { PLATFORMS } from '../devices/events.ts'

/** The id is derived from the sender's key, the alert or the causing event, if any: a repeat finds the stream. */

/** Source: the spec, "Notification categories". */
export const CATEGORIES = [
  'security_alert',
  'phishing_detected',
  'fraud_alert',
  'darkweb_alert',
  'vpn_status',
  'refund_status',
  'system',
] as const
export type NotificationCategory = (typeof CATEGORIES)[number]

export const PRIORITIES = ['low', 'normal', 'high', 'critical'] as const
export type Priority = (typeof PRIORITIES)[number]

export const FAILURES = [
  'token_dead',
  'token_rejected',
  'payload_too_large',
  'payload_rejected',
  /** The device was unregistered, moved to another user or lost its token after the notification was queued. */
  'no_device',
  /** A newer one with the same collapse id was sent while this one waited. */
  'superseded',
  'text_gone',
  'erasure',
] as const
export type PushFailure = (typeof FAILURES)[number]

export const UNREACHABLE_FAILURES = [
  'token_dead',
  'token_rejected',
  'no_device',
] as const satisfies readonly PushFailure[]
export type UnreachableFailure = (typeof UNREACHABLE_FAILURES)[number]

const person = { client_id: owner(z.string()), user_id: subject(z.string()) }
/** `device`: the uuid of the device's stream. */
const device = plain({ device: z.string(), platform: z.enum(PLATFORMS) })

/** `language`: of the text for the device; null = there is one text. */
const targets = z.array(z.strictObject({ ...device, language: plain(z.string().nullable()) })).min(1)

const NotificationQueued = z.strictObject({
  ...person,
  ...plain({ category: z.enum(CATEGORIES), priority: z.enum(PRIORITIES) }),
  /** A `NotificationText` as JSON, under the key of its user's day. */
  text_sealed: sealed('text'),
  /** Null: the number of unread notifications. */
  badge_count: internal(z.int().nonnegative().nullable()),
  /** Null: the platform's default. */
  sound: internal(z.string().nullable()),
  collapse_id: hidden(z.string()),
  targets,
  held_until: plain(z.string().nullable()),
  expires_at: plain(z.string()),
  origin: plain(
    z.discriminatedUnion('by', [
      z.strictObject({ by: z.literal('caller') }),
      z.strictObject({ by: z.literal('event'), event_id: z.string() }),
    ]),
  ),
  idempotency_key: hidden(z.string().nullable()),
  fingerprint: hidden(z.string().nullable()),
})

const NotificationEvents = {
  NotificationQueued,
  /** The network accepted it; the device may not have it yet. `provider_id`: the network's message id. */
  NotificationSent: z.strictObject({ ...person, ...device, provider_id: plain(z.string().nullable()) }),
  NotificationFailed: z.strictObject({ ...person, ...device, reason: plain(z.enum(FAILURES)) }),
  NotificationExpired: z.strictObject({ ...person, ...device }),
  /** Sent to other devices, because none of the former is reachable. `held_until`: null = at once. */
  NotificationRetargeted: z.strictObject({ ...person, targets, held_until: plain(z.string().nullable()) }),
  NotificationRead: z.strictObject(person),
}
export type NotificationEvent = EventOf<typeof NotificationEvents>
export type NotificationEventType = NotificationEvent['type']
export type QueuedData = z.infer<typeof NotificationQueued>
export type RetargetedData = z.infer<(typeof NotificationEvents)['NotificationRetargeted']>
export type Target = QueuedData['targets'][number]

const NOTIFICATION_ID = /^ntf_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

export const notificationStreams = {
  ...category({ prefix: 'notification-', events: NotificationEvents }),
  /** Of a client's own key; `use` counts its uses after the time of the former one is over. */
  ofKey: (client_id: string, key: string, use: number) => derivedUuid('notification-key', client_id, key, use),
  ofAlert: ({ client_id, user_id }: Person, category: NotificationCategory, alert_id: string, use: number) =>
    derivedUuid('notification-alert', client_id, user_id, category, alert_id, use),
  ofEvent: ({ client_id, user_id }: Person, event_id: string) =>
    derivedUuid('notification-event', client_id, user_id, event_id),
  notificationId: (id: string) => `ntf_${id}`,
  parseNotificationId: (notificationId: string): string | null => NOTIFICATION_ID.exec(notificationId)?.[1] ?? null,
}
