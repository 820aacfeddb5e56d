import { z } from 'zod'
import { category, type EventOf } from '#event-sourcing/category.ts'
import { derivedUuid } from '#values/ids.ts'
import type { Person } from '#values/person.ts'
import { PLATFORMS } from '../devices/events.ts'

/**
 * What a user was to be told, on which devices, and what became of it on each. The stream is `notification-<uuid>`. Where whoever sends names what is
 * sent, by a key, an alert or the event that caused it, the uuid is a function of that, so that sending again finds it.
 */

/** The spec's "Notification categories". */
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

/** Why a device never gets it. */
export const FAILURES = [
  /** The network says that the app is gone from the device. */
  'token_dead',
  /** The network knows no such token of ours. */
  'token_rejected',
  'payload_too_large',
  'payload_rejected',
  /** Since it was queued the device was unregistered, or became somebody else's, or another one has its token. */
  'no_device',
  /** It had to wait, and a newer one with the same collapse id went out meanwhile, or goes out now. */
  'superseded',
  /** What it says can't be read any more. */
  'text_gone',
  /** The user is to be erased. */
  'erasure',
] as const
export type PushFailure = (typeof FAILURES)[number]

/** Those that say that the device is not reached, whatever it is told. */
export const UNREACHABLE_FAILURES = [
  'token_dead',
  'token_rejected',
  'no_device',
] as const satisfies readonly PushFailure[]
export type UnreachableFailure = (typeof UNREACHABLE_FAILURES)[number]

const person = { client_id: z.string(), user_id: z.string() }
/** The uuid of the device's stream. */
const device = { device: z.string(), platform: z.enum(PLATFORMS) }

/** `language`: of the text that each device gets; null = there is one text. */
const targets = z.array(z.strictObject({ ...device, language: z.string().nullable() })).min(1)

/** A notification is owed to these devices of a user. */
const NotificationQueued = z.strictObject({
  ...person,
  category: z.enum(CATEGORIES),
  priority: z.enum(PRIORITIES),
  /** A `NotificationText` as JSON, under the key of its user's day. */
  text_sealed: z.string(),
  /** Null: as many as the user has not read. */
  badge_count: z.int().nonnegative().nullable(),
  /** Null: the platform's own. */
  sound: z.string().nullable(),
  /** By which a device knows a repeat of it, or a later one that takes its place. */
  collapse_id: z.string(),
  targets,
  /** Not before; null = at once. */
  held_until: z.string().nullable(),
  expires_at: z.string(),
  origin: z.discriminatedUnion('by', [
    z.strictObject({ by: z.literal('caller') }),
    z.strictObject({ by: z.literal('event'), event_id: z.string() }),
  ]),
  /** The caller's key, where it gave one. */
  idempotency_key: z.string().nullable(),
  /** Of the request, under the key of the text. */
  fingerprint: z.string().nullable(),
})

const NotificationEvents = {
  NotificationQueued,
  /** The network of a device accepted it, which is not to say that the device has it. `provider_id`: what the network calls it. */
  NotificationSent: z.strictObject({ ...person, ...device, provider_id: z.string().nullable() }),
  /** A device never gets it. */
  NotificationFailed: z.strictObject({ ...person, ...device, reason: z.enum(FAILURES) }),
  /** Its time to live passed before the network of a device had accepted it. */
  NotificationExpired: z.strictObject({ ...person, ...device }),
  /**
   * It goes on to these other devices of its user, because none of those before is reached. `held_until`: not before,
   * as quiet hours have begun since; null = at once.
   */
  NotificationRetargeted: z.strictObject({ ...person, targets, held_until: z.string().nullable() }),
  NotificationRead: z.strictObject(person),
}
export type NotificationEvent = EventOf<typeof NotificationEvents>
export type NotificationEventType = NotificationEvent['type']
export type QueuedData = z.infer<typeof NotificationQueued>
export type RetargetedData = z.infer<(typeof NotificationEvents)['NotificationRetargeted']>
export type Target = QueuedData['targets'][number]

const NOTIFICATION_ID = /^ntf_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

export const notificationStreams = {
  ...category({ prefix: 'notification-', events: NotificationEvents, unclassified: true }),
  /** The stream's id of what a client sends under a key of its own; `use` counts how often the key came back after its time. */
  ofKey: (client_id: string, key: string, use: number) => derivedUuid('notification-key', client_id, key, use),
  /** Of what a client tells a user of one alert in one category, without a key. */
  ofAlert: ({ client_id, user_id }: Person, category: NotificationCategory, alert_id: string, use: number) =>
    derivedUuid('notification-alert', client_id, user_id, category, alert_id, use),
  /** Of what the service itself tells a user because of an event. */
  ofEvent: ({ client_id, user_id }: Person, event_id: string) =>
    derivedUuid('notification-event', client_id, user_id, event_id),
  /** How callers name the notification with this id. */
  notificationId: (id: string) => `ntf_${id}`,
  /** The stream's id that such a name stands for; null where it is none. */
  parseNotificationId: (notificationId: string): string | null => NOTIFICATION_ID.exec(notificationId)?.[1] ?? null,
}
