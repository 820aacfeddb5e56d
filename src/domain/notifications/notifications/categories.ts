import { createHash } from 'node:crypto'
import { Rejection } from '#values/errors.ts'
import { CATEGORIES, type NotificationCategory, notificationStreams, type Priority } from './events.ts'

/** What all notifications of a category have in common. */
type CategorySettings = {
  /** Unless the sender says otherwise. */
  priority: Priority
  /** How long the networks may try to reach a device that is away: after that it would tell nothing new. */
  ttlS: number
  /** What of its data makes two of them the same to a device, so that the later one takes the other's place; null = nothing does. */
  collapseKeyOf(data: Readonly<Record<string, string>>): string | null
}

const DAY_S = 86_400
const collapseByAlert = (name: string) => (data: Readonly<Record<string, string>>) =>
  data.alert_id === undefined ? null : `${name}:${data.alert_id}`

/** Source of the priorities: the spec, "Notification categories". */
const settings: Record<NotificationCategory, CategorySettings> = {
  security_alert: { priority: 'high', ttlS: DAY_S, collapseKeyOf: collapseByAlert('security_alert') },
  phishing_detected: { priority: 'high', ttlS: DAY_S, collapseKeyOf: collapseByAlert('phishing_detected') },
  fraud_alert: { priority: 'critical', ttlS: DAY_S, collapseKeyOf: collapseByAlert('fraud') },
  darkweb_alert: { priority: 'high', ttlS: DAY_S, collapseKeyOf: collapseByAlert('darkweb_alert') },
  // Of a tunnel only what holds now is worth telling.
  vpn_status: { priority: 'normal', ttlS: 600, collapseKeyOf: () => 'vpn' },
  refund_status: {
    priority: 'normal',
    ttlS: DAY_S,
    collapseKeyOf: ({ refund_id, alert_id }) => {
      const id = refund_id || alert_id
      return id === undefined ? null : `refund:${id}`
    },
  },
  system: { priority: 'low', ttlS: 3_600, collapseKeyOf: () => null },
}

/** What is older is worth telling nobody, whatever it is about. */
export const TTL_MS_MAX = Math.max(...Object.values(settings).map(({ ttlS }) => ttlS)) * 1_000

/** Errors: NOTIF_006, of the field that the caller names it in. */
export function parseCategory(text: string, field: string): NotificationCategory {
  const known = CATEGORIES.find(name => name === text)
  if (known !== undefined) return known
  throw new Rejection('NOTIF_006', {
    field,
    reason: `must be one of ${CATEGORIES.join(', ')}`,
    value: text,
    allowed_values: CATEGORIES,
  })
}

export function defaultPriorityOf(category: NotificationCategory): Priority {
  return settings[category].priority
}

/** When it is worth nothing any more, counted from when it may go out. */
export function expiryOf(category: NotificationCategory, from: Date): string {
  return new Date(from.getTime() + settings[category].ttlS * 1_000).toISOString()
}

/** What `apns-collapse-id` has room for, and what a header of HTTP can be: an id that is none would never be sent, and look like a network that is away. */
const COLLAPSE_ID = /^[\x21-\x7e]{1,64}$/

/** By what a device knows it: one of the same thing, or a repeat of it, takes its place. */
export function collapseIdOf(
  id: string,
  category: NotificationCategory,
  data: Readonly<Record<string, string>>,
): string {
  const collapseId = settings[category].collapseKeyOf(data) ?? notificationStreams.notificationId(id)
  return COLLAPSE_ID.test(collapseId) ? collapseId : createHash('sha256').update(collapseId).digest('hex')
}
