import { z } from 'zod'
import { category, type EventOf } from '#event-sourcing/category.ts'
import { plain } from '#event-sourcing/field-classes.ts'
import type { NotificationCategory } from '../notifications/events.ts'

/** What the service notifies users of by itself; a client can switch each off. */
export const NOTIFICATION_KINDS = [
  'refund_status',
  'fraud_alert',
  'phishing_detected',
  'darkweb_alert',
  'security_alert',
  'vpn_status',
] as const satisfies NotificationCategory[]
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number]

/** Daily, from the first minute until before the last, `HH:MM` in local time; may end on the next day. */
const QuietHours = z.strictObject({ from: z.string(), to: z.string(), timezone: z.string() })
export type QuietHours = z.infer<typeof QuietHours>

const PreferencesEvents = {
  NotificationPreferencesSet: z.strictObject({
    off: plain(z.array(z.enum(NOTIFICATION_KINDS))),
    /** When normal and low priority are held back; null = never. */
    quiet_hours: plain(QuietHours.nullable()),
  }),
}
export type PreferencesEvent = EventOf<typeof PreferencesEvents>
export type PreferencesData = PreferencesEvent['data']

export const preferencesStreams = category({ prefix: 'notificationpreferences-', events: PreferencesEvents })
