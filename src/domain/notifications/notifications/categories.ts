import { createHash } from 'node:crypto'
import { Rejection } from '#values/errors.ts'
import { CATEGORIES, type NotificationCategory, notificationStreams, type Priority } from './events.ts'

type CategorySettings = {
  priority: Priority
  /** How long the networks may retry an unreachable device: an older notification has no value. */
  ttlS: number
  /** Notifications with the same key replace each other on the device; null = none is replaced. */
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

/** Older events are not notified of, whatever their category. */
export const TTL_MS_MAX = Math.max(...Object.values(settings).map(({ ttlS }) => ttlS)) * 1_000

/** Errors: NOTIF_006, for `field`. */
export function parseCategory(text: string, field: string): NotificationCategory {
  const known = CATEGORIES.find(name => name === text)
  if (known !== undefined) return known
  const reason = `must be one of ${CATEGORIES.join(', ')}`
  throw new Rejection('NOTIF_006', { field, reason, value: text, allowed_values: CATEGORIES })
}

export function defaultPriorityOf(category: NotificationCategory): Priority {
  return settings[category].priority
}

export function expiryOf(category: NotificationCategory, from: Date): string {
  return new Date(from.getTime() + settings[category].ttlS * 1_000).toISOString()
}

/** Limits of `apns-collapse-id` and of HTTP headers: an invalid header is never sent and looks like an outage. */
const COLLAPSE_ID = /^[\x21-\x7e]{1,64}$/

/** A device replaces a notification by a later one with the same id, or by a repeat. */
export function collapseIdOf(
  id: string,
  category: NotificationCategory,
  data: Readonly<Record<string, string>>,
): string {
  const collapseId = settings[category].collapseKeyOf(data) ?? notificationStreams.notificationId(id)
  return COLLAPSE_ID.test(collapseId) ? collapseId : createHash('sha256').update(collapseId).digest('hex')
}
